import { Check } from 'typebox/value'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { listAnchorRuns } from './anchors.ts'
import { type AnchorRun, type EvaluationRun, Evaluations, Summary } from './schemas.ts'
import { type FinishedRun, listRuns } from './store.ts'

const [maxRuns, maxDays] = [10, 90]

export function listEvaluationsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listEvaluations',
    summary: 'List the measurements of the judge',
    tags: ['public'],
    response: {
      200: response(Evaluations, 'The newest 10 runs and 90 days of anchors, newest first'),
      304: unchanged,
      ...errorResponses(429, 500),
    },
  }
  app.get('/api/v1/evaluations', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return listEvaluations(deps)
  })
}

export async function listEvaluations({ reads }: Deps): Promise<{ runs: EvaluationRun[]; anchors: AnchorRun[] }> {
  const [runs, anchors] = await Promise.all([listRuns(reads, 'sets', maxRuns), listAnchorRuns(reads, maxDays)])
  return { runs: runs.map(toEvaluationRun), anchors }
}

function toEvaluationRun({ summary, startedAt, finishedAt, ...run }: FinishedRun): EvaluationRun {
  if (!Check(Summary, summary)) throw new Error(`The stored run ${run.id} is damaged`)
  const { id, promptVersion, provider, model, resolvedModel, setHash, items, attacks, repeats, hasPassed } = run
  const settings = { id, promptVersion, provider, model, resolvedModel, setHash, items, attacks, repeats, hasPassed }
  return { ...settings, summary, startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString() }
}
