import { findChainName } from '../../../contract/chains.ts'
import { findLead, type LeadState } from '../../../contract/lead.ts'
import { LaunchId } from '../../../contract/schemas/enrollment.ts'
import { ScoreId, type ScoreResult } from '../../../contract/schemas/score.ts'
import type { ShownStanding } from '../../../contract/standing.ts'
import { dayMs } from '../../../contract/time.ts'
import { toAttestationResponse } from '../../attestation/get-attestation.ts'
import { findAttestation } from '../../attestation/store.ts'
import type { Deps } from '../../deps.ts'
import { getLaunch, getPhase } from '../../launches/get-launch.ts'
import { createLaunchNotFoundError } from '../../launches/resolve-launch.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
import { createPositionReader } from '../../rankings/percentile.ts'
import { getScoreOrThrow, getShownBody } from '../../scoring/shown-body.ts'
import { findStanding } from '../../scoring/shown-store.ts'
import type { GetThumbnail } from '../../scoring/thumbnails.ts'
import { createScoreNotFoundError } from '../../scoring/visibility.ts'
import { getTitle } from '../../signals/registry.ts'
import { findLaunched, findLeadState } from '../../tokens/launch-outcome.ts'
import {
  type CardSize,
  cardSizes,
  formatWhen,
  layOutCard,
  layOutSiteCard,
  pictureSides,
  type TicketCard,
  toPublisher,
} from './card-layout.ts'
import { type CardCache, cardDeadlineMs, type DrawCard, sendCard } from './render-card.ts'

/** Shared by all routes of cards. */
interface CardMaker {
  cards: CardCache
  drawCard: DrawCard
  thumbnail: GetThumbnail
}

const paths: Record<CardSize, string> = { wide: '/score/:id/card.png', tall: '/score/:id/card-3x2.png' }

export function getCardRoutes(app: App, deps: Deps, maker: CardMaker) {
  const { reads } = deps
  const positions = createPositionReader(deps)
  for (const size of ['wide', 'tall'] as const)
    app.get(paths[size], { schema: { hide: true, params: ScoreId } }, async (request, reply) => {
      const id = request.params.id.toLowerCase()
      const score = await getScoreOrThrow(reads, id)
      const [isAttested, state, launched, standing] = await Promise.all([
        isOnChain(reads, id),
        findLeadState(reads, id),
        findLaunched(reads, id),
        findStanding(reads, id),
      ])
      if (!state) throw createScoreNotFoundError()
      const topPercent = isOfThisWeek(deps, { score, state }) ? toTopPercent(await positions.ofScore(id)) : null
      const told = {
        isAttested,
        topPercent,
        launchedAt: launched?.at ?? null,
        launch: null,
        signing: toSigning(standing),
      }
      const card = await maker.cards(
        JSON.stringify([id, size, told, toCardKey(state)]),
        (signal) => draw(deps, { ...maker, score, state, told, size }, signal),
        startDeadline(reply, cardDeadlineMs),
      )
      return sendCard(request, reply, card)
    })
}

/** The providers report another deployer than a contradicted signer. */
function toSigning(standing: ShownStanding): TicketCard['signing'] {
  if (standing === 'contradicted') return null
  return standing === 'unsigned' ? 'unsigned' : 'signed'
}

/** Changes with everything that a card shows besides the record. */
const toCardKey = ({ outcome, outcomeAt, warnings, isUnsigned, story }: LeadState): string =>
  JSON.stringify([outcome, outcomeAt, warnings, isUnsigned, story])

async function isOnChain(reads: Deps['reads'], id: string): Promise<boolean> {
  const attestation = await findAttestation(reads, id)
  return attestation !== undefined && toAttestationResponse(attestation)?.status === 'published'
}

/** An older score would be compared with a week that it isn't in. */
const isOfThisWeek = ({ clock }: Deps, { score, state }: { score: ScoreResult; state: LeadState }): boolean =>
  !score.hasStubs &&
  !score.test &&
  findLead(state) === null &&
  clock.now().getTime() - Date.parse(score.createdAt) < 7 * dayMs

/** With fewer scores, a share says nothing. */
const minCompared = 10

/** The share of the scores that are at least as high; null below the upper half. */
export function toTopPercent(position: { below: number; size: number } | null | undefined): number | null {
  if (!position || position.size < minCompared) return null
  const share = Math.max(1, Math.ceil((100 * (position.size - position.below)) / position.size))
  return share <= 50 ? share : null
}

type Told = Pick<TicketCard, 'isAttested' | 'topPercent' | 'launchedAt' | 'launch' | 'signing'>

interface Drawn extends CardMaker {
  score: ScoreResult
  state: LeadState
  told: Told
  size: CardSize
}

async function draw(deps: Deps, { drawCard, thumbnail, score, state, told, size }: Drawn, signal: AbortSignal) {
  const { reads, config } = deps
  const ticket = {
    score,
    state,
    picture: await thumbnail(score.id, pictureSides[size]),
    chainName: findChainName(score.submission.chainId ?? config.chainId),
    titleOf: (name: string) => getTitle(deps, name),
    ...told,
  }
  const card = await drawCard(layOutCard(ticket, { size, publisher: toPublisher(config) }), {
    size: cardSizes[size],
    signal,
  })
  await getShownBody(reads, score.id) // again, because it may have been taken down during the drawing
  return card
}

/** Changes with the launch's time, texts and outcome. Pages add `?v=` for the caches of browsers and crawlers. */
export function getLaunchCardRoute(app: App, deps: Deps, maker: CardMaker) {
  const { reads, clock } = deps
  app.get('/launch/:id/card.png', { schema: { hide: true, params: LaunchId } }, async (request, reply) => {
    const launch = await getLaunch(reads, request.params.id)
    if (!launch) throw createLaunchNotFoundError()
    const { score, enrollment, page } = launch
    const { enrollmentId, scheduledFor } = enrollment
    const [launched, state, standing] = await Promise.all([
      findLaunched(reads, score.id),
      findLeadState(reads, score.id),
      findStanding(reads, score.id),
    ])
    if (!state) throw createLaunchNotFoundError()
    const phase = getPhase({ ...launch, isLaunched: launched !== null }, clock.now())
    const when = formatWhen({ phase, scheduledFor, launched })
    const told: Told = {
      isAttested: false,
      topPercent: null,
      launchedAt: launched?.at ?? null,
      launch: { tagline: page.tagline, when },
      signing: toSigning(standing),
    }
    // Without the query's `v`, so that callers can't fill the cache with copies of one card.
    const key = JSON.stringify([enrollmentId, told, toCardKey(state)])
    const drawThis = (signal: AbortSignal) => draw(deps, { ...maker, score, state, told, size: 'wide' }, signal)
    return sendCard(request, reply, await maker.cards(key, drawThis, startDeadline(reply, cardDeadlineMs)))
  })
}

/** The card of pages that have none of their own. It carries the name of the deployment. */
export function getSiteCardRoute(app: App, { config }: Deps, { cards, drawCard }: CardMaker) {
  const card = layOutSiteCard(config)
  const drawThis = (signal: AbortSignal) => drawCard(card, { size: cardSizes.wide, signal })
  app.get('/card.png', { schema: { hide: true } }, async (request, reply) => {
    return sendCard(request, reply, await cards('site', drawThis, startDeadline(reply, cardDeadlineMs)))
  })
}
