import { Type } from 'typebox'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { diffPrompts } from './prompt-diff.ts'
import { rememberReleasedFiles } from './prompt-files.ts'
import { PromptDiff } from './prompt-schemas.ts'

const version = (what: string) => Type.String({ maxLength: 64, description: `${what}, \`<name>@<semver>\`` })

const Query = Type.Object({ from: version('the version before'), to: version('the version after') })

export function getPromptDiffRoute(app: App) {
  const schema = {
    operationId: 'getPromptDiff',
    summary: 'Compare two prompt versions',
    tags: ['public'],
    querystring: Query,
    response: { 200: response(PromptDiff, 'The unified diff'), 304: unchanged, ...errorResponses(400, 500) },
  }
  const listReleased = rememberReleasedFiles()
  const find = (version: string) => listReleased().find(({ id }) => id === version)
  /** Released versions never change, and there are few pairs of them. */
  const known = new Map<string, string>()
  app.get('/api/v1/prompts/diff', { schema, onSend: setEtag }, (request, reply) => {
    const { from, to } = request.query
    const [before, after] = [find(from), find(to)]
    if (!before) throw badField('from', 'is not a prompt version of this service')
    if (!after) throw badField('to', 'is not a prompt version of this service')
    const key = `${from} ${to}`
    const diff = known.get(key) ?? diffPrompts(before, after)
    known.set(key, diff)
    reply.header('cache-control', 'public, max-age=3600')
    return { from, to, diff }
  })
}
