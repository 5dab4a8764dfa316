import type { LeadState } from '../../../contract/lead.ts'
import { LaunchId } from '../../../contract/schemas/enrollment.ts'
import { ScoreId } from '../../../contract/schemas/score.ts'
import { toAttestationResponse } from '../../attestation/get-attestation.ts'
import { findAttestation } from '../../attestation/store.ts'
import type { Deps } from '../../deps.ts'
import { getLaunch, getPhase } from '../../launches/get-launch.ts'
import { createLaunchNotFoundError } from '../../launches/resolve-launch.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
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
  launchPictureSide,
  layOutCard,
  layOutLaunchCard,
  pictureSides,
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
  for (const size of ['wide', 'tall'] as const)
    app.get(paths[size], { schema: { hide: true, params: ScoreId } }, async (request, reply) => {
      const id = request.params.id.toLowerCase()
      const [isAttested, state] = await Promise.all([isOnChain(deps.reads, id), findLeadState(deps.reads, id)])
      if (!state) throw createScoreNotFoundError()
      const drawThis = (signal: AbortSignal) => draw(deps, { ...maker, id, size, isAttested, state }, signal)
      const card = await maker.cards(
        `${id}.${size}.${isAttested}.${toCardKey(state)}`,
        drawThis,
        startDeadline(reply, cardDeadlineMs),
      )
      return sendCard(request, reply, card)
    })
}

/** Changes with everything that a card shows besides the record. */
const toCardKey = ({ outcome, warnings, isUnsigned, story, newer }: LeadState): string =>
  JSON.stringify([outcome, warnings, isUnsigned, story, newer?.warnings.map(({ message }) => message)])

async function isOnChain(reads: Deps['reads'], id: string): Promise<boolean> {
  const attestation = await findAttestation(reads, id)
  return attestation !== undefined && toAttestationResponse(attestation)?.status === 'published'
}

interface Drawn extends CardMaker {
  id: string
  size: CardSize
  isAttested: boolean
  state: LeadState
}

async function draw(deps: Deps, { drawCard, thumbnail, id, size, isAttested, state }: Drawn, signal: AbortSignal) {
  const [score, image] = await Promise.all([getScoreOrThrow(deps.reads, id), thumbnail(id, pictureSides[size])])
  const card = await drawCard(
    layOutCard(
      { score, state, isAttested, image },
      { size, publisher: toPublisher(deps.config), titleOf: (name) => getTitle(deps, name) },
    ),
    {
      size: cardSizes[size],
      signal,
    },
  )
  await getShownBody(deps.reads, id) // again, because it may have been taken down during the drawing
  return card
}

/** Changes with the launch's time, texts and outcome. Pages add `?v=` for the caches of browsers and crawlers. */
export function getLaunchCardRoute(
  app: App,
  { reads, config, clock }: Deps,
  { cards, drawCard, thumbnail }: CardMaker,
) {
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
    const isContradicted = standing === 'contradicted'
    const phase = getPhase({ ...launch, isLaunched: launched !== null }, clock.now())
    const when = formatWhen({ phase, scheduledFor, launched })
    // Without the query's `v`, so that callers can't fill the cache with copies of one card.
    const key = JSON.stringify([enrollmentId, page.tagline, when, toCardKey(state), isContradicted])
    const draw = async (signal: AbortSignal) => {
      const image = await thumbnail(score.id, launchPictureSide)
      const shown = { score, state, tagline: page.tagline, when, image, isContradicted }
      const drawn = await drawCard(layOutLaunchCard(shown, toPublisher(config)), { size: cardSizes.wide, signal })
      await getShownBody(reads, score.id) // again, because it may have been taken down during the drawing
      return drawn
    }
    return sendCard(request, reply, await cards(key, draw, startDeadline(reply, cardDeadlineMs)))
  })
}
