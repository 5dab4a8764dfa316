import type { Sent } from './attester.ts'

export function toSendOutcome({ code, message: whole }: { code: number; message: string }): Sent | undefined {
  const message = whole.slice(0, maxMessage)
  const detail = message.replaceAll(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)
  const known = words.find(([, text]) => text.test(message))
  if (known) return { outcome: known[0], detail }
  const isRefusal = code <= -32000 && code > -32100 && code !== unavailable
  return isRefusal ? { outcome: 'refused', detail } : undefined
}

/** A refusal starts with its reason; the whole transaction may follow. */
const maxMessage = 20_000

/** "Resource unavailable" says nothing about the transaction. */
const unavailable = -32002

const words: [Sent['outcome'], RegExp][] = [
  ['taken', /already ?known|already imported|known transaction|OwnNonceAlreadyUsed|already exists in .{0,100}pool/i],
  [
    'underpriced',
    /underpriced|less than block base fee|(?:fee|tip|price) ?(?:is )?too ?low|(?:fee|tip|price)\b.{0,60}\b(?:below|less than|at least|min(?:imum)?)\b|min(?:imum)? (?:gas|tip|priority|fee)/i,
  ],
  ['nonce used', /nonce (is )?too low|invalid (transaction )?nonce|old ?nonce|nonce has already been used/i],
  ['gap', /nonce (is )?too high|nonce ?gap/i],
  ['no funds', /insufficient ?(funds|balance)|exceeds (transaction sender )?account balance/i],
]
