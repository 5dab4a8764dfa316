import { toChecksumAddress } from '../../contract/address.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { type LaunchToken, TokenBinding } from '../../contract/schemas/token.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { createLaunchNotFoundError } from '../launches/resolve-launch.ts'
import {
  countEarlierScores,
  findBoundLaunch,
  findShownBinding,
  findShownBindingOf,
  listBindingProofs,
  type BindingRow,
  type BoundLaunch,
  type ShownProof,
} from './binding-store.ts'
import { listOtherTokens } from './finding-store.ts'
import { type OutcomeHistory, findOutcomeHistory, listHorizons } from './outcome-store.ts'
import { isSameName } from './rules/fold-name.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { findExamination } from '../scoring/contract-store.ts'
import { refuseHidden } from '../scoring/visibility.ts'

/** GET /v1/launch/:id/token: the token that a launch is bound to. */
export function getBoundTokenRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getBoundToken',
    summary: 'Fetch the token of a launch',
    description: 'Returns the proven binding, or else the newest one, with its proofs and the outcomes of the token.',
    tags: ['launches'],
    params: LaunchId,
    response: {
      200: response(TokenBinding, 'The proven binding, or else the newest'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/v1/launch/:id/token', { schema, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=15')
    return getBoundToken(reads, request.params.id.toLowerCase())
  })
}

async function getBoundToken(reads: Deps['reads'], id: string): Promise<TokenBinding> {
  const launch = await findBoundLaunch(reads, id)
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  const binding = await findShownBinding(reads, launch.submissionId)
  if (!binding) throw new ApiError('not_found', 'This launch is not bound to a token yet.')
  return (await showBinding(reads, { launch, binding })).shown
}

/** Other tokens of the wallet that are named; all are counted. */
const maxOtherTokens = 100

interface Bound {
  launch: BoundLaunch
  binding: BindingRow
}

/** A binding as the API shows it, with what became of it. */
export async function showBinding(db: Db, bound: Bound): Promise<{ shown: TokenBinding; history: OutcomeHistory }> {
  const [proofs, read] = await Promise.all([listBindingProofs(db, bound.binding.id), readBound(db, bound)])
  return { shown: toBindingResponse({ ...bound, ...read }, proofs), history: read.history }
}

/** The token of an enrolled launch, as its summary shows it; null: it isn't bound to one yet. */
export async function findLaunchToken(
  db: Db,
  { enrollmentId, submissionId }: { enrollmentId: string; submissionId: string },
): Promise<LaunchToken | null> {
  const binding = await findShownBinding(db, submissionId)
  const launch = binding && (await findBoundLaunch(db, enrollmentId))
  if (!launch) return null
  const bound = { launch, binding }
  return toLaunchToken({ ...bound, ...(await readBound(db, bound)) })
}

async function readBound(db: Db, { launch, binding }: Bound) {
  const { chainId, creatorAddress, token } = binding
  const [history, otherTokens, examination] = await Promise.all([
    findOutcomeHistory(db, binding.id),
    listOtherTokens(db, { chainId, creatorAddress, token, since: launch.scoredAt, limit: maxOtherTokens }),
    binding.state === 'proven' ? findExamination(db, binding.submissionId) : null,
  ])
  const examinedBy = examination?.scoreId ?? null
  return {
    history,
    otherTokens,
    examinedBy,
    earlierScores: history.earlierScores ?? (await countEarlierScores(db, launch)),
  }
}

/** The proven token of a score's submission, as a page of its contract shows it; null: there is none. */
export async function findBoundToken(
  db: Db,
  scoreId: string,
): Promise<Pick<TokenBinding, 'state' | 'name' | 'symbol' | 'nameDiffers' | 'examinedBy'> | null> {
  const binding = await findShownBindingOf(db, scoreId)
  const launch = binding?.state === 'proven' ? await findBoundLaunch(db, scoreId) : undefined
  if (!binding || !launch) return null
  const { state, name, symbol } = binding
  const examination = await findExamination(db, binding.submissionId)
  return { state, name, symbol, nameDiffers: isOtherName(launch, binding), examinedBy: examination?.scoreId ?? null }
}

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
const toBindingResponse = (shown: Shown, proofs: ShownProof[]): TokenBinding => ({
  ...toLaunchToken(shown),
  proofs: proofs.map(({ shownAt, ...proof }) => ({ ...proof, shownAt: shownAt.toISOString() })),
  message: shown.binding.message,
  signature: shown.binding.signature && `0x${shown.binding.signature.toString('hex')}`,
})

/** A binding as the summary of its launch shows it. */
const toLaunchToken = ({ binding, launch, history, earlierScores, otherTokens, examinedBy }: Shown): LaunchToken => ({
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
const isOtherName = (
  { name, symbol }: Pick<BoundLaunch, 'name' | 'symbol'>,
  token: Pick<BindingRow, 'name' | 'symbol' | 'namePrefix' | 'nameSuffix'>,
): boolean =>
  !isSameName(
    { name, symbol },
    { name: token.name ?? name, symbol: token.symbol ?? symbol },
    { prefix: token.namePrefix, suffix: token.nameSuffix },
  )

/** The curve of the launchpad, and how it ended. */
export const showVenueGraduation = (
  { hasCurve }: Pick<BindingRow, 'hasCurve'>,
  { venueGraduation }: Pick<OutcomeHistory, 'venueGraduation'>,
): Pick<LaunchToken, 'curve' | 'venueGraduatedAt' | 'successor'> => ({
  curve: hasCurve && venueGraduation === null,
  venueGraduatedAt: venueGraduation?.graduatedAt.toISOString() ?? null,
  successor:
    venueGraduation && venueGraduation.successor !== null
      ? { tokenAddress: toChecksumAddress(venueGraduation.successor), txHash: venueGraduation.txHash }
      : null,
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
