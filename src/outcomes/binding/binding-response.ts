import { toChecksumAddress } from '../../platform/address.ts'
import { isSameName } from '../rules/fold-name.ts'
import type { TokenBinding } from './schemas.ts'
import type { ShownProof } from './proof-store.ts'
import type { BindingRow, BoundLaunch } from './store.ts'

interface Shown {
  binding: BindingRow
  launch: BoundLaunch
  proofs: ShownProof[]
}

export const toBindingResponse = ({ binding, launch, proofs }: Shown): TokenBinding => ({
  scoreRequestId: binding.scoreId,
  enrollmentId: binding.enrollmentId,
  chainId: binding.chainId,
  tokenAddress: toChecksumAddress(binding.token),
  creatorAddress: toChecksumAddress(binding.creatorAddress),
  origin: binding.origin,
  state: binding.state,
  counts: binding.state === 'proven' && binding.excluded === null,
  reason: binding.excluded,
  population: findPopulation(binding, launch),
  anchored: binding.isAnchored,
  name: binding.name,
  symbol: binding.symbol,
  venue: binding.venue,
  proofs: proofs.map(({ shownAt, ...proof }) => ({ ...proof, shownAt: shownAt.toISOString() })),
  createdAt: binding.createdAt?.toISOString() ?? null,
  message: binding.message,
  signature: binding.signature && `0x${binding.signature.toString('hex')}`,
  boundAt: binding.boundAt.toISOString(),
})

function findPopulation(binding: BindingRow, launch: BoundLaunch): TokenBinding['population'] {
  const { state, excluded, createdAt } = binding
  if (state !== 'proven' || excluded !== null || createdAt === null) return null
  if (launch.enrolledAt && launch.enrolledAt < createdAt) return 'committed'
  return isSameName(launch, binding) ? 'observed' : null
}
