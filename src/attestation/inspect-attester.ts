import type { Deps } from '../deps.ts'
import type { Inspection } from '../providers/chain/attester.ts'
import { ensureSchema } from './allocate-nonces.ts'

/** Also queues the registration of a missing schema. */
export async function inspectAttester(deps: Deps, signal: AbortSignal): Promise<void> {
  const { attester, log } = deps
  if (!attester) return
  const before = attester.inspected()
  const now = await attester.inspect(signal)
  if (now.state !== before.state) log[getLevel(now)](formatLine(deps, now), words[now.state])
  if (now.state === 'no-schema') await ensureSchema({ ...deps, attester })
}

const getLevel = ({ state }: Inspection) => (state === 'ok' || state === 'no-schema' ? 'info' : 'error')

const formatLine = ({ attester }: Deps, { state, balance }: Inspection) => ({
  state,
  attester: attester?.address,
  contract: attester?.contract,
  chainId: attester?.chainId,
  balanceWei: balance === null ? null : String(balance),
})

const words: Record<Inspection['state'], string> = {
  ok: 'attestations can be published',
  stuck: 'a transaction of the attester is stuck, and later ones wait behind it',
  'low-balance': 'the attester’s balance is low',
  'no-schema': 'the schema is not registered yet; registration is under way',
  'no-contract': 'there is no contract at ATTESTATION_CONTRACT; publishing is blocked',
  'wrong-chain': 'CHAIN_RPC_URL serves another chain than CHAIN_ID; publishing is blocked',
  unreachable: 'the node gives no usable response; publishing is blocked for now',
  'no-signer': 'the signer at ATTESTER_URL gives no usable response; publishing is blocked for now',
  'wrong-signer': 'the signer at ATTESTER_URL does not have the key that the URL names; publishing is blocked',
  unchecked: 'the attester has not been checked yet',
}
