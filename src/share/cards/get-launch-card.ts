import type { Deps } from '../../deps.ts'
import { createLaunchNotFoundError } from '../../enrollment/resolve-launch.ts'
import { LaunchId } from '../../../contract/schemas/enrollment.ts'
import { getLaunch } from '../../launches/get-launch.ts'
import { getPhase } from '../../launches/launch-phase.ts'
import { findLaunched, findToldState } from '../../outcomes/followed/launch-outcome.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
import { cardSizes } from './card-layout.ts'
import { toPublisher } from './card-parts.ts'
import { type CardMaker, toCardKey } from './get-card.ts'
import { formatWhen, layOutLaunchCard, launchPictureSide } from './launch-card-layout.ts'
import { findStanding } from '../../scoring/shown/shown-store.ts'
import { getShownBody } from '../../scoring/takedown/get-shown-body.ts'
import { cardDeadlineMs } from './render-card.ts'
import { sendCard } from './send-card.ts'

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
      findToldState(reads, score.id),
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
