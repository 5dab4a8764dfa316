import type { ScoreProps } from 'launchscore-web/pages'
import { answeredAttestation } from '../attestation/answered-attestation.ts'
import { type AttestationRow, findAttestation } from '../attestation/store.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { type ReplayRow, findShownScore, listReplays } from '../scoring/replay-store.ts'
import type { ScoreResult } from '../scoring/schemas.ts'
import { getCreator } from '../standings/get-creator.ts'
import { getPercentile } from '../standings/get-percentile.ts'
import { IdParam, idOfPage, noSuchPage } from './id-param.ts'
import type { Site } from './open-site.ts'
import { spreadOf } from './spread.ts'

type ScorePageDeps = Pick<Deps, 'config' | 'reads' | 'attester' | 'clock'>

const mostReplays = 50

/** GET /score/:id: a score, to be shared. */
export function scorePageRoute(app: App, deps: ScorePageDeps, site: Site) {
  const schema = { hide: true, params: IdParam }
  app.get('/score/:id', { schema, onSend: tagAnswer }, async (request, reply) => {
    const id = idOfPage(request.params.id, 'score')
    const props = await getScoreProps(deps, id)
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'score', props, path: `/score/${id}` })
  })
}

async function getScoreProps(deps: ScorePageDeps, id: string): Promise<ScoreProps> {
  const { reads, config, attester } = deps
  const shown = await findShownScore(reads, id)
  if (!shown) throw noSuchPage('score')
  const score = JSON.parse(shown.body) as ScoreResult // we wrote it
  const [percentile, creator, replays, attestation] = await Promise.all([
    getPercentile(deps, { id, window: '7d' }),
    getCreator(reads, score.submission.creatorAddress),
    listReplays(reads, { scoreId: id, limit: mostReplays }),
    findAttestation(reads, id),
  ])
  return {
    score,
    percentile,
    creator,
    samples: { meme: spreadOf(shown.meme), image: spreadOf(shown.image) },
    replays: replays.map(shownReplay),
    attestation: shownAttestation(attestation),
    chainId: config.chainId,
    canPublish: attester !== null,
  }
}

const shownReplay = (row: ReplayRow): ScoreProps['replays'][number] => ({
  id: row.id,
  aggregate: row.aggregate_x100 / 100,
  band: row.band,
  confidence: row.has_stubs ? 'preliminary' : 'final',
  promptVersion: row.prompt_version,
  createdAt: row.created_at.toISOString(),
})

/** As GET /v1/score/:id/attestation answers it; null where that is 404. */
function shownAttestation(row: AttestationRow | undefined): ScoreProps['attestation'] {
  if (!row || row.state === 'failed' || row.state === 'reverted') return null
  return answeredAttestation(row) ?? { status: 'pending', txHash: row.txHash }
}
