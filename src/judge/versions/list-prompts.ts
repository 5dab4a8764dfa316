import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { type Activation, listActivations } from './activation-store.ts'
import { type ReleasedFiles, rememberReleasedFiles } from './prompt-files.ts'
import { type PromptActivation, PromptVersions } from './prompt-schemas.ts'

const maxActivations = 50

export function listPromptsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listPrompts',
    summary: 'List the prompt versions',
    tags: ['public'],
    response: { 200: response(PromptVersions, 'Newest first'), 304: unchanged, ...errorResponses(500) },
  }
  const listReleased = rememberReleasedFiles()
  app.get('/api/v1/prompts', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const [{ id: active }, activations] = await Promise.all([deps.activePrompt(), listPublicActivations(deps)])
    return { active, versions: toReleases(listReleased(), active), activations }
  })
}

/** Without the operator's account. */
export const listPublicActivations = async ({ reads }: Deps): Promise<PromptActivation[]> =>
  (await listActivations(reads, maxActivations)).map(({ version, activatedAt, reason }) => ({
    version,
    activatedAt: activatedAt.toISOString(),
    reason,
  }))

export const toReleases = (released: ReleasedFiles[], active: string): PromptVersions['versions'] =>
  released.map(({ id, sha256, files, modules }) => ({
    id,
    isActive: id === active,
    sha256,
    files: [...files, ...modules].map((file) => ({ name: file.name, sha256: file.sha256 })),
  }))

export const toActivationResponse = ({ activatedAt, ...activation }: Activation) => ({
  ...activation,
  activatedAt: activatedAt.toISOString(),
})
