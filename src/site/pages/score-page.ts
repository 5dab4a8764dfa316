import type { ScoreProps } from 'launchscore-web/pages'
import { toAttestationResponse } from '../../attestation/attestation-response.ts'
import { type AttestationRow, findAttestation } from '../../attestation/store.ts'
import type { Deps } from '../../deps.ts'
import { toEnrollmentResponse } from '../../enrollment/enrollment-response.ts'
import { findEnrollment } from '../../enrollment/store.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { type ReplayRow, findShownScore, listReplays } from '../../scoring/replay-store.ts'
import type { ScoreResult } from '../../scoring/schemas.ts'
import { refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { getCreator } from '../../rankings/get-creator.ts'
import { getPercentile } from '../../rankings/get-percentile.ts'
import { IdParam, getPageId, pageNotFound } from '../id-param.ts'
import type { Site } from '../load-site.ts'
import { toSpread } from './spread.ts'

type ScorePageDeps = Pick<Deps, 'config' | 'reads' | 'attester' | 'clock'>

const maxReplays = 50

/** GET /score/:id: the page of a score. */
export function scorePageRoute(app: App, deps: ScorePageDeps, site: Site) {
  const schema = { hide: true, params: IdParam }
  app.get('/score/:id', { schema, onSend: setEtag }, async (request, reply) => {
    const id = getPageId(request.params.id, 'score')
    const props = await getScoreProps(deps, id)
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'score', props, path: `/score/${id}` })
  })
}

async function getScoreProps(deps: ScorePageDeps, id: string): Promise<ScoreProps> {
  const { reads, config, attester } = deps
  const shown = await findShownScore(reads, id)
  if (!shown) throw pageNotFound('score')
  refuseHidden(shown.hiddenReason)
  const score = JSON.parse(shown.body) as ScoreResult // we wrote it
  const [percentile, creator, replays, attestation, enrollment] = await Promise.all([
    getPercentile(deps, { id, window: '7d' }),
    getCreator(reads, score.submission.creatorAddress),
    listReplays(reads, { scoreId: id, limit: maxReplays }),
    findAttestation(reads, id),
    findEnrollment(reads, id),
  ])
  return {
    score,
    standing: shown.standing,
    percentile,
    creator,
    samples: { meme: toSpread(shown.meme), image: toSpread(shown.image) },
    replays: replays.map(shownReplay),
    attestation: shownAttestation(attestation),
    enrollment: enrollment ? toEnrollmentResponse(enrollment) : null,
    chainId: config.chainId,
    canPublish: attester !== null,
  }
}

const shownReplay = (row: ReplayRow): ScoreProps['replays'][number] => ({
  id: row.id,
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  warnings: row.warningCodes,
  confidence: row.hasStubs ? 'preliminary' : 'final',
  promptVersion: row.promptVersion,
  createdAt: row.createdAt.toISOString(),
})

/** The response of GET /v1/score/:id/attestation; null where that is 404. */
function shownAttestation(row: AttestationRow | undefined): ScoreProps['attestation'] {
  if (!row || row.state === 'failed' || row.state === 'reverted') return null
  return toAttestationResponse(row) ?? { status: 'pending', txHash: row.txHash }
}
