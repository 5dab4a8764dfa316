import { toChecksumAddress } from '../../../contract/address.ts'
import type { OutcomeHistory } from '../followed/outcome-history-store.ts'
import { listHorizons } from '../followed/list-horizons.ts'
import { isSameName } from '../rules/fold-name.ts'
import { findNamePrefix } from '../rules/venues-1.0.0.ts'
import { dexscreener } from '../../providers/market/dexscreener-source.ts'
import type { LaunchToken, TokenBinding } from '../../../contract/schemas/token.ts'
import type { ShownProof } from './proof-store.ts'
import type { BindingRow, BoundLaunch } from './store.ts'

interface Shown {
  binding: BindingRow
  launch: BoundLaunch
  history: OutcomeHistory
  earlierScores: number
  otherTokens: { count: number; tokens: string[] }
  /** The newest score that measured the contract; null: none has. */
  examinedBy: string | null
}

/** A binding with what proves it. */
export const toBindingResponse = (shown: Shown, proofs: ShownProof[]): TokenBinding => ({
  ...toLaunchToken(shown),
  proofs: proofs.map(({ shownAt, ...proof }) => ({ ...proof, shownAt: shownAt.toISOString() })),
  message: shown.binding.message,
  signature: shown.binding.signature && `0x${shown.binding.signature.toString('hex')}`,
})

/** A binding as the summary of its launch shows it. */
export const toLaunchToken = ({
  binding,
  launch,
  history,
  earlierScores,
  otherTokens,
  examinedBy,
}: Shown): LaunchToken => ({
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
  nameDiffers: isOtherName(launch, binding),
  examinedBy,
  venue: binding.venue,
  ...showVenueGraduation(binding, history),
  createdAt: binding.createdAt?.toISOString() ?? null,
  boundAt: binding.boundAt.toISOString(),
  earlierScores,
  otherTokens: { count: otherTokens.count, tokens: otherTokens.tokens.map(toChecksumAddress) },
  ...toFollowedFields(history),
  attribution: dexscreener.credit,
})

/** A name or a symbol that the chain didn't tell differs from nothing. */
export const isOtherName = (
  { name, symbol }: Pick<BoundLaunch, 'name' | 'symbol'>,
  token: Pick<BindingRow, 'name' | 'symbol' | 'chainId' | 'venue'>,
): boolean =>
  !isSameName(
    { name, symbol },
    { name: token.name ?? name, symbol: token.symbol ?? symbol },
    findNamePrefix(token.chainId, token.venue),
  )

/** The curve of the launchpad, and how it ended. */
export const showVenueGraduation = (
  { hasCurve }: Pick<BindingRow, 'hasCurve'>,
  { venueGraduation }: Pick<OutcomeHistory, 'venueGraduation'>,
): Pick<LaunchToken, 'curve' | 'venueGraduatedAt' | 'successor'> => ({
  curve: hasCurve && venueGraduation === null,
  venueGraduatedAt: venueGraduation?.graduatedAt.toISOString() ?? null,
  successor: venueGraduation && {
    tokenAddress: toChecksumAddress(venueGraduation.successor),
    txHash: venueGraduation.txHash,
  },
})

const toFollowedFields = (
  history: OutcomeHistory,
): Pick<LaunchToken, 'tradingSince' | 'outcomes' | 'graduation' | 'corrections'> => ({
  tradingSince: history.tradingSince?.toISOString() ?? null,
  outcomes: listHorizons(history).map(({ horizon, decided, outcome, cause, dueAt }) => ({
    horizon,
    outcome,
    cause,
    seenAt: decided?.seenAt?.toISOString() ?? null,
    rules: decided?.rules ?? null,
    ...(decided === null && { dueAt: dueAt.toISOString() }),
  })),
  graduation: history.graduation && {
    ...history.graduation,
    graduatedAt: history.graduation.graduatedAt.toISOString(),
  },
  corrections: history.corrections.map(({ correctedAt, ...correction }) => ({
    ...correction,
    correctedAt: correctedAt.toISOString(),
  })),
})

function findPopulation(binding: BindingRow, launch: BoundLaunch): TokenBinding['population'] {
  const { state, excluded, createdAt } = binding
  if (state !== 'proven' || excluded !== null || createdAt === null) return null
  return launch.enrolledAt && launch.enrolledAt < createdAt ? 'committed' : 'observed'
}
