import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import * as fc from 'fast-check'
import type { Deps } from '../../src/deps.ts'
import { runCommand } from '../../src/main/commands.ts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { startSmtp } from '../../dev/stand-ins/smtp.ts'
import { startAttesting } from '../world/attesting.ts'
import { walletNo } from '../world/creators.ts'
import { sealEmptyDay } from '../world/seed.ts'
import { type World, goodSubmission, startApp, startWorld } from '../world/app.ts'
import { vapid } from '../fixtures/keys.ts'
import { encryptionKey, secret as webhookSecret } from '../world/webhooks.ts'
import { type ServiceResponse, makeCheck } from './check-answer.ts'
import { type Sendable, type Send, openClient } from './client.ts'
import { type Operation, listOperations, readDocument } from './document.ts'
import { type Journey, type SendForm, type Tell, journeys, travel } from './journey.ts'
import { type Known, openKnown } from './known.ts'
import { type Bearers, type Planned, requestTo, strayRequest } from './requests.ts'
import type { Fields } from './values.ts'

const canaries = {
  adminToken: 'canary-admin-token-of-32-chars..',
  webhookSecret,
  modelKey: 'canary-model-key',
  creatorKey: 'canary-creator-key',
  vapidKey: vapid.privateKey,
}

/** A pitch that may be in the response to any reader of the score, and is in no log. */
const pitch = 'canary-pitch'

const document = readDocument()
const operations = listOperations(document)

/**
 * Sends at least `requests` generated requests, good, mutated and hostile, over sockets to the whole service, and fails on
 * the first answer that the document doesn't hold, on any fault of ours, and on any secret in an answer or the log.
 */
export async function runFuzz(t: TestContext, { requests, seed }: { requests: number; seed: number }): Promise<void> {
  const { send, known, bearers, world, publicUrl, logged, secrets } = await startTarget(t)
  const check = makeCheck(document)
  const seen = new Map<string, number>()
  let sent = 0

  const ask = async (planned: Sendable & { operation: Operation | null }): Promise<ServiceResponse | 'unsendable'> => {
    const response = await send(planned)
    if (response === 'unsendable') return response
    sent += 1
    known.learn(response.body)
    const name = planned.operation?.operationId ?? 'stray'
    seen.set(`${name} ${response.status}`, (seen.get(`${name} ${response.status}`) ?? 0) + 1)
    const told = JSON.stringify(response)
    const leaks = secrets.filter((secret) => told.includes(secret)).map((secret) => `the answer holds ${secret}`)
    assert.deepEqual([...check(planned, response), ...leaks], [], describe(planned, response))
    return response
  }
  const tell: Tell = async (method, url, body, headers = {}) => {
    const [path = '', query = ''] = url.split('?')
    const type = body ? { 'content-type': 'application/json' } : {}
    const bytes = body ? Buffer.from(JSON.stringify(body)) : null
    const operation = operations.find((one) => one.method === method && fits(one.path, path)) ?? null
    const response = await ask({ operation, method, path, query, headers: { ...type, ...headers }, body: bytes })
    assert.ok(response !== 'unsendable')
    return { ...response, json: parse(response) }
  }
  const sendForm: SendForm = async (path, { payload, headers }) => {
    const operation = operations.find((one) => one.method === 'POST' && one.path === path) ?? null
    const response = await ask({ operation, method: 'POST', path, query: '', headers, body: payload })
    assert.ok(response !== 'unsendable')
    return { ...response, json: parse(response) }
  }
  const submission = { ...goodSubmission(world), description: pitch }

  const guide = {
    tell,
    sendForm,
    submission,
    publicUrl,
    hook: `${world.images.url}/hook`,
    holder: { authorization: `Bearer ${bearers.key}` },
    operator: { authorization: `Bearer ${bearers.admin}` },
  }
  for (const journey of fc.sample(journeys, { numRuns: 4, seed })) await travel(guide, journey)
  for (const { path } of operations.filter(isPlainRead)) await tell('GET', path)
  const setting = { document, bearers, fields: toFields(known, world), knownId: known.one('id') }
  const plan: fc.Arbitrary<Planned | Journey> = fc.oneof(
    { weight: 100, arbitrary: fc.oneof(...operations.map((operation) => requestTo(operation, setting))) },
    { weight: 12, arbitrary: strayRequest(operations) },
    { weight: 1, arbitrary: journeys },
  )
  const property = fc.asyncProperty(plan, async (one) => {
    if ('path' in one) await ask(one)
    else await travel(guide, one)
  })
  const { errorInstance } = await fc.check(property, { numRuns: requests, seed, endOnFailure: true })
  if (errorInstance) throw new Error(`With FUZZ_SEED=${seed}, after ${sent} requests`, { cause: errorInstance })

  t.diagnostic(`${sent} requests, seed ${seed}`)
  assert.ok(sent >= requests * 0.95, `only ${sent} requests could be sent`)
  requireCoverage(seen, { operations: operations.filter(isReachable), isLong: requests >= 10_000 })
  for (const secret of [...secrets, pitch])
    assert.equal(
      logged()
        .split('\n')
        .find((line) => line.includes(secret)),
      undefined,
      `the log holds ${secret}`,
    )
  assert.ok(!logged().includes('unexpected error'), 'the log has an unexpected error')
}

/** Nothing for what is no JSON. */
const parse = ({ headers, body }: ServiceResponse): Record<string, unknown> =>
  String(headers['content-type']).startsWith('application/json') && body !== '' ? JSON.parse(body) : {}

interface Coverage {
  operations: Operation[]
  /** Long enough to be sure that every operation was asked wrongly too. */
  isLong: boolean
}

/** A run that reaches nothing would prove nothing: every operation has succeeded, and in time refused what it refuses. */
function requireCoverage(seen: Map<string, number>, { operations, isLong }: Coverage): void {
  const reached = (id: string, isWanted: (status: number) => boolean) =>
    [...seen.keys()].some((key) => key.startsWith(`${id} `) && isWanted(Number(key.split(' ')[1])))
  for (const { operationId, responses, parameters = [], requestBody } of operations) {
    assert.ok(
      reached(operationId, (status) => status < 300),
      `${operationId} has never succeeded`,
    )
    const isRefusing = isLong && '400' in responses && (parameters.length > 0 || requestBody !== undefined)
    if (isRefusing)
      assert.ok(
        reached(operationId, (status) => status === 400),
        `${operationId} has never refused`,
      )
  }
}

/** Chance alone may leave a list out of a short run. */
const isPlainRead = ({ method, path, parameters = [] }: Operation) =>
  method === 'GET' && !path.includes('{') && !parameters.some(({ required }) => required)

/** A local chain has no registry of names. */
const isReachable = ({ path }: Operation) =>
  path !== '/api/v1/names/{name}' && (hasAnvil() || !/publish|attestation|receipt|\/token$/.test(path))

const fits = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

const describe = ({ method, path, query, headers, body }: Sendable, { status, body: responded }: ServiceResponse) =>
  `${method} ${path}?${query}\n${JSON.stringify(headers)}\n${String(body).slice(0, 2000)}\n→ ${status} ${responded.slice(0, 1000)}`

async function startTarget(t: TestContext) {
  const world = await startWorld(t)
  const chain = hasAnvil() ? await startAttesting(t) : null
  const smtp = await startSmtp()
  t.after(smtp.close)
  const environment = {
    ...world.environment,
    ...chain?.environment,
    ENCRYPTION_KEY: encryptionKey,
    MODEL_API_KEY: canaries.modelKey,
    CREATOR_DATA_KEY: canaries.creatorKey,
    ADMIN_TOKEN: canaries.adminToken,
    NOTIFY_VAPID_PUBLIC: vapid.publicKey,
    NOTIFY_VAPID_PRIVATE: canaries.vapidKey,
    NOTIFY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?to=team@launch.example`,
    NOTIFY_EMAIL_FROM: 'Launches <launches@launch.example>',
    TRUST_PROXY: '127.0.0.1',
  }
  const { app, deps, logged } = await startApp(t, { world, environment, config: { publishWaitMs: 50 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { send, close } = openClient((app.server.address() as AddressInfo).port) // listening on TCP
  t.after(close)
  await sealEmptyDay(deps.db)
  const bearers = await issueBearers(deps)
  const hashes = await deps.db.selectFrom('api_keys').select('hash').execute()
  const secrets = [
    ...Object.values(canaries),
    ...(chain ? [chain.key.slice(2)] : []),
    encryptionKey,
    bearers.key,
    bearers.revoked,
    ...hashes.map(({ hash }) => hash),
  ]
  const { publicUrl } = deps.config
  return { send: send satisfies Send, known: openKnown(), bearers, world, publicUrl, logged, secrets }
}

async function issueBearers(deps: Deps): Promise<Bearers> {
  const issue = async () => {
    const args = ['keys', 'issue', '--tier', 'enterprise', '--label', 'fuzz', '--owner', 'ops', '--json']
    return JSON.parse((await runCommand(deps, args)).stdout) as { key: string; prefix: string }
  }
  const [{ key }, revoked] = [await issue(), await issue()]
  await runCommand(deps, ['keys', 'revoke', revoked.prefix])
  return { admin: canaries.adminToken, key, revoked: revoked.key }
}

/** Values that get past the shape; addresses that ask no name server. */
function toFields(known: Known, { images }: World): Fields {
  const address = fc.integer({ min: 1, max: 50 }).map((n) => walletNo(n).address)
  const id = known.one('id')
  const time = fc.integer({ min: -7200, max: 9000 * 3600 }).map((s) => new Date(Date.now() + s * 1000).toISOString())
  return {
    imageUrl: fc.constantFrom(
      `${images.url}/a.png`,
      `${images.url}/a.png`,
      `${images.url}/missing.png`,
      'https://127.0.0.1:1/a.png',
      'https://[::1]/a.png',
      'http://pictures.example/a.png',
      'https://169.254.169.254/latest',
      'https://user:password@10.0.0.1/',
      'data:image/png;base64,AAAA',
      'https://',
    ),
    endpoint: fc.oneof(
      fc.nat().map((n) => `${images.url}/${n}`),
      fc.constantFrom('https://127.0.0.1/', 'http://push.example/', 'https://[::1]/', 'https://push.example:99999/'),
    ),
    p256dh: fc.constant(vapid.publicKey),
    creatorAddress: fc.oneof(
      address,
      address.map((one) => one.toLowerCase()),
    ),
    address,
    tokenAddress: address,
    contractAddress: fc.oneof(address, fc.constant(null)),
    id,
    scoreId: id,
    scoreRequestId: id,
    hash: fc.constant('0'.repeat(64)),
    subscriptionId: id,
    cursor: known.one('cursor'),
    email: fc.constantFrom(
      'ada@launch.example',
      'Ada@launch.example',
      'ada',
      'ada@127.0.0.1',
      'ada@launch.example\r\nBcc: bob@x.example',
    ),
    signature: fc.constantFrom(`0x${'11'.repeat(65)}`, `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(64)}`, '0x11'),
    issuedAt: fc.constantFrom(0, -60, -600, 60, 600).map((s) => new Date(Date.now() + s * 1000).toISOString()),
    scheduledFor: fc.oneof(time, fc.constant(null)),
    promptVersion: fc.constantFrom('launch-score@1.1.0', 'launch-score@9.9.9'),
  }
}
