import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { toDigest } from '../../contract/verification/claim.ts'
import { issueKey, revokeKey } from '../../src/keys/key-commands.ts'
import { runCli } from '../servers/processes.ts'
import { type AppOptions, ask, startApp, startWorld, type TestApp } from '../world/app.ts'
import { startHeldModel } from '../world/judge.ts'
import { closeAfter, until } from '../world/waiting.ts'

const cli = join(import.meta.dirname, '../../bin/launchscore.js')

interface Service extends TestApp {
  url: string
  connect: (options?: Connection) => Promise<Client>
}

interface Connection {
  transport?: 'http' | 'stdio'
  mode?: 'legacy' | 'auto'
  key?: string
}

async function start(t: TestContext, options: AppOptions = {}): Promise<Service> {
  const world = await startWorld(t)
  const service = await startApp(t, { world, ...options })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const connect = async ({ transport = 'http', mode = 'legacy', key }: Connection = {}) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
    await client.connect(
      transport === 'http'
        ? new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: authorization } })
        : new StdioClientTransport({
            command: process.execPath,
            args: [cli, 'mcp', '--url', url, ...(key === undefined ? [] : ['--key', key])],
          }),
    )
    closeAfter(t, () => client.close())
    return client
  }
  return { ...service, url, connect }
}

/** The result of a tool as its clients read it. */
async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: given })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  const body = structuredContent as any // oxlint-disable-line typescript/no-explicit-any -- judged by the asserts
  return { body, text, isError }
}

const names = [
  'get_creator',
  'get_launch',
  'get_percentile',
  'get_score',
  'get_score_evidence',
  'get_token_score',
  'get_track_record',
  'list_launches',
  'list_leaderboards',
  'list_scores',
  'look_up',
  'score_launch',
  'search_scores',
  'verify_score',
]

for (const connection of [
  { transport: 'http', mode: 'legacy' },
  { transport: 'http', mode: 'auto' },
  { transport: 'stdio', mode: 'legacy' },
  { transport: 'stdio', mode: 'auto' },
] as const)
  test(`MCP over ${connection.transport}, ${connection.mode}: an agent scores a launch, reads it and verifies it`, async (t) => {
    const { connect, submission } = await start(t)
    const client = await connect(connection)
    const { tools } = await client.listTools()
    assert.deepEqual(tools.map(({ name }) => name).sort(), names)
    const scored = await call(client, 'score_launch', submission())
    assert.equal(scored.isError, false, scored.text)
    const { id } = scored.body
    assert.deepEqual(JSON.parse(scored.text), scored.body)
    assert.deepEqual((await call(client, 'get_score', { id })).body, scored.body)
    const evidence = await call(client, 'get_score_evidence', { id })
    const { digest, aggregate, signature } = evidence.body.receipt
    assert.deepEqual([digest, aggregate, signature], [toDigest(scored.body), scored.body.aggregate, null])
    assert.deepEqual(evidence.body, {
      score: scored.body,
      attestation: null,
      receipt: evidence.body.receipt,
      enrollment: null,
      appeal: null,
    })
    const { body: verified } = await call(client, 'verify_score', { id })
    assert.deepEqual([verified.scoreId, verified.verdict], [id, 'consistent'])
    assert.ok(
      verified.checks.some(
        (one: { name: string; outcome: string }) => one.name === 'aggregate' && one.outcome === 'ok',
      ),
    )
    assert.equal((await call(client, 'get_percentile', { id, window: 'all' })).body.cohortSize, 1)
    const { body: boards } = await call(client, 'list_leaderboards', { window: 'all', limit: 5 })
    assert.deepEqual([boards.limit, boards.best[0].scoreId], [5, id])
    assert.equal((await call(client, 'search_scores', { q: 'Left Sock' })).body.results.length, 1)
    const { body: newest } = await call(client, 'list_scores', { limit: 1 })
    const { body: found } = await call(client, 'look_up', { scores: [id], creators: [submission()['creatorAddress']] })
    assert.deepEqual([newest.scores[0].scoreId, found.scores], [id, newest.scores])
    assert.deepEqual([found.tokens, found.creators[0].totalEnrolled], [[], 0])
    for (const name of ['list_launches', 'get_track_record'])
      assert.equal((await call(client, name)).isError, false, name)
    const { creatorAddress } = submission()
    assert.equal((await call(client, 'get_creator', { address: creatorAddress })).isError, false)
  })

test('launchscore mcp < /dev/null: exit status 0', async (t) => {
  const { url } = await start(t)
  const child = spawn(process.execPath, [cli, 'mcp', '--url', url], { stdio: ['ignore', 'pipe', 'inherit'] })
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('launchscore mcp with an invalid key: the service’s reason, exit status 1', async (t) => {
  const { url } = await start(t)
  const { status, stderr } = await runCli(['mcp', '--url', url, '--key', 'none'], {})
  assert.equal(status, 1)
  assert.match(stderr, /^the service at \S+ responded with 401: The Authorization header must be /)
})

test('a tool’s refusal is the API’s: its code, its message and the invalid fields', async (t) => {
  const { connect, submission } = await start(t)
  const client = await connect()
  const wrong = await call(client, 'score_launch', { ...submission({ xHandle: 'no handle' }), extra: 1 })
  assert.equal(wrong.isError, true)
  const { error } = wrong.body
  assert.deepEqual([error.code, error.status], ['bad_request', 400])
  assert.deepEqual(error.details.map(({ path }: { path: string }) => path).sort(), ['extra', 'xHandle'])
  assert.match(wrong.text, /^bad_request: /)
  const { body } = await call(client, 'score_launch', { ...submission(), idempotencyKey: '' })
  assert.deepEqual([body.error.code, body.error.details[0].path], ['bad_request', 'idempotencyKey'])
  assert.match(body.error.message, /^Invalid request: idempotencyKey must be 1–255 /)
  const missing = await call(client, 'get_score', { id: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' })
  assert.deepEqual([missing.isError, missing.body.error.code], [true, 'not_found'])
})

test('arguments that the API would ignore or that lead to another path are refused', async (t) => {
  const { connect } = await start(t)
  const client = await connect()
  for (const [name, given] of [
    ['list_launches', { bnad: 'green' }],
    ['get_creator', { address: '..' }],
    ['get_score', {}],
    ['get_score_evidence', { id: ['a'] }],
    ['get_score', { id: '\ud800' }],
    ['list_launches', { band: { a: 1 } }],
  ] as const) {
    const { isError, body } = await call(client, name, given)
    assert.deepEqual([isError, body.error?.code, body.error?.status], [true, 'bad_request', 400], name)
    assert.equal(body.error.details.length, 1, name)
  }
  const { body } = await call(client, 'get_score')
  assert.deepEqual(body.error.details, [{ path: 'id', message: 'is required' }])
})

test('get_token_score says how the score relates to the contract', async (t) => {
  const { connect, score } = await start(t)
  const contractAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const { body: scored } = await score({ contractAddress })
  for (const transport of ['http', 'stdio'] as const) {
    const { body } = await call(await connect({ transport }), 'get_token_score', { tokenAddress: contractAddress })
    assert.deepEqual([body.id, body.standing], [scored.id, 'unsigned'])
  }
})

test('launchscore mcp with an empty key: exit status 2, and no call without a key', async (t) => {
  const { url } = await start(t)
  for (const option of ['--key-file=/dev/null', '--key=']) {
    const { status, stderr } = await runCli(['mcp', '--url', url, option], {})
    assert.equal(status, 2, option)
    assert.match(stderr, /^--key(-file)? is empty/)
  }
})

test('the same idempotency key through a tool and the API gives one record', async (t) => {
  const { app, connect, submission } = await start(t)
  const client = await connect()
  const { body } = await call(client, 'score_launch', { ...submission(), idempotencyKey: 'one-key' })
  const headers = { 'idempotency-key': 'one-key' }
  const again = await ask(app, {
    method: 'POST',
    url: '/v1/score',
    headers,
    payload: submission(),
    remoteAddress: '127.0.0.1',
  })
  assert.deepEqual([again.status, again.body.id], [200, body.id])
})

test('tool calls consume the limit of their route', async (t) => {
  const { app, connect, submission } = await start(t, { elapsedMs: () => 0 })
  const client = await connect()
  const refused = () => call(client, 'score_launch', submission({ symbol: '' }))
  for (let n = 0; n < 60; n++) assert.equal((await refused()).body.error.code, 'bad_request')
  const limited = await refused()
  assert.deepEqual([limited.body.error.code, limited.body.error.status], ['rate_limit', 429])
  assert.match(limited.text, /^rate_limit: [^.]+\. Try again in \d+ seconds?\.$/)
  const direct = await ask(app, { method: 'POST', url: '/v1/score', payload: submission(), remoteAddress: '127.0.0.1' })
  assert.equal(direct.status, 429)
})

test('a tool calls the API with the key of its connection', async (t) => {
  const service = await start(t, { config: { scoreAccess: 'key' } })
  const { key, prefix } = await issueKey(service.deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' })
  for (const transport of ['http', 'stdio'] as const) {
    const keyless = await call(await service.connect({ transport }), 'score_launch', service.submission())
    assert.equal(keyless.body.error.code, 'unauthorized')
    const keyed = await call(await service.connect({ transport, key }), 'score_launch', service.submission())
    assert.equal(keyed.isError, false, keyed.text)
  }
  await revokeKey(service.deps, { prefix, actor: 'test' })
  await assert.rejects(service.connect({ key }), /revoked/)
})

const initialize = {
  jsonrpc: '2.0',
  id: ' 1 ',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const accept = 'application/json, text/event-stream'
const post = ({ app }: TestApp, payload: string | object, headers: Record<string, string> = {}) =>
  ask(app, {
    method: 'POST',
    url: '/mcp',
    payload,
    headers: { accept, 'content-type': 'application/json', ...headers },
  })

test('POST /mcp answers a message under its own id, untrimmed', async (t) => {
  const { status, body } = await post(await startApp(t), initialize)
  assert.equal(status, 200)
  assert.match(String(body), /"id":" 1 "/)
})

test('POST /mcp: 403 for a page of another site, and none for the deployment’s own', async (t) => {
  const service = await startApp(t, { environment: { PUBLIC_URL: 'https://scores.example' } })
  for (const origin of ['https://evil.example', 'http://localhost:8080', 'null'])
    assert.equal((await post(service, initialize, { origin })).status, 403, origin)
  assert.equal((await post(service, initialize, { origin: 'https://scores.example' })).status, 200)
})

test('POST /mcp: bodies are bounded, and so are batches and subscriptions', async (t) => {
  const service = await startApp(t)
  assert.equal((await post(service, { ...initialize, padding: 'x'.repeat(70_000) })).status, 413)
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  assert.equal(
    (
      await post(
        service,
        Array.from({ length: 11 }, () => ping),
      )
    ).status,
    400,
  )
  const refusals: [unknown, string][] = [
    ['"text"', 'Invalid request: body must be an object or an array.'],
    [[], 'Invalid request: body must not be empty.'],
    [[5], 'Invalid request: 0 must be an object.'],
  ]
  for (const [body, message] of refusals) {
    const refused = await post(service, body as object)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.message, message)
  }
  assert.equal((await post(service, '{', {})).status, 400)
  assert.equal((await post(service, 'a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status, 415)
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const listen = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { _meta: envelope, notifications: { toolsListChanged: true } },
  }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const { body } = await post(service, listen, headers)
  assert.match(JSON.stringify(body), /Subscription limit reached/)
})

test('/mcp: 405 for GET and DELETE, because there are no sessions', async (t) => {
  const { app } = await startApp(t)
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, headers } = await ask(app, { method, url: '/mcp', headers: { accept: 'text/event-stream' } })
    assert.deepEqual([status, headers['allow']], [405, 'OPTIONS, POST'])
  }
})

test('every tool says what it returns, and scores that they are not advice', async (t) => {
  const { connect } = await start(t)
  const client = await connect()
  assert.match(client.getInstructions() ?? '', /not financial advice.*not a price forecast.*not an audit/)
  const { tools } = await client.listTools()
  for (const { name, description = '', inputSchema } of tools) {
    assert.ok(description.length > 80, name)
    assert.ok(!JSON.stringify(inputSchema).includes('$ref'), name)
  }
  for (const name of ['score_launch', 'get_score', 'get_token_score'])
    assert.match(tools.find((one) => one.name === name)?.description ?? '', /not financial advice/)
})

test('POST /mcp: scorings end when their client disconnects, and nothing is stored', async (t) => {
  const { deps, submission, url, asked, countScorings } = await startHeldModel(t)
  const client = new AbortController()
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const calls = ['Left Sock', 'Right Sock'].map((name, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'score_launch', arguments: submission({ name }) },
  }))
  const left = assert.rejects(
    fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(calls), signal: client.signal }).then(
      (response) => response.text(),
    ),
  )
  await asked
  assert.notEqual(await countScorings(), 0)
  client.abort()
  await left
  await until(async () => (await countScorings()) === 0, 10_000) // well before the deadline of a scoring
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [])
})

test('POST /mcp: 400 for a message that is nested more than 32 levels deep', async (t) => {
  const { app } = await start(t)
  const callWith = (depth: number) => {
    const id = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const payload = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_score","arguments":{"id":${id}}}}`
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return ask(app, { method: 'POST', url: '/mcp', payload, headers })
  }
  for (const depth of [30, 9000]) {
    const { status, body } = await callWith(depth)
    assert.equal(status, 400)
    const message = 'The message is nested more than 32 levels deep.'
    assert.deepEqual(body, { jsonrpc: '2.0', id: 7, error: { code: -32600, message } })
  }
  assert.equal((await callWith(29)).status, 200)
})

await import('../world/close-shared-db.ts')
