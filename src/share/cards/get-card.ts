import { toAttestationResponse } from '../../attestation/attestation-response.ts'
import { findAttestation } from '../../attestation/store.ts'
import type { Deps } from '../../deps.ts'
import { findToldState } from '../../outcomes/followed/launch-outcome.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
import { ScoreId } from '../../../contract/schemas/score.ts'
import type { ToldState } from '../../../contract/lead.ts'
import { createScoreNotFoundError } from '../../scoring/shown/create-score-not-found-error.ts'
import { getShownBody } from '../../scoring/takedown/get-shown-body.ts'
import { getTitle } from '../../signals/registry.ts'
import type { GetThumbnail } from '../../scoring/thumbnails.ts'
import type { CardCache } from './card-cache.ts'
import { type CardSize, cardSizes, layOutCard, pictureSides } from './card-layout.ts'
import { toPublisher } from './card-parts.ts'
import { getScoreOrThrow } from '../get-score-or-throw.ts'
import { type DrawCard, cardDeadlineMs } from './render-card.ts'
import { sendCard } from './send-card.ts'

/** Shared by all routes of cards. */
export interface CardMaker {
  cards: CardCache
  drawCard: DrawCard
  thumbnail: GetThumbnail
}

const paths: Record<CardSize, string> = { wide: '/score/:id/card.png', tall: '/score/:id/card-3x2.png' }

export function getCardRoutes(app: App, deps: Deps, maker: CardMaker) {
  for (const size of ['wide', 'tall'] as const)
    app.get(paths[size], { schema: { hide: true, params: ScoreId } }, async (request, reply) => {
      const id = request.params.id.toLowerCase()
      const [isAttested, state] = await Promise.all([isOnChain(deps.reads, id), findToldState(deps.reads, id)])
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
export const toCardKey = ({ outcome, warnings, isUnsigned, story, newer }: ToldState): string =>
  JSON.stringify([outcome, warnings, isUnsigned, story, newer?.warnings.map(({ message }) => message)])

async function isOnChain(reads: Deps['reads'], id: string): Promise<boolean> {
  const attestation = await findAttestation(reads, id)
  return attestation !== undefined && toAttestationResponse(attestation)?.status === 'published'
}

interface Drawn extends CardMaker {
  id: string
  size: CardSize
  isAttested: boolean
  state: ToldState
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
