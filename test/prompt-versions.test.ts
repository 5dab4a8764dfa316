import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import { type AppOptions, type TestApp, ask, startApp, startReplica, startWorld } from './world/app.ts'

const [older, newer] = ['launch-score@1.1.0', 'launch-score@1.2.0']

const run = ({ deps }: Pick<TestApp, 'deps'>, ...args: string[]) => runCommand(deps, args)

async function must(service: Pick<TestApp, 'deps'>, ...args: string[]) {
  const { status, stdout, stderr } = await run(service, ...args, '--json')
  assert.deepEqual([status, stderr], [0, ''])
  return JSON.parse(stdout)
}

const activate = (service: Pick<TestApp, 'deps'>, version: string) =>
  must(service, 'prompts', 'activate', version, '--reason', 'The new rules <b>wait</b>.')

/** A service whose listener and monotonic clock stand still until they are moved. */
async function startVersions(t: TestContext, options: AppOptions = {}) {
  const world = await startWorld(t)
  const time = { ms: 0 }
  const handlers: (() => void)[] = []
  const listener = {
    subscribe: (channel: string, { onNotification }: { onNotification: (payload: string) => void }) => {
      if (channel === 'prompt_activations') handlers.push(() => onNotification(''))
      return () => {}
    },
    currentUntil: () => time.ms,
    close: () => Promise.resolve(),
  }
  const service = await startApp(t, { world, elapsedMs: () => time.ms, listener, ...options })
  return { ...service, world, time, notify: () => handlers.forEach((tell) => tell()) }
}

test('until an activation the newest version makes new scores', async (t) => {
  const service = await startVersions(t)
  assert.equal((await service.score()).body.promptVersion, newer)
  const { body } = await ask(service.app, { url: '/api/v1/prompts' })
  assert.deepEqual([body.active, body.activations], [newer, []])
  assert.deepEqual(
    body.versions.map(({ id, isActive }: { id: string; isActive: boolean }) => [id, isActive]),
    [
      [newer, true],
      [older, false],
    ],
  )
})

test('an activation changes new scores at once; the operator’s account stays private', async (t) => {
  const service = await startVersions(t)
  const { body: before } = await service.score()
  const activation = await activate(service, '1.1.0')
  assert.equal(activation.version, older)
  assert.ok(activation.actor.length > 0)
  service.notify()
  assert.equal((await service.score()).body.promptVersion, older)
  const { body } = await ask(service.app, { url: '/api/v1/prompts' })
  assert.equal(body.active, older)
  const { activatedAt, version, reason } = activation
  assert.deepEqual(body.activations, [{ version, activatedAt, reason }])
  const page = await ask(service.app, { url: '/transparency' })
  assert.match(page.body, /The new rules &lt;b(?:&gt;|>)wait/)
  assert.ok(page.body.includes(`${older}</code> <span class="chip ink">Active`))
  const rescored = await ask(service.app, {
    method: 'POST',
    url: `/v1/score/${before.id}/rescore`,
    payload: { promptVersion: newer },
  })
  assert.equal(rescored.body.promptVersion, newer)
  const rows = await service.deps.db.selectFrom('scores').select(['id', 'is_current']).execute()
  assert.equal(rows.find(({ id }) => id === rescored.body.id)?.is_current, false)
})

test('a replica that hears of no change asks again within a second', async (t) => {
  const service = await startVersions(t)
  const other = await startReplica(t, service.deps, {
    environment: service.world.environment,
    elapsedMs: () => service.time.ms,
  })
  const active = async () => (await other.deps.activePrompt()).id
  assert.equal(await active(), newer)
  await activate(service, older)
  assert.equal(await active(), newer)
  service.time.ms += 950
  assert.equal(await active(), older)
})

test('the log of activations is only ever added to', async (t) => {
  const service = await startVersions(t)
  await activate(service, older)
  await activate(service, newer)
  const { activations } = await must(service, 'prompts', 'list')
  assert.deepEqual(
    activations.map(({ version }: { version: string }) => version),
    [newer, older],
  )
  const { db } = service.deps
  await assert.rejects(db.updateTable('prompt_activations').set({ reason: 'x' }).execute(), /only ever added/)
  await assert.rejects(db.deleteFrom('prompt_activations').execute(), /only ever added/)
})

test('prompts activate: refused if the call is wrong or the version is active already', async (t) => {
  const service = await startVersions(t)
  assert.equal((await run(service, 'prompts', 'activate', '9.9.9', '--reason', 'x')).status, 2)
  assert.equal((await run(service, 'prompts', 'activate', '1.1.0')).status, 2)
  assert.equal((await run(service, 'prompts', 'activate', '1.1.0', '--reason', ' ')).status, 2)
  await activate(service, '1.1.0')
  const { status, stderr } = await run(service, 'prompts', 'activate', '1.1.0', '--reason', 'Again.')
  assert.deepEqual([status, stderr], [1, 'launch-score@1.1.0 is already the active version\n'])
})

test('prompts diff and GET /api/v1/prompts/diff: files and rule sources', async (t) => {
  const service = await startVersions(t)
  const url = `/api/v1/prompts/diff?from=${older}&to=${newer}`
  const { status, body } = await ask(service.app, { url })
  assert.equal(status, 200)
  assert.match(body.diff, /--- rules\.json\n\+\+\+ rules\.json\n/)
  assert.match(
    body.diff,
    /--- contract\/signals\/rules\/social-1\.1\.0\.ts\n\+\+\+ contract\/signals\/rules\/social-1\.2\.0\.ts\n/,
  )
  assert.match(body.diff, /^-.*another established creator claimed this handle first, within 30 days/m)
  assert.equal((await must(service, 'prompts', 'diff', '1.1.0', '1.2.0')).diff, body.diff)
  const same = await ask(service.app, { url: `/api/v1/prompts/diff?from=${newer}&to=${newer}` })
  assert.equal(same.body.diff, '')
  const wrong = await ask(service.app, { url: `/api/v1/prompts/diff?from=${older}&to=../../etc` })
  assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [400, 'to'])
})
