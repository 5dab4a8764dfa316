import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startPush } from '../dev/stand-ins/push.ts'
import { type Receiver, startReceiver } from '../dev/stand-ins/receiver.ts'
import { startSmtp } from '../dev/stand-ins/smtp.ts'
import type { Deps } from '../src/deps.ts'
import { issueKey as issueKeyOf } from '../src/keys/key-commands.ts'
import { runCommand } from '../src/main/commands.ts'
import { sendAppealAnswers } from '../src/notifications/send-appeal-answers.ts'
import { sendDueSlots } from '../src/notifications/send-notifications.ts'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { announceVisibility } from '../src/webhooks/announce-visibility.ts'
import { reportNearLimits } from '../src/webhooks/report-near-limits.ts'
import { vapid } from './fixtures/keys.ts'
import { ask, startWorld, type TestApp } from './world/app.ts'
import { attestationOn, register, startAttestingApp } from './world/attesting.ts'
import { bind, deploy, launch, startBinding } from './world/binding.ts'
import { ada, enroll, postAppeal, signedAppeal } from './world/creators.ts'
import { adminBearer, adminToken, scheduleLaunches } from './world/notifying.ts'
import { hideAda, hideScore, must, unhideAda, unhideScore } from './world/operators.ts'
import { listSeries, seedFollowed, seedScore } from './world/seed.ts'
import { closeAfter, never } from './world/waiting.ts'
import {
  emit,
  encryptionKey,
  type Holder,
  issueKey,
  minuteMs,
  requestAs,
  secret,
  startWebhooks,
  type WebhookOptions,
  zeroCounts,
} from './world/webhooks.ts'

const hourMs = 60 * minuteMs
const contract = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const listArrived = ({ arrived }: Pick<Receiver, 'arrived'>, path = '/hook') =>
  arrived.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))

/** The data of the arrived events of one name. */
const dataOf = (receiver: Pick<Receiver, 'arrived'>, event: string) =>
  listArrived(receiver).flatMap((one) => (one.event === event ? [one.data] : []))

const listOutbox = async ({ db }: Deps, event: string) =>
  (await db.selectFrom('outbox').select('body').where('event', '=', event).orderBy('id').execute()).map(
    ({ body }) => JSON.parse(body).data,
  )

const dispatch = async ({ app }: TestApp) =>
  (await ask(app, { method: 'POST', url: '/v1/webhooks/dispatch', headers: adminBearer })).body

/** What a service needs to send webhooks to a receiver; `follow` subscribes it. */
async function startHook(t: TestContext) {
  const receiver = await startReceiver({ secret })
  closeAfter(t, receiver.close)
  const environment = { ADMIN_TOKEN: adminToken, ENCRYPTION_KEY: encryptionKey, OUTBOUND_ALLOW: receiver.host }
  const follow = async ({ app, deps }: TestApp, events: string[]) => {
    const holder = await issueKey(deps)
    const payload = { endpoint: `${receiver.url}/hook`, events, secret }
    assert.equal((await requestAs({ app }, holder)('POST', '/v1/webhooks', payload)).status, 201)
  }
  return { receiver, environment, follow }
}

test('score.hidden and score.restored: each record of a taken-down launch', async (t) => {
  const world = await startWebhooks(t, { world: await startWorld(t) })
  const { app, score, subscribe, runDispatch, receiver, clock } = world
  await subscribe({ events: ['score.hidden', 'score.restored'] })
  const { body: first } = await score({ creatorAddress: ada.address, contractAddress: contract })
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${first.id}/rescore` })
  const { body: other } = await score({ name: 'Right Sock' })
  await hideScore(world, first.id)
  await hideScore(world, first.id, 'Phishing, again.') // hidden already
  await runDispatch()
  const at = clock.now().toISOString()
  const toData = (scoreId: string, reason: string) => ({ scoreId, contractAddress: contract, reason, at })
  const hidden = dataOf(receiver, 'score.hidden')
  assert.deepEqual(hidden, [toData(first.id, 'Phishing.'), toData(again.id, 'Phishing.')])
  await unhideScore(world, again.id)
  await runDispatch()
  const restored = dataOf(receiver, 'score.restored')
  assert.deepEqual(restored, [toData(first.id, 'A mistake.'), toData(again.id, 'A mistake.')])
  assert.ok(!receiver.arrived.some(({ body }) => body.includes(other.id)))
})

test('score.hidden: everybody’s submissions of a launch, with `--identity`', async (t) => {
  const { deps } = await startWebhooks(t)
  const seed = (creatorAddress: string) => seedScore(deps, { creatorAddress, name: 'Left Sock' })
  const ids = [await seed(ada.address), await seed(contract)]
  await sql`update submissions set identity = '\\x01'`.execute(deps.db)
  await must({ deps }, 'score', 'hide', ids[0] ?? '', '--identity', '--reason', 'Phishing.')
  const announced = (await listOutbox(deps, 'score.hidden')).map(({ scoreId }) => scoreId)
  assert.deepEqual([announced.length, new Set(announced)], [2, new Set(ids)])
})

test('score.hidden: a creator with many records is announced whole, a part in the take-down itself', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, runDispatch, receiver, another } = world
  const ids: string[] = []
  for (let n = 0; n < 15; n++) {
    const id = await seedScore(deps, { creatorAddress: ada.address, name: `Sock ${n}` })
    ids.push(id, await seedScore(deps, { creatorAddress: ada.address, name: `Sock ${n}`, rescoredFrom: id }))
  }
  for (let n = 0; n < 25; n++)
    ids.push(await seedScore(deps, { creatorAddress: ada.address, name: 'Sock 0', rescoredFrom: ids[0] ?? '' }))
  await subscribe({ events: ['score.hidden'] })
  await hideAda(world)
  assert.equal((await listOutbox(deps, 'score.hidden')).length, 20)
  const { deps: second } = await another()
  await Promise.all([announceVisibility(deps, never), announceVisibility(second, never)])
  await announceVisibility(deps, never)
  while ((await runDispatch()).claimed > 0);
  const announced = dataOf(receiver, 'score.hidden').map(({ scoreId }) => scoreId)
  assert.deepEqual([announced.length, new Set(announced)], [ids.length, new Set(ids)], 'each record once')
  await unhideAda(world)
  await announceVisibility(deps, never)
  assert.equal((await listOutbox(deps, 'score.restored')).length, ids.length)
})

test('score.hidden: a submission that is hidden twice has no event until the last take-down ends', async (t) => {
  const world = await startWebhooks(t)
  const { deps } = world
  const id = await seedScore(deps, { creatorAddress: ada.address })
  await hideScore(world, id)
  await hideAda(world)
  await unhideScore(world, id)
  assert.deepEqual([(await listOutbox(deps, 'score.hidden')).length, await listOutbox(deps, 'score.restored')], [1, []])
  await unhideAda(world)
  assert.equal((await listOutbox(deps, 'score.restored')).length, 1)
})

test('score.hidden: a test key’s record only for the key’s own lineage', async (t) => {
  const world = await startWebhooks(t, { world: await startWorld(t) })
  const { app, deps, subscribe, runDispatch, receiver, submission } = world
  const { key } = await issueKeyOf(deps, { tier: 'pro', label: 'A', owner: 'ops', actor: 'test', mode: 'test' })
  const own: Holder = { authorization: `Bearer ${key}` }
  await subscribe({ events: ['*'], endpoint: `${receiver.url}/own` }, own)
  await subscribe({ events: ['*'] })
  const { body } = await ask(app, { method: 'POST', url: '/v1/score', headers: { ...own }, payload: submission() })
  await hideScore(world, body.id)
  await runDispatch()
  assert.deepEqual(listArrived(receiver), [])
  assert.deepEqual(
    listArrived(receiver, '/own').map(({ event }) => event),
    ['score.created', 'score.hidden'],
  )
})

test('attestation.revoked: when the revocation is in a block', async (t) => {
  const { receiver, environment, follow } = await startHook(t)
  const world = await startWorld(t)
  const outboundAllow = [environment.OUTBOUND_ALLOW, world.environment['OUTBOUND_ALLOW'] ?? ''].join(',')
  const service = await startAttestingApp(t, { world, environment: { ...environment, OUTBOUND_ALLOW: outboundAllow } })
  await register(service)
  const { body: score } = await service.score()
  const { body: published } = await service.publish(score.id)
  await follow(service, ['attestation.revoked'])
  const args = ['attestation', 'revoke', score.id, '--reason', 'Stolen artwork', '--json']
  const { status, stderr } = await runCommand(service.deps, args)
  assert.deepEqual([status, stderr], [0, ''])
  await dispatch(service)
  const [data, ...more] = dataOf(receiver, 'attestation.revoked')
  const { txHash, ...rest } = data
  assert.deepEqual(rest, {
    attestationId: published.attestationId,
    scoreRequestId: score.id,
    chainId: service.chain.chain.id,
    reason: 'Stolen artwork',
  })
  assert.equal((await service.chain.getTransactionReceipt({ hash: txHash })).status, 'success')
  assert.ok(((await attestationOn(service, published.attestationId))?.revocationTime ?? 0n) > 0n)
  assert.deepEqual(more, [])
})

test('token.bound: proven by the chain, and withdrawn by a correction', async (t) => {
  const { receiver, environment, follow } = await startHook(t)
  const world = await startBinding(t, { environment })
  await follow(world, ['token.bound'])
  const id = await launch(world, ada)
  const { token, hash } = await deploy(world, ada)
  const { body } = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  await bind(world, { id, token, wallet: ada }) // changes nothing
  await dispatch(world)
  const bound = {
    scoreRequestId: id,
    contractAddress: token,
    chainId: 31337,
    state: 'proven',
    proofs: body.proofs,
    boundAt: body.boundAt,
  }
  assert.deepEqual(dataOf(receiver, 'token.bound'), [bound])
  const { rows } = await sql<{ id: string }>`select id from token_bindings`.execute(world.deps.db)
  await must(world, 'outcome', 'correct', `binding:${rows[0]?.id}`, '--reason', 'wrong_token', '--explain', 'A copy.')
  await dispatch(world)
  assert.deepEqual(dataOf(receiver, 'token.bound')[1], { ...bound, state: 'corrected' })
})

test('outcome.decided: a rug reaches subscribers, and filters know the bound contract', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, runDispatch, receiver, clock } = world
  const tradingSince = clock.now()
  const series = listSeries().find(({ name }) => name === 'rugged-removed')
  const observations = series?.observations ?? []
  const rugged = await seedFollowed(deps.db, { observations, tradingSince })
  const { rows } = await sql<{ token: string }>`select token from token_bindings`.execute(deps.db)
  const token = rows[0]?.token ?? ''
  await subscribe({ events: ['outcome.decided'], filters: { contractAddress: token } })
  await subscribe({
    events: ['outcome.decided'],
    filters: { contractAddress: contract },
    endpoint: `${receiver.url}/other`,
  })
  for (let day = 0; day < 3; day++) {
    clock.move(25 * hourMs)
    await decideOutcomes(deps, never)
  }
  await runDispatch()
  const decided = dataOf(receiver, 'outcome.decided')
  const [first] = decided
  assert.deepEqual(
    decided.filter(({ horizon }) => horizon === '24h').map(({ outcome }) => outcome),
    ['rugged'],
  )
  assert.deepEqual(
    [first.scoreRequestId, first.contractAddress.toLowerCase(), first.chainId],
    [rugged.score.id, token, 8453],
  )
  assert.equal(listArrived(receiver, '/other').length, 0)
})

test('launch.reminder: once for each slot, with several replicas and a channel that fails', async (t) => {
  const environment = { NOTIFY_DISCORD_URL: 'http://127.0.0.1:1/hook' }
  const world = await startWebhooks(t, { environment })
  const { deps, subscribe, runDispatch, receiver, clock, another } = world
  await subscribe({ events: ['launch.reminder'] })
  const start = clock.now().getTime()
  const scheduledFor = new Date(start + 2 * hourMs).toISOString()
  await scheduleLaunches(deps, [{ scheduledFor }])
  const { deps: second } = await another()
  for (const waitMs of [hourMs, 50 * minuteMs, 10 * minuteMs]) {
    clock.move(waitMs)
    await Promise.all([deps, second].map((one) => sendDueSlots(one, never)))
    await sendDueSlots(deps, never)
    await runDispatch()
  }
  const { rows } = await sql<{ id: string }>`select score_id as id from enrollments`.execute(deps.db)
  assert.deepEqual(
    dataOf(receiver, 'launch.reminder'),
    ['T-60min', 'T-10min', 'T+0'].map((slot) => ({ scoreRequestId: rows[0]?.id, slot, scheduledFor })),
  )
})

test('launch.reminder: none for a launch that is taken down or was moved', async (t) => {
  const world = await startWebhooks(t)
  const { deps, clock } = world
  const scheduledFor = new Date(clock.now().getTime() + hourMs).toISOString()
  await scheduleLaunches(deps, [{ scheduledFor }])
  const { rows } = await sql<{ id: string }>`select score_id as id from enrollments`.execute(deps.db)
  await hideScore(world, rows[0]?.id ?? '')
  await sendDueSlots(deps, never)
  assert.deepEqual(await listOutbox(deps, 'launch.reminder'), [])
})

async function useUp(app: TestApp['app'], holder: Holder) {
  for (let n = 0; n < 200; n++) if ((await requestAs({ app }, holder)('GET', '/v1/webhooks')).status === 429) return
  assert.fail('the limit was never reached')
}

test('key.near_limit: once an hour for the lineage, whichever replica sees it', async (t) => {
  const world = await startWebhooks(t)
  const { app, deps, subscribe, runDispatch, receiver, clock, another } = world
  const { key, prefix } = await issueKeyOf(deps, {
    tier: 'free',
    label: 'A',
    owner: 'ops',
    actor: 'test',
    mode: 'live',
  })
  const holder: Holder = { authorization: `Bearer ${key}` }
  await subscribe({ events: ['key.near_limit'], filters: { own: true } }, holder)
  await subscribe({ events: ['*'], endpoint: `${receiver.url}/stranger` })
  await subscribe({ events: ['score.created'], endpoint: `${receiver.url}/unselected` }, holder)
  for (let n = 0; n < 30; n++) await requestAs({ app }, holder)('GET', '/v1/webhooks')
  await reportNearLimits(deps)
  assert.deepEqual(await runDispatch(), zeroCounts, 'at half of the limit')
  const second = await another()
  for (const replica of [{ app, deps }, second, { app, deps }]) {
    await useUp(replica.app, holder)
    await reportNearLimits(replica.deps)
  }
  await runDispatch()
  const [data, ...more] = dataOf(receiver, 'key.near_limit')
  assert.deepEqual(more, [])
  assert.ok(data.used >= 48 && data.used <= 60)
  assert.deepEqual({ ...data, used: 0 }, { prefix, tier: 'free', limit: 60, used: 0, windowSeconds: 60 })
  assert.deepEqual(
    receiver.arrived.map(({ path }) => path),
    ['/hook'],
  )
  clock.move(hourMs)
  await useUp(app, holder)
  await reportNearLimits(deps)
  await runDispatch()
  assert.equal(dataOf(receiver, 'key.near_limit').length, 2)
})

async function startAppealed(t: TestContext, options: WebhookOptions = {}) {
  const world = await startWebhooks(t, options)
  const { app, deps, clock } = world
  const scoreId = await seedScore(deps, { creatorAddress: ada.address, name: 'Left Sock' })
  assert.equal((await enroll(app, { scoreId, wallet: ada })).status, 201)
  const appeal = async (answerTo?: object) => {
    const issuedAt = clock.now().toISOString()
    const signed = await signedAppeal(app, { scoreId, wallet: ada, reason: 'Look again.', issuedAt })
    return postAppeal(app, scoreId, { ...signed, ...(answerTo && { answerTo }) })
  }
  const answer = (id: string) =>
    ask(app, {
      method: 'POST',
      url: `/v1/admin/appeals/${id}/answer`,
      headers: adminBearer,
      payload: { outcome: 'declined', answer: 'It is right.' },
    })
  return { ...world, scoreId, appeal, answer }
}

const listAddresses = async ({ db }: Deps) =>
  (await db.selectFrom('appeals').select('answer_to as answerTo').execute()).map(({ answerTo }) => answerTo)

test('appeal.answered: the answer reaches subscribers', async (t) => {
  const { appeal, answer, subscribe, runDispatch, receiver, scoreId } = await startAppealed(t)
  await subscribe({ events: ['appeal.answered'] })
  const { body } = await appeal()
  const { answeredAt } = (await answer(body.appealId)).body
  assert.equal((await answer(body.appealId)).status, 409)
  await runDispatch()
  const data = { scoreRequestId: scoreId, outcome: 'declined', rescoreId: null, answeredAt }
  assert.deepEqual(dataOf(receiver, 'appeal.answered'), [data])
})

test('POST /v1/score/:id/appeal: the answer is mailed once, and the address is deleted', async (t) => {
  let isDown = true
  const smtp = await startSmtp({ findFault: (step) => (isDown && step === 'RCPT' ? '451 try later' : undefined) })
  t.after(smtp.close)
  const environment = {
    NOTIFY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    NOTIFY_EMAIL_FROM: 'Launches <launches@launch.example>',
    PUBLIC_URL: 'https://launch.example',
  }
  const { app, deps, appeal, answer, scoreId, clock } = await startAppealed(t, { environment })
  const { status, body } = await appeal({ email: 'ada@creator.example' })
  assert.equal(status, 201)
  const [sealed] = await listAddresses(deps)
  assert.ok(sealed && !sealed.includes('ada@'))
  await sendAppealAnswers(deps, never)
  await answer(body.appealId)
  await sendAppealAnswers(deps, never)
  assert.equal(smtp.mails.length, 0)
  isDown = false
  await sendAppealAnswers(deps, never)
  assert.equal(smtp.mails.length, 0, 'the next attempt waits')
  clock.move(minuteMs)
  await Promise.all([sendAppealAnswers(deps, never), sendAppealAnswers(deps, never)])
  const [mail, ...more] = smtp.mails
  assert.deepEqual([mail?.to, mail?.subject, more], [['ada@creator.example'], 'Your appeal has been answered', []])
  assert.match(
    mail?.body ?? '',
    new RegExp(`score of “Left Sock” was declined\\.\\s+The answer: https://launch.example/score/${scoreId}`),
  )
  assert.ok(!mail?.body.includes('It is right.') && !mail?.body.includes('Look again.'))
  assert.deepEqual(await listAddresses(deps), [null])
  clock.move(24 * hourMs)
  await sendAppealAnswers(deps, never)
  assert.equal(smtp.mails.length, 1)
  const { body: shown } = await ask(app, { url: `/v1/score/${scoreId}/appeal` })
  assert.ok(!JSON.stringify(shown).includes('creator.example'))
})

test('an answer whose process died while it was mailed is not mailed again', async (t) => {
  const smtp = await startSmtp()
  t.after(smtp.close)
  const environment = {
    NOTIFY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    NOTIFY_EMAIL_FROM: 'launches@launch.example',
  }
  const { deps, appeal, answer, clock } = await startAppealed(t, { environment })
  const { body } = await appeal({ email: 'ada@creator.example' })
  await answer(body.appealId)
  const until = new Date(clock.now().getTime() + minuteMs)
  await sql`update appeals set is_answering = true, answer_due_at = ${until}`.execute(deps.db)
  clock.move(2 * minuteMs)
  await sendAppealAnswers(deps, never)
  assert.deepEqual([smtp.mails, await listAddresses(deps)], [[], [null]])
})

test('POST /v1/score/:id/appeal: the answer is pushed to the browser', async (t) => {
  const push = await startPush({ publicKey: vapid.publicKey })
  closeAfter(t, push.close)
  const world = { environment: { OUTBOUND_ALLOW: `127.0.0.1:${push.port}` } } as unknown as NonNullable<
    WebhookOptions['world']
  >
  const environment = { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: vapid.privateKey }
  const { deps, appeal, answer } = await startAppealed(t, { world, environment })
  const { status, body } = await appeal({ push: push.subscribe() })
  assert.equal(status, 201)
  await answer(body.appealId)
  await sendAppealAnswers(deps, never)
  await sendAppealAnswers(deps, never)
  const [shown, ...more] = push.shown
  assert.equal(JSON.parse(shown?.text ?? '').title, 'Your appeal has been answered')
  assert.deepEqual([more, await listAddresses(deps)], [[], [null]])
})

const addresses: [what: string, answerTo: object, path: string][] = [
  ['a line break', { email: 'ada@x.example\r\nBcc: eve@x.example' }, 'answerTo.email'],
  ['two addresses', { email: 'ada@x.example,eve@x.example' }, 'answerTo.email'],
  ['a name', { email: 'Ada <ada@x.example>' }, 'answerTo.email'],
  ['no domain', { email: 'ada@localhost' }, 'answerTo.email'],
  [
    'web push, which is not configured',
    { push: { endpoint: 'https://push.example/1', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } } },
    'answerTo.push',
  ],
]
test('POST /v1/score/:id/appeal: 400 names the address that can’t be used', async (t) => {
  const environment = {
    NOTIFY_SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFY_EMAIL_FROM: 'launches@launch.example',
  }
  const { appeal, deps } = await startAppealed(t, { environment })
  for (const [what, answerTo, path] of addresses) {
    const { status, body } = await appeal(answerTo)
    assert.deepEqual([status, body.error?.details?.[0]?.path], [400, path], what)
  }
  assert.deepEqual(await listAddresses(deps), [])
})

test('POST /v1/score/:id/appeal: 400 for an address where no e-mail is configured', async (t) => {
  const { appeal } = await startAppealed(t)
  const { status, body } = await appeal({ email: 'ada@x.example' })
  assert.deepEqual([status, body.error.details[0].path], [400, 'answerTo.email'])
  assert.equal((await appeal()).status, 201)
})

test('include score: the stored record without a filter, and null while it is taken down', async (t) => {
  const world = await startWebhooks(t, { world: await startWorld(t) })
  const { app, holder, score, subscribe, runDispatch, receiver } = world
  const id = await subscribe({ events: ['*'], include: ['score', 'name'] })
  const { body: record } = await score()
  await runDispatch()
  const [created] = dataOf(receiver, 'score.created')
  assert.deepEqual([created.score, created.name, created.scoreId], [record, record.submission.name, record.id])
  await hideScore(world, record.id)
  await runDispatch()
  const [hidden] = dataOf(receiver, 'score.hidden')
  assert.deepEqual([hidden.score, hidden.scoreId], [null, record.id])
  const read = requestAs({ app }, holder)
  const { deliveries } = (await read('GET', `/v1/webhooks/${id}/deliveries`)).body
  const bodies = await Promise.all(
    deliveries.map(
      async (one: { id: string }) => (await read('GET', `/v1/webhooks/${id}/deliveries/${one.id}`)).body.body,
    ),
  )
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body).data.score),
    [null, null],
  )
  await unhideScore(world, record.id)
  const { body: longer } = await score({ name: 'Right Sock' })
  await sql`update scores set body = body || repeat(' ', 65536) where id = ${longer.id}`.execute(world.deps.db)
  await runDispatch()
  assert.deepEqual(
    dataOf(receiver, 'score.created').map(({ score }) => score?.id),
    [record.id, undefined],
  )
})

const value = 'Bearer canary-header-value'

test('headers: deliveries, tests and recovered ones carry them, and no answer shows a value', async (t) => {
  let status = 400
  const world = await startWebhooks(t, {
    react: ({ headers }) => ({ status, body: `You sent ${headers['authorization']}` }),
  })
  const { app, deps, holder, subscribe, runDispatch, receiver, clock } = world
  const read = requestAs({ app }, holder)
  const id = await subscribe({ headers: { Authorization: value, 'X-Env': 'prod' } })
  const since = clock.now().toISOString()
  clock.move(minuteMs)
  await emit(deps)
  await runDispatch()
  status = 200
  assert.equal((await read('POST', `/v1/webhooks/${id}/recover`, { since })).body.recovered, 1)
  await read('POST', `/v1/webhooks/${id}/test`)
  await runDispatch()
  assert.deepEqual(
    receiver.arrived.map(({ headers, verdict }) => [headers['authorization'], headers['x-env'], verdict]),
    [1, 2, 3].map(() => [value, 'prod', 'good']),
  )
  const shown = (await read('GET', `/v1/webhooks/${id}`)).body
  assert.deepEqual(shown.headerNames, ['authorization', 'x-env'])
  const { rows } = await sql`select * from webhook_subscriptions`.execute(deps.db)
  const answers = [shown, (await read('GET', `/v1/webhooks/${id}/deliveries`)).body, rows, world.logged()]
  assert.ok(!JSON.stringify(answers).includes('canary-header-value'))
  const changed = await read('PATCH', `/v1/webhooks/${id}`, { headers: { 'x-new': '1' } })
  assert.deepEqual([changed.status, changed.body.headerNames], [200, ['x-new']])
  await emit(deps)
  await runDispatch()
  const last = receiver.arrived.at(-1)?.headers ?? {}
  assert.deepEqual([last['authorization'], last['x-new']], [undefined, '1'])
  assert.deepEqual((await read('PATCH', `/v1/webhooks/${id}`, { headers: null })).body.headerNames, [])
  assert.deepEqual((await read('PATCH', `/v1/webhooks/${id}`, { description: 'x' })).body.headerNames, [])
})

test('headers are sent beside those of Standard Webhooks', async (t) => {
  const standard = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const { deps, subscribe, runDispatch, receiver } = await startWebhooks(t, { secretOfReceiver: standard })
  await subscribe({ format: 'standard-webhooks', secret: standard, headers: { authorization: value } })
  await emit(deps)
  await runDispatch()
  assert.deepEqual(
    receiver.arrived.map(({ headers, verdict }) => [headers['authorization'], verdict]),
    [[value, 'good']],
  )
})

const refused: [what: string, headers: object, path: string][] = [
  ['a header of the service', { 'X-Launchscore-Event': 'x' }, 'headers.X-Launchscore-Event'],
  ['a header of Standard Webhooks', { 'Webhook-Id': 'x' }, 'headers.Webhook-Id'],
  ['the user agent', { 'User-Agent': 'x' }, 'headers.User-Agent'],
  ['the content type', { 'content-type': 'text/html' }, 'headers.content-type'],
  ['the host', { Host: 'x.example' }, 'headers.Host'],
  ['the length', { 'content-length': '1' }, 'headers.content-length'],
  ['a header of the connection', { connection: 'close' }, 'headers.connection'],
  ['a name that is no token', { 'x y': '1' }, 'headers'],
  ['an empty name', { '': '1' }, 'headers'],
  ['the same name twice', { 'x-a': '1', 'X-A': '2' }, 'headers'],
  ['a line break', { 'x-a': '1\r\nx-b: 2' }, 'headers.x-a'],
  ['another script', { 'x-a': 'é' }, 'headers.x-a'],
  ['an empty value', { 'x-a': '' }, 'headers.x-a'],
  ['a long value', { 'x-a': 'x'.repeat(1025) }, 'headers.x-a'],
  ['a value that is no text', { 'x-a': 1 }, 'headers.x-a'],
  ['eleven headers', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, '1'])), 'headers'],
]
test('POST and PATCH /v1/webhooks: 400 names the invalid header', async (t) => {
  const { app, holder, subscribe, receiver } = await startWebhooks(t)
  const id = await subscribe({ headers: { 'x-kept': '1' } })
  for (const [what, headers, path] of refused) {
    const payload = { endpoint: `${receiver.url}/x`, events: ['*'], secret, headers }
    for (const { status, body } of [
      await requestAs({ app }, holder)('POST', '/v1/webhooks', payload),
      await requestAs({ app }, holder)('PATCH', `/v1/webhooks/${id}`, { headers }),
    ])
      assert.deepEqual([status, body.error?.details?.[0]?.path], [400, path], what)
  }
  const { body } = await requestAs({ app }, holder)('GET', '/v1/webhooks')
  assert.deepEqual(
    body.webhooks.map(({ headerNames }: { headerNames: string[] }) => headerNames),
    [['x-kept']],
  )
})
