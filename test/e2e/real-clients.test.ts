// The programs of other people that have reported faults of such services: generators of clients, validators, MCP clients.
// They are not in the checkout's own package-lock.json, because they are many and large: `test/clients` has theirs.

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { rolldown } from 'rolldown'
import { freePort } from '../../dev/world/free-port.ts'
import { closeAfter } from '../world/waiting.ts'
import { startApp, startWorld } from '../world/app.ts'
import { issueKey } from '../world/webhooks.ts'
import { strictOptions } from './compiler-options.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const clients = join(root, 'test/clients')
const program = (name: string) => join(clients, 'node_modules/.bin', name)
const long = { timeout: 300_000 }

before(installClients, { timeout: 600_000 })

/** Installs exactly what the lock file has, unless that is installed already. Without a registry the tests fail. */
async function installClients(): Promise<void> {
  const [lock, installed] = [join(clients, 'package-lock.json'), join(clients, 'node_modules/.installed-lock.json')]
  const [wanted, found] = await Promise.all([readFile(lock, 'utf8'), readFile(installed, 'utf8').catch(() => null)])
  if (wanted === found) return
  await run('npm', ['ci', '--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund'], { cwd: clients })
  await copyFile(lock, installed)
}

/** The service on a port, under that address, and a folder for what a generator writes, with the document in it. */
async function start(t: TestContext) {
  const port = await freePort('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const world = await startWorld(t)
  const service = await startApp(t, { world, environment: { ...world.environment, PUBLIC_URL: url } })
  await service.app.listen({ host: '127.0.0.1', port })
  const folder = await mkdtemp(join(clients, 'made-')) // inside, so that generated code finds the packages it imports
  closeAfter(t, () => rm(folder, { recursive: true }))
  const document = join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${url}/api/v1/openapi.json`)).text())
  return { ...service, url, folder, document, submission: service.submission() }
}

/** Checks the types of generated code and of calls, and runs the calls. Returns what they print, as JSON. */
async function compileAndRun<T>(folder: string, calls: string): Promise<T> {
  await writeFile(join(folder, 'calls.ts'), calls)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: strictOptions, include: ['**/*.ts'] }),
  )
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) =>
    assert.fail(error.stdout.slice(0, 5000)),
  )
  const bundle = await rolldown({ input: join(folder, 'calls.ts'), platform: 'node', logLevel: 'silent' })
  await bundle.write({ file: join(folder, 'calls.mjs'), codeSplitting: false })
  await bundle.close()
  const { stdout } = await run(process.execPath, [join(folder, 'calls.mjs')])
  return JSON.parse(stdout) as T // as the calls print it
}

/** The compiler must notice a field of the wrong type. */
const wrong = '// @ts-expect-error -- a name is a text'

test('openapi-typescript-codegen: its client compiles, and scores a launch', long, async (t) => {
  const { folder, document, url, submission } = await start(t)
  await run(program('openapi'), ['--input', document, '--output', join(folder, 'client'), '--client', 'fetch'])
  const printed = await compileAndRun<{
    base: string
    score: { aggregate: number }
    boards: { window: string }
    status: number
  }>(
    folder,
    `import { ApiError, OpenAPI, PublicService, ScoringService } from './client'
    declare const console: { log: (text: string) => void }
    async function missing() {
      ${wrong}
      await ScoringService.createScore({ name: 7 })
    }
    const score = await ScoringService.createScore(${JSON.stringify(submission)})
    const boards = await PublicService.listLeaderboards('all')
    const refused = await PublicService.getScoreByToken('0x0000000000000000000000000000000000000001').catch((error: unknown) => error)
    const status = refused instanceof ApiError ? refused.status : 0
    console.log(JSON.stringify({ base: OpenAPI.BASE, score, boards, status, missing: typeof missing }))`,
  )
  assert.deepEqual([printed.base, printed.status], [url, 404])
  assert.equal(typeof printed.score.aggregate, 'number')
  assert.equal(printed.boards.window, 'all')
})

test('openapi-zod-client: its schemas name every enumeration, and take real responses', long, async (t) => {
  const { folder, document, url, submission } = await start(t)
  await run(program('openapi-zod-client'), [
    document,
    '-o',
    join(folder, 'client.ts'),
    '--export-schemas',
    '--with-alias',
  ])
  const made = await readFile(join(folder, 'client.ts'), 'utf8')
  assert.ok(!/schema: z\s*\.unknown\(\)/.test(made), 'a parameter of an unknown type')
  assert.doesNotMatch(made, /tier: z\s*\.unknown\(\)/)
  const printed = await compileAndRun<{ score: { aggregate: number }; boards: { window: string } }>(
    folder,
    `import { createApiClient } from './client'
    declare const console: { log: (text: string) => void }
    const api = createApiClient('${url}')
    const score = await api.createScore(${JSON.stringify(submission)})
    const boards = await api.listLeaderboards({ queries: { window: 'all', band: 'green' } })
    async function missing() {
      ${wrong}
      await api.listLeaderboards({ queries: { window: 'yesterday' } })
    }
    console.log(JSON.stringify({ score, boards, missing: typeof missing }))`,
  )
  assert.equal(typeof printed.score.aggregate, 'number')
  assert.equal(printed.boards.window, 'all')
})

test('orval: its client compiles, and scores a launch', long, async (t) => {
  const { folder, document, url, submission } = await start(t)
  const config = {
    api: { input: { target: document }, output: { target: join(folder, 'client.ts'), client: 'fetch', baseUrl: url } },
  }
  await writeFile(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
  await run(program('orval'), ['--config', join(folder, 'orval.config.mjs')], { cwd: folder })
  const printed = await compileAndRun<{ status: number; window: string }>(
    folder,
    `import { createScore, listLeaderboards } from './client'
    declare const console: { log: (text: string) => void }
    async function missing() {
      ${wrong}
      await createScore({ name: 7 })
    }
    const score = await createScore(${JSON.stringify(submission)})
    const boards = await listLeaderboards({ window: 'all' })
    const window: string = boards.status === 200 ? boards.data.window : 'none'
    console.log(JSON.stringify({ status: score.status, window, missing: typeof missing }))`,
  )
  assert.deepEqual([printed.status, printed.window], [201, 'all'])
})

test('oazapfts: its client compiles, knows the server, and scores a launch', long, async (t) => {
  const { folder, document, url, submission } = await start(t)
  await run(program('oazapfts'), [document, join(folder, 'client.ts')])
  const printed = await compileAndRun<{ base: string; status: number; window: string }>(
    folder,
    `import { createScore, defaults, listLeaderboards } from './client'
    declare const console: { log: (text: string) => void }
    async function missing() {
      ${wrong}
      await createScore({ name: 7 })
    }
    const score = await createScore(${JSON.stringify(submission)})
    const boards = await listLeaderboards({ window: 'all' })
    const window: string = boards.status === 200 ? boards.data.window : 'none'
    console.log(JSON.stringify({ base: defaults.baseUrl, status: score.status, window, missing: typeof missing }))`,
  )
  assert.deepEqual([printed.base, printed.status, printed.window], [url, 201, 'all'])
})

test('Prism: requests and responses of the service are as the document says', long, async (t) => {
  const { document, url, submission } = await start(t)
  const port = await freePort('127.0.0.1', 0)
  const proxy = spawn(program('prism'), ['proxy', document, url, '--port', String(port), '--errors'], { stdio: 'pipe' })
  closeAfter(t, () => stop(proxy))
  await untilPrinted(proxy, 'listening')
  const send = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const headers = { 'content-type': 'application/json' }
  const scored = await send('/v1/score', { method: 'POST', headers, body: JSON.stringify(submission) })
  const text = await scored.text()
  assert.equal(scored.status, 201, text)
  const { id } = JSON.parse(text) as { id: string }
  for (const path of [
    `/v1/score/${id}`,
    `/v1/score/${id}/percentile?window=all`,
    '/api/v1/launches?band=green',
    '/health',
  ]) {
    const response = await send(path)
    assert.equal(response.status, 200, `${path}: ${await response.text()}`)
    assert.equal(response.headers.get('sl-violations'), null, path)
  }
  const wrongWindow = await send(`/v1/score/${id}/percentile?window=yesterday`)
  assert.equal(wrongWindow.status, 422, 'Prism itself refuses what the document forbids')
})

test('openapi-to-postmanv2: the collection’s address is the deployment’s', long, async (t) => {
  const { folder, document, url } = await start(t)
  const output = join(folder, 'collection.json')
  await run(program('openapi2postmanv2'), ['-s', document, '-o', output])
  const collection = JSON.parse(await readFile(output, 'utf8')) as Collection
  const base = collection.variable.find(({ key }) => key === 'baseUrl')?.value
  assert.equal(base, url)
  const found = listItems(collection.item).find(({ request }) => request.url.path.join('/') === 'api/v1/launches')
  assert.ok(found, 'the request of a list')
  const response = await fetch(`${base}/${found.request.url.path.join('/')}`)
  assert.equal(response.status, 200)
})

interface Collection {
  variable: { key: string; value: string }[]
  item: CollectionItem[]
}

interface CollectionItem {
  item?: CollectionItem[]
  request?: { url: { path: string[] } }
}

const listItems = (items: CollectionItem[]): Required<Pick<CollectionItem, 'request'>>[] =>
  items.flatMap(({ item, request }) => [...(request ? [{ request }] : []), ...listItems(item ?? [])])

test('MCP Inspector: lists the tools, and calls one without arguments', long, async (t) => {
  const { url, folder } = await start(t)
  const env = { ...process.env, HOME: folder } // it writes a catalogue of servers there
  const inspect = async (...args: string[]) => {
    const { stdout } = await run(program('mcp-inspector'), ['--cli', `${url}/mcp`, '--transport', 'http', ...args], {
      env,
    })
    return JSON.parse(stdout)
  }
  assert.equal((await inspect('--method', 'tools/list')).tools.length, 14)
  const listed = await inspect('--method', 'tools/call', '--tool-name', 'list_launches')
  assert.deepEqual(listed.structuredContent.launches, [])
})

test('mcp-remote: an agent lists the tools and reads through it, with a key', long, async (t) => {
  const { url, deps, folder } = await start(t)
  const { authorization } = await issueKey(deps)
  const header = ['--header', `Authorization: ${authorization}`]
  const transport = new StdioClientTransport({
    command: program('mcp-remote'),
    args: [`${url}/mcp/`, '--allow-http', '--transport', 'http-only', ...header],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  closeAfter(t, () => client.close())
  assert.equal((await client.listTools()).tools.length, 14)
  const { structuredContent } = await client.callTool({ name: 'list_launches', arguments: {} })
  assert.deepEqual((structuredContent as { launches: unknown[] }).launches, [])
})

test('the AI SDK’s MCP client: its tools list and read', long, async (t) => {
  const { url, folder } = await start(t)
  const printed = await compileAndRun<{ names: string[]; result: { structuredContent: { launches: unknown[] } } }>(
    folder,
    `import { createMCPClient } from '@ai-sdk/mcp'
    declare const console: { log: (text: string) => void }
    const client = await createMCPClient({ transport: { type: 'http', url: '${url}/mcp' } })
    const tools = await client.tools()
    const result = await tools['list_launches']?.execute({}, { toolCallId: '1', messages: [] } as never)
    await client.close()
    console.log(JSON.stringify({ names: Object.keys(tools), result }))`,
  )
  assert.equal(printed.names.length, 14)
  assert.deepEqual(printed.result.structuredContent.launches, [])
})

/** Resolves once a process has printed the text. Its output is read on, because it would block or fail otherwise. */
async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes(text)) resolve()
      })
    child.once('exit', () => reject(new Error(`the process ended: ${printed}`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
