import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { type Static, Type } from 'typebox'
import { ref } from '../../../contract/schema.ts'
import type { Deps } from '../../deps.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { listPrompts, loadPrompt } from './prompts.ts'
import { type Activation, listActivations } from './store.ts'

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

/** A rule module's name differs by its version. */
export interface FilePair {
  before: PromptFile | null
  after: PromptFile | null
}

type Files = Pick<ReleasedFiles, 'files' | 'modules'>

/** Empty when the versions are equal. */
export const diffPrompts = (before: Files, after: Files): string =>
  listChangedPairs(before, after).map(toPatch).join('')

/** First the folders' files, then the rule sources. */
export const listChangedPairs = (before: Files, after: Files): FilePair[] =>
  [...pair(before.files, after.files), ...pair(before.modules, after.modules)].filter(
    ({ before, after }) => before?.sha256 !== after?.sha256,
  )

function pair(before: PromptFile[], after: PromptFile[]): FilePair[] {
  const stems = [...new Set([...before, ...after].map(toStem))].toSorted()
  return stems.flatMap((stem) => match(before.filter(hasStem(stem)), after.filter(hasStem(stem))))
}

/** A version may use two versions of a module: equal names belong together, and so do the newest others. */
function match(before: PromptFile[], after: PromptFile[]): FilePair[] {
  const common = before.filter(({ name }) => after.some((other) => other.name === name))
  const isOther = ({ name }: PromptFile) => !common.some((one) => one.name === name)
  const [gone, added] = [before.filter(isOther), after.filter(isOther)]
  const count = Math.max(gone.length, added.length)
  return [
    ...common.map((one) => ({ before: one, after: after.find(({ name }) => name === one.name) ?? null })),
    ...Array.from({ length: count }, (_, at) => ({ before: gone[at] ?? null, after: added[at] ?? null })),
  ]
}

const toStem = ({ name }: PromptFile): string => name.replace(/\.ts$/, '').replace(/-\d+\.\d+\.\d+$/, '')

const hasStem = (stem: string) => (file: PromptFile) => toStem(file) === stem

const toPatch = ({ before, after }: FilePair): string =>
  createTwoFilesPatch(before?.name ?? '/dev/null', after?.name ?? '/dev/null', before?.text ?? '', after?.text ?? '')

export interface PromptFile {
  /** A file of the version's folder by its name, a module by its path from the project's root. */
  name: string
  /** Hexadecimal, of its bytes. */
  sha256: string
  text: string
}

export interface ReleasedFiles {
  id: string
  name: string
  semver: string
  files: PromptFile[]
  /** With all modules that they import. */
  modules: PromptFile[]
  /** SHA-256 of the list of all names and hashes. */
  sha256: string
}

const root = join(import.meta.dirname, '../../..')

function rememberReleasedFiles(): () => ReleasedFiles[] {
  let released: ReleasedFiles[] | undefined
  return () => (released ??= readReleasedFiles())
}

export const readReleasedFiles = (): ReleasedFiles[] =>
  listPrompts().map((released) => {
    const files = filesIn(join(root, 'prompts', released.name, released.semver))
    const modules = listModules(Object.values(loadPrompt(released.id)?.rules ?? {}).filter((id) => id !== undefined))
    const lines = [...files, ...modules].map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    return { ...released, files, modules, sha256: hash('sha256', lines.join(''), 'hex') }
  })

const filesIn = (folder: string): PromptFile[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFile(join(folder, name), name))

function readFile(path: string, name: string): PromptFile {
  const bytes = readFileSync(path)
  return { name, sha256: hash('sha256', bytes, 'hex'), text: bytes.toString('utf8') }
}

/** With all that they import, in the order of their paths. */
function listModules(ids: string[]): PromptFile[] {
  const found = new Map<string, PromptFile>()
  const pending = ids.map(findModule)
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue
    const module = readFile(path, relative(root, path))
    found.set(path, module)
    pending.push(...findImports(module.text).map((imported) => join(dirname(path ?? ''), imported)))
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** `scan-rules@1.0.0` is `scan-1.0.0.ts`, in one of the `rules/` folders. */
function findModule(id: string): string {
  const file = `${id.replace('-rules@', '-')}.ts`
  const folders = ['src/signals/judge', 'src/signals', 'contract/signals']
  const path = folders.map((folder) => join(root, folder, 'rules', file)).find(existsSync)
  if (path === undefined) throw new Error(`Missing module ${file} of the rule set ${id}`)
  return path
}

/** Type imports don't change a score. */
const findImports = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export) (?!type )[^'"=(]{1,500} from '(\.[^']{1,200})'/gm)].map(
    ([, path = '']) => path,
  )

const promptVersion = Type.String({ description: '`<name>@<semver>`', examples: ['launch-score@1.1.0'] })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const PromptActivation = Type.Object(
  {
    version: promptVersion,
    activatedAt: Type.String({ format: 'date-time' }),
    reason: Type.String({ description: 'The operator’s reason' }),
  },
  { $id: 'PromptActivation', description: 'An operator made a version the active one' },
)
type PromptActivation = Static<typeof PromptActivation>

const PromptVersions = Type.Object(
  {
    active: Type.String({ description: 'The version that new scores use' }),
    versions: Type.Array(
      Type.Object({
        id: promptVersion,
        isActive: Type.Boolean(),
        sha256: Type.String({
          pattern: '^[0-9a-f]{64}$',
          description:
            'The hash of the list of all files and rule sources with their hashes, one `<sha256>  <name>` per line',
        }),
        files: Type.Array(Type.Object({ name: Type.String(), sha256 }), {
          description: 'The files of the version and the sources of its rules',
        }),
      }),
      { description: 'Newest first' },
    ),
    activations: Type.Array(ref(PromptActivation), {
      description: 'The latest 50, newest first. Until there is one, the newest version is active',
    }),
  },
  { $id: 'PromptVersions', description: 'Every released prompt version; none of them changes' },
)
type PromptVersions = Static<typeof PromptVersions>

const PromptDiff = Type.Object(
  {
    from: promptVersion,
    to: promptVersion,
    diff: Type.String({ description: 'A unified diff; empty if the two versions are equal' }),
  },
  { $id: 'PromptDiff', description: 'The differences between two prompt versions: files and rule sources' },
)
type PromptDiff = Static<typeof PromptDiff>

export const promptSchemas = [PromptActivation, PromptVersions, PromptDiff]
