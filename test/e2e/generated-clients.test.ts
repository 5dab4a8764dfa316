import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { expandParts } from '../../contract/expand-parts.ts'
import { strictOptions } from './compiler-options.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const document = join(root, 'openapi.json')

interface Operation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema?: { enum?: string[] } }[]
  requestBody?: { content: Record<string, { example: unknown }> }
}

/** A call of an operation, with the required parameters and, as the body, the document's example. */
interface Call {
  id: string
  method: string
  path: string
  parameters: Record<string, Record<string, string>>
  body: unknown
  /** The body is a form with files. */
  isForm: boolean
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

async function listCalls(): Promise<Call[]> {
  const { paths } = expandParts(JSON.parse(await readFile(document, 'utf8')) as Document)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method,
      path,
      parameters: toParameters(operation),
      body: Object.values(operation.requestBody?.content ?? {})[0]?.example,
      isForm: operation.requestBody?.content['multipart/form-data'] !== undefined,
    })),
  )
}

function toParameters({ parameters = [] }: Operation): Call['parameters'] {
  const required = parameters.filter((one) => one.required)
  const grouped = Object.entries(Object.groupBy(required, (one) => one.in))
  return Object.fromEntries(
    grouped.map(([place, some]) => [
      place,
      Object.fromEntries(some.map(({ name, schema }) => [name, schema?.enum?.[0] ?? 'x'])),
    ]),
  )
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'launchscore-clients-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** The program of a package of the web workspace. */
const findProgram = (name: string, path: string) =>
  join(dirname(createRequire(join(root, 'web/package.json')).resolve(`${name}/package.json`)), path)

async function compile(folder: string): Promise<string> {
  const fetchTypes = createRequire(join(root, 'web/package.json'))
    .resolve('openapi-fetch')
    .replace(/\.\w+$/, '.d.mts')
  const options = {
    compilerOptions: {
      ...strictOptions,
      allowImportingTsExtensions: true,
      paths: { 'openapi-fetch': [fetchTypes] },
    },
    include: ['**/*.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const failed = await run(tsc, ['-p', folder], { cwd: root }).then(
    () => ({ stdout: '' }),
    (error: { stdout: string }) => error,
  )
  return failed.stdout
}

/** The compiler must notice that fields are missing. */
const wrong = "// @ts-expect-error\nawait client.POST('/v1/score', { body: { name: 7 } })"

test('openapi-typescript: its client compiles against all operations', async (t) => {
  const [folder, calls] = [await makeFolder(t), await listCalls()]
  const program = findProgram('openapi-typescript', 'bin/cli.js')
  await run(process.execPath, [program, document, '-o', join(folder, 'schema.ts')], { cwd: root })
  const lines = calls.map(({ method, path, parameters, body }) => {
    const given = JSON.stringify({ params: parameters, ...(body !== undefined && { body }) })
    return `await client.${method.toUpperCase()}('${path}', ${given})`
  })
  const head = "import createClient from 'openapi-fetch'\nimport type { paths } from './schema.ts'\n"
  await writeFile(
    join(folder, 'calls.ts'),
    `${head}const client = createClient<paths>()\n${lines.join('\n')}\n${wrong}\n`,
  )
  assert.ok(calls.length >= 50)
  assert.equal(await compile(folder), '')
})

test('@hey-api/openapi-ts: its client compiles against all operations', async (t) => {
  const [folder, calls] = [await makeFolder(t), await listCalls()]
  const program = findProgram('@hey-api/openapi-ts', 'bin/run.js')
  await run(process.execPath, [program, '-i', document, '-o', join(folder, 'client'), '--silent'], {
    cwd: join(root, 'web'),
  })
  const lines = calls.map(({ id, parameters: { path, query, header }, body, isForm }) => {
    if (isForm) return `await sdk.${id}({ body: { image: new Blob() } })`
    const given = { path, query, headers: header, body }
    return `await sdk.${id}(${JSON.stringify(given)})`
  })
  const head = "import * as sdk from './client/sdk.gen.ts'\n"
  await writeFile(join(folder, 'calls.ts'), `${head}${lines.join('\n')}\n`)
  assert.equal(await compile(folder), '')
})
