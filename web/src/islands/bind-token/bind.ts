import { type Refusal, askService } from '../../browser/ask-service.ts'
import type { TokenBinding } from '../../api-shapes.ts'
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
