import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type StandInResponse, type WireFault, startJsonServer } from '../../dev/stand-ins/json-server.ts'
import { startMarket } from '../../dev/stand-ins/market.ts'
import { startModelServer } from '../../dev/stand-ins/model.ts'
import { startRpc } from '../../dev/stand-ins/rpc.ts'
import { startSmtp } from '../../dev/stand-ins/smtp.ts'
import { startDiscord, unknownWebhook } from '../../dev/stand-ins/discord.ts'
import { freePort } from '../../dev/world/free-port.ts'
import type { Examined } from '../../src/main/examine.ts'
import { startWorld } from '../world/app.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { startAttesting } from '../world/attesting.ts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { until } from '../world/waiting.ts'
import { verdict } from '../world/model.ts'
import { copyTemplate } from '../world/database.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Report {
  ok: boolean
  checks: Examined[]
  warnings: string[]
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-doctor-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the command, and gives its checks by name. */
async function ask(t: TestContext, environment: Record<string, string>) {
  const { status, stdout, stderr } = await runCli(['doctor', '--json'], { DATA_DIR: makeFolder(t), ...environment })
  assert.ok(stdout.startsWith('{'), stderr)
  const { ok, checks, warnings } = JSON.parse(stdout) as Report
  assert.equal(ok, status === 0)
  for (const secret of ['canary', 'sk-wrong']) assert.ok(!`${stdout}${stderr}`.includes(secret), stdout)
  const find = (name: string): Partial<Examined> => checks.find((one) => one.name === name) ?? {}
  return { status, stderr, checks, warnings, find }
}

/** A model server that gives one response to everything, as real ones do. */
async function startOther(t: TestContext, response: StandInResponse | WireFault, path = '/v1') {
  const server = await startJsonServer({ path, respond: () => response })
  t.after(server.close)
  return server
}

const at = (url: string) => ({ provider: 'openai', baseUrl: url, apiKey: 'sk-wrong' })

test('doctor: a good model, a wrong key, an unknown model, a wrong chain, silence, a rate limit, broken JSON', async (t) => {
  const [good, wrongKey, unknown] = await Promise.all([
    startModelServer({ judge: (request) => verdict(request) }),
    startOther(t, {
      status: 401,
      body: {
        error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' },
      },
    }),
    startOther(t, {
      status: 404,
      body: {
        error: {
          message: "The model 'judge-9' does not exist",
          type: 'invalid_request_error',
          code: 'model_not_found',
        },
      },
    }),
  ])
  t.after(good.close)
  const node = await startRpc({ chainId: 10 })
  t.after(node.close)
  const [silent, limited, broken] = await Promise.all([
    startOther(t, 'hang', '/v2/api'),
    startOther(t, { status: 429, headers: { 'retry-after': '7' }, body: { message: 'slow down' } }, ''),
    startOther(t, { body: '{"pairs": [' }, ''),
  ])
  const panel = [
    { ...at(wrongKey.url), name: 'judge-2' },
    { ...at(unknown.url), name: 'judge-9' },
  ]
  const { status, stderr, find, checks } = await ask(t, {
    MODEL_PROVIDER: 'openai',
    MODEL_BASE_URL: good.baseUrl,
    MODEL_NAME: 'judge-1',
    MODEL_API_KEY: 'canary-model-key',
    MODEL_TUNING: JSON.stringify({ panel }),
    CHAIN_RPC_URL: node.url,
    CREATOR_DATA_URL: silent.url,
    TOKEN_RISK_URL: limited.url,
    MARKET_DATA_URL: broken.url,
    TUNING: 'market_chain=base',
  })
  assert.equal(status, 1)
  assert.equal(stderr, 'failed: model 2, model 3, creator data, token risk, market data, chain node\n')
  const ok = find('model 1')
  assert.deepEqual([ok.state, ok.target], ['ok', `judge-1 at ${new URL(good.baseUrl).host}`])
  assert.match(find('model 2').reason ?? '', /^wrong key: .*401/)
  assert.match(find('model 2').advice ?? '', /MODEL_TUNING/)
  assert.match(find('model 3').reason ?? '', /^no such model: .*404.*judge-9/)
  assert.match(find('creator data').reason ?? '', /^no response in time/)
  assert.match(find('token risk').reason ?? '', /^rate limited/)
  assert.match(find('market data').reason ?? '', /^no usable response/)
  assert.match(find('chain node').reason ?? '', /^wrong chain: .*\b10\b/)
  assert.match(find('chain node').advice ?? '', /CHAIN_ID/)
  assert.equal(find('attestation').state, 'stub')
  for (const check of checks) assert.equal(check.state === 'failed', check.advice !== null, check.name)
})

test('doctor: a model without tools, one without vision, and a node that refuses the origin', async (t) => {
  const noTools = await startOther(t, {
    status: 400,
    body: {
      error: { message: 'registry.ollama.ai/library/gemma:2b does not support tools', type: 'api_error', code: null },
    },
  })
  const noVision = await startOther(t, {
    status: 400,
    body: {
      object: 'error',
      message: 'At most 0 image(s) may be provided in one request.',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  })
  const silentlyWithout = await startModelServer({ judge: (request) => verdict(request), findFault: () => 'no call' })
  t.after(silentlyWithout.close)
  const refusing = await startOther(
    t,
    {
      status: 403,
      body: { jsonrpc: '2.0', id: 1, error: { code: -32_600, message: 'Unspecified origin not on whitelist.' } },
    },
    '/v2/canary-chain-key',
  )
  const { status, find } = await ask(t, {
    MODEL_PROVIDER: 'openai',
    MODEL_BASE_URL: noTools.url,
    MODEL_NAME: 'gemma:2b',
    MODEL_PANEL: JSON.stringify([
      { ...at(noVision.url), name: 'text-only' },
      { ...at(silentlyWithout.baseUrl), name: 'chatty' },
    ]),
    CHAIN_RPC_URL: refusing.url,
  })
  assert.equal(status, 1)
  assert.match(find('model 1').reason ?? '', /^The model takes no tools: .*does not support tools/)
  assert.match(find('model 1').advice ?? '', /with tools/)
  assert.match(find('model 2').reason ?? '', /^The model takes no images: .*0 image/)
  assert.match(find('model 2').advice ?? '', /with vision/)
  assert.match(find('model 3').reason ?? '', /^The model takes no tools/)
  assert.match(find('chain node').reason ?? '', /^refuses this key, address or origin: .*403/)
  assert.match(find('chain node').advice ?? '', /CHAIN_RPC_URL.*origin/)
})

test('doctor: status 0 with good providers and stubs, and a table for people', async (t) => {
  const world = await startWorld(t)
  const market = await startMarket({ tokens: {} })
  t.after(market.close)
  const environment = { ...world.environment, MARKET_DATA_URL: market.url, PUBLC_URL: 'x' }
  const { status, stdout, stderr } = await runCli(['doctor'], { ...environment, DATA_DIR: makeFolder(t) })
  assert.deepEqual([status, stderr], [0, ''])
  const [table = '', warnings] = stdout.trimEnd().split('\n\n')
  const rows = table.split('\n').map((line) => line.split(/ {2,}/))
  assert.deepEqual(
    rows.map(([name, state]) => `${name} ${state}`),
    [
      'database ok',
      'public url ok',
      'model ok',
      'creator data ok',
      'token risk ok',
      'market data ok',
      'chain node stub',
      'attestation stub',
      'admin stub',
    ],
  )
  assert.match(warnings ?? '', /^PUBLC_URL is not a variable .* PUBLIC_URL\?$/m)
})

test('doctor: hosts that nothing listens on, channels, and a public HOST without PUBLIC_URL', async (t) => {
  const closed = await freePort('127.0.0.1', 0)
  const smtp = await startSmtp()
  const discord = await startDiscord({ findFault: () => unknownWebhook })
  t.after(smtp.close)
  t.after(discord.close)
  const { status, find } = await ask(t, {
    HOST: '0.0.0.0',
    REDIS_URL: `redis://127.0.0.1:${closed}`,
    DATABASE_URL: `postgres://ada:canary@127.0.0.1:${closed}/launchscore`,
    CREATOR_DATA_URL: `https://127.0.0.1:${closed}/api`,
    TOKEN_RISK_URL: discord.url.replace('http:', 'https:').replace(/\/api\/.*/, ''),
    NOTIFY_DISCORD_URL: discord.url,
    NOTIFY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    NOTIFY_EMAIL_FROM: 'launches@launch.example',
  })
  assert.equal(status, 1)
  assert.match(find('redis').reason ?? '', /ECONNREFUSED|connection refused/)
  assert.match(find('database').reason ?? '', /ECONNREFUSED/)
  assert.match(find('creator data').reason ?? '', /connection refused/)
  assert.match(find('token risk').reason ?? '', /TLS/)
  assert.match(find('public url').reason ?? '', /PUBLIC_URL is not set/)
  assert.deepEqual([find('webhooks').state, find('admin').state], ['stub', 'stub'])
  assert.match(find('discord').reason ?? '', /^wrong key: HTTP 404/)
  assert.equal(find('email').state, 'ok')
  assert.deepEqual(smtp.mails, [])
})

const skip = !hasAnvil() && 'there is no anvil for this platform'

test('doctor: an attester with gas is ok; no contract, and an empty account, are faults', { skip }, async (t) => {
  const { environment } = await startAttesting(t)
  const good = await ask(t, environment)
  assert.deepEqual([good.find('attestation').state, good.find('chain node').state], ['ok', 'ok'])
  assert.match(good.find('attestation').reason ?? '', /ETH for gas/)
  const nowhere = await ask(t, { ...environment, ATTESTATION_CONTRACT: `0x${'1'.repeat(40)}` })
  assert.match(nowhere.find('attestation').reason ?? '', /no contract at ATTESTATION_CONTRACT/)
  const poor = await ask(t, { ...environment, ATTESTER_KEY: `0x${'5a'.repeat(32)}` })
  assert.match(poor.find('attestation').reason ?? '', /has only 0 ETH/)
  assert.match(poor.find('attestation').advice ?? '', /native coin/)
})

test('start logs what the doctor finds, and does not wait for it', async (t) => {
  const silent = await startOther(t, 'hang', '/v2/api')
  const closed = await freePort('127.0.0.1', 0)
  const folder = makeFolder(t)
  await copyTemplate(folder)
  const environment = { CREATOR_DATA_URL: silent.url, CHAIN_RPC_URL: `http://127.0.0.1:${closed}` }
  const { lines } = await startLogged(t, { DATA_DIR: folder, ...environment }) // returns once it listens
  assert.ok(!lines.some(({ msg }) => msg === 'the doctor has examined the providers'))
  await until(() => lines.some(({ msg }) => msg === 'the doctor has examined the providers'))
  const faults = lines.filter(({ msg }) => msg === 'the doctor found a fault')
  assert.deepEqual(
    faults.map(({ level, check }) => [level, check]),
    [
      [40, 'creator data'],
      [40, 'chain node'],
    ],
  )
  const summary = lines.find(({ msg }) => msg === 'the doctor has examined the providers')
  assert.deepEqual(summary?.['failed'], ['creator data', 'chain node'])
})
