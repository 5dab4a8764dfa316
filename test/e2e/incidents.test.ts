import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../../src/main/commands.ts'
import type { Incident } from '../../contract/news.ts'
import { listIncidents } from '../../src/operations/incident-store.ts'
import { type AppOptions, startApp } from '../world/app.ts'
import { runCli, startService } from '../servers/processes.ts'
import { handClock } from '../world/waiting.ts'

async function start(t: TestContext, options: AppOptions = {}) {
  const { deps } = await startApp(t, options)
  const run = (...args: string[]) => runCommand(deps, ['incident', ...args])
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  return { deps, run, json }
}

const scoring = ['--title', 'Scoring fails', '--body', 'Every score ends with 502.']

test('an incident is opened, updated and resolved, and everyone can read it', async (t) => {
  const clock = handClock('2026-11-21T12:00:01.000Z')
  const { deps, json } = await start(t, { clock })
  const opened: Incident = await json('open', ...scoring, '--impact', 'major')
  assert.deepEqual([opened.impact, opened.resolvedAt, opened.updates.length], ['major', null, 1])
  clock.move(1000)
  await json('update', opened.id, '--body', 'The provider is down.\nWe wait.')
  clock.move(1000)
  const resolved: Incident = await json('resolve', opened.id, '--body', 'It is back.')
  assert.equal(resolved.resolvedAt, '2026-11-21T12:00:03.000Z')
  assert.deepEqual(resolved.updates, [
    { kind: 'opened', body: 'Every score ends with 502.', postedAt: '2026-11-21T12:00:01.000Z' },
    { kind: 'updated', body: 'The provider is down.\nWe wait.', postedAt: '2026-11-21T12:00:02.000Z' },
    { kind: 'resolved', body: 'It is back.', postedAt: '2026-11-21T12:00:03.000Z' },
  ])
  assert.deepEqual(await listIncidents(deps.reads, 10), [resolved])
  assert.deepEqual(await json('list'), [resolved])
})

test('an incident is minor by default and may be resolved without a text', async (t) => {
  const { run, json } = await start(t)
  const { id, impact } = await json('open', ...scoring)
  assert.equal(impact, 'minor')
  assert.equal((await json('resolve', id)).updates.at(-1).body, 'Resolved.')
  assert.match((await run('list')).stdout, new RegExp(`^${id}  minor  \\S+ to \\S+  Scoring fails\\n$`))
})

test('the newest incident stands first', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { run, json } = await start(t, { clock: { now: () => new Date((now += 1000)) } })
  assert.equal((await run('list')).stdout, 'no incidents\n')
  for (const title of ['first', 'second']) await run('open', '--title', title, '--body', 'x')
  assert.deepEqual(
    (await json('list')).map(({ title }: Incident) => title),
    ['second', 'first'],
  )
})

test('an unknown or resolved incident fails with one line and changes nothing', async (t) => {
  const { run, json } = await start(t)
  for (const id of ['x', '%', '019a0000-0000-7000-8000-000000000000'])
    for (const args of [
      ['update', id, '--body', 'x'],
      ['resolve', id],
    ]) {
      const { status, stdout, stderr } = await run(...args)
      assert.deepEqual([status, stdout, stderr], [1, '', 'no incident with this id; see incident list\n'])
    }
  const { id } = await json('open', ...scoring)
  const resolved: Incident = await json('resolve', id)
  for (const args of [
    ['update', id, '--body', 'x'],
    ['resolve', id],
  ]) {
    const { status, stderr } = await run(...args)
    assert.deepEqual([status, stderr], [1, `this incident was resolved at ${resolved.resolvedAt}; open a new one\n`])
  }
  assert.deepEqual(await json('list'), [resolved])
})

const wrong: string[][] = [
  [],
  ['close'],
  ['open'],
  ['open', '--title', 'x'],
  ['open', '--body', 'x'],
  ['open', '--title', ' ', '--body', 'x'],
  ['open', '--title', 'x', '--body', '\u200b'],
  ['open', '--title', 'two\nlines', '--body', 'x'],
  ['open', '--title', 'a\u0000b', '--body', 'x'],
  ['open', '--title', 'x', '--body', 'a\u001b[31mb'],
  ['open', '--title', 'x', '--body', 'a\u202eb'],
  ['open', '--title', 'x'.repeat(121), '--body', 'x'],
  ['open', '--title', 'x', '--body', 'x'.repeat(5001)],
  ['open', ...scoring, '--impact', 'huge'],
  ['open', ...scoring, '--severity', 'minor'],
  ['open', 'x', ...scoring],
  ['update', '--body', 'x'],
  ['update', '019a0000-0000-7000-8000-000000000000'],
  ['resolve'],
  ['resolve', '019a0000-0000-7000-8000-000000000000', '--body', ''],
  ['list', 'all'],
]
test('a call that makes no sense ends with 2 and says why, and does nothing', async (t) => {
  const { deps, run } = await start(t)
  for (const args of wrong) {
    const { status, stdout, stderr } = await run(...args)
    assert.deepEqual([status, stdout], [2, ''], JSON.stringify(args))
    assert.match(stderr, /^\S.+\n/)
  }
  assert.deepEqual(await listIncidents(deps.reads, 10), [])
})

test('of two who resolve an incident at once, one does', async (t) => {
  const { run, json } = await start(t)
  const { id } = await json('open', ...scoring)
  const outcomes = await Promise.all([run('resolve', id), run('resolve', id)])
  assert.equal(outcomes.filter(({ status }) => status === 0).length, 1)
  assert.equal((await json('list'))[0].updates.length, 2)
})

test('incidents are told while an embedded server runs, and stand in its feed at once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-incidents-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'info' }
  const { url } = await startService(t, environment)
  const { status, stdout, stderr } = await runCli(['incident', 'open', ...scoring, '--json'], environment)
  assert.equal(status, 0, stderr)
  const feed = await (await fetch(`${url}/feeds/incidents.json`)).text()
  assert.ok(feed.includes((JSON.parse(stdout) as Incident).id))
})

await import('../world/close-shared-db.ts')
