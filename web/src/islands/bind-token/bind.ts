import { type Refusal, askService } from '../../browser/ask-service.ts'
import type { NamedTokens, TokenBinding } from '../../../../contract/schemas/token.ts'
import { bindTokenWords } from '../../words/bind-token.ts'
import { pickWords } from '../../words/language.ts'
import { type Fault, walletFault } from '../wallet/sign.ts'
import type { Sign } from '../wallet/wallet-gate.tsx'

export type FieldName = 'tokenAddress' | 'creationTx'
export type Faults = Partial<Record<FieldName, Fault>>

/** Null: the binding is stored. */
export type Ended = { fault: Fault | null; faults: Faults } | null

interface Wish {
  enrollmentId: string
  creatorAddress: string
  values: Record<FieldName, string>
  sign: Sign
}

/** Has the creator's wallet sign for the token, and sends it. */
export async function bind({ enrollmentId, creatorAddress, values, sign }: Wish): Promise<Ended> {
  const [tokenAddress, creationTx] = [values.tokenAddress.trim(), values.creationTx.trim()]
  const faults = findFaults(tokenAddress, creationTx)
  if (Object.keys(faults).length > 0) return { fault: null, faults }
  const path = `/v1/launch/${enrollmentId}/token`
  const asked = await askService<{ message: string }>(`${path}/message?tokenAddress=${tokenAddress}`)
  if ('refusal' in asked) return endedBy(asked.refusal)
  const signed = await sign(asked.body.message).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ fault: walletFault(error) }),
  )
  if ('fault' in signed) return { ...signed, faults: {} }
  const body = { tokenAddress, creatorAddress, ...signed, ...(creationTx && { creationTx }) }
  const sent = await askService<TokenBinding>(path, { method: 'POST', body })
  return 'refusal' in sent ? endedBy(sent.refusal) : null
}

interface Launch {
  enrollmentId: string
  creatorAddress: string
  sign: Sign
}

/** Has the creator's wallet sign that a token isn't its own. Null: the denial is stored. */
export async function deny({ tokenAddress, ...launch }: Launch & { tokenAddress: string }): Promise<Fault | null> {
  const path = `/v1/launch/${launch.enrollmentId}/token/denial`
  const sent = await sendSigned(launch, { path, query: `tokenAddress=${tokenAddress}`, fields: { tokenAddress } })
  return 'fault' in sent ? sent.fault : null
}

/** The tokens that name the wallet, which shows by a signature that it is the one that asks. */
export async function listNamed(launch: Launch): Promise<{ tokens: NamedToken[] } | { fault: Fault }> {
  const path = `/v1/launch/${launch.enrollmentId}/token/named`
  const issuedAt = new Date().toISOString()
  const sent = await sendSigned(launch, { path, query: `issuedAt=${issuedAt}`, fields: { issuedAt } })
  return 'fault' in sent ? sent : { tokens: sent.body.tokens ?? [] }
}

type NamedToken = NamedTokens['tokens'][number]

async function sendSigned(
  { creatorAddress, sign }: Launch,
  { path, query, fields }: { path: string; query: string; fields: object },
): Promise<{ body: { tokens?: NamedToken[] } } | { fault: Fault }> {
  const asked = await askService<{ message: string }>(`${path}/message?${query}`)
  if ('refusal' in asked) return { fault: { english: asked.refusal.message } }
  try {
    const signature = await sign(asked.body.message)
    const sent = await askService<{ tokens?: NamedToken[] }>(path, {
      method: 'POST',
      body: { creatorAddress, signature, ...fields },
    })
    return 'refusal' in sent ? { fault: { english: sent.refusal.message } } : sent
  } catch (error) {
    return { fault: walletFault(error) }
  }
}

function findFaults(tokenAddress: string, creationTx: string): Faults {
  const t = pickWords(bindTokenWords)
  return {
    ...(!/^0x[\da-f]{40}$/i.test(tokenAddress) && { tokenAddress: { words: t.wrongAddress } }),
    ...(!/^(0x[\da-f]{64})?$/i.test(creationTx) && { creationTx: { words: t.wrongTx } }),
  }
}

function endedBy({ message, details }: Refusal): Ended {
  const faults = Object.fromEntries(
    details
      .filter(({ path }) => path === 'tokenAddress' || path === 'creationTx')
      .map(({ path, message: english }) => [path, { english }]),
  )
  return { fault: Object.keys(faults).length > 0 ? null : { english: message }, faults }
}
