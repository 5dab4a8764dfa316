import type { Deps } from '../deps.ts'
import type { Inspection } from '../providers/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { ensureSchema } from './ensure-schema.ts'

/** Looks whether attestations can be published, says so when that has changed, and has a missing schema registered. */
export async function inspectAttester(
  deps: Omit<AttestDeps, 'attester'> & Pick<Deps, 'attester'>,
  signal: AbortSignal,
): Promise<void> {
  const { attester, log } = deps
  if (!attester) return
  const before = attester.inspected()
  const now = await attester.inspect(signal)
  if (now.state !== before.state) log[levelOf(now)](lineOf(deps, now), words[now.state])
  if (now.state === 'no-schema') await ensureSchema({ ...deps, attester })
}

const levelOf = ({ state }: Inspection) => (state === 'ok' || state === 'no-schema' ? 'info' : 'error')

const lineOf = ({ attester }: Pick<Deps, 'attester'>, { state, balance }: Inspection) => ({
  state,
  attester: attester?.address,
  contract: attester?.contract,
  chainId: attester?.chainId,
  balanceWei: balance === null ? null : String(balance),
})

const words: Record<Inspection['state'], string> = {
  ok: 'attestations can be published',
  'low-balance': 'the attester’s account is nearly empty',
  'no-schema': 'the schema is not registered yet: it is being registered',
  'no-contract': 'ATTESTATION_CONTRACT has no code: nothing can be attested',
  'wrong-chain': 'CHAIN_RPC_URL serves another chain than CHAIN_ID: nothing can be attested',
  unreachable: 'the node gives no usable answer: nothing can be attested for now',
  unchecked: 'the attester was not looked at yet',
}
