import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseConfig } from '../src/config.ts'
import { runCommand } from '../src/main/commands.ts'
import type { Running } from '../src/main/run-service.ts'
import { start } from '../src/main/start.ts'
import { closeAfter } from './world/waiting.ts'
import { memoryLog } from './world/deps.ts'
import { startWorld } from './world/app.ts'

const gone = 'launch-score@1.0.0'

/** Starts the service on a database of its own, and returns what it logged by the time it has stopped. */
async function startOn(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'launchscore-'))
  closeAfter(t, () => rm(folder, { recursive: true }))
  const world = await startWorld(t)
  const config = parseConfig({ ...world.environment, DATA_DIR: folder, PORT: '0' })
  const run = async (work: (running: Running) => Promise<void>): Promise<string> => {
    const { log, logged } = memoryLog()
    const running = await start(config, runCommand, { log })
    try {
      await work(running)
    } finally {
      await running.stop()
    }
    return logged()
  }
  return { run, imageUrl: `${world.images.url}/a.png` }
}

const post = async (url: string, payload: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(payload) })
  return { status: response.status, body: await response.json() }
}

test('records of a prompt version that this release lacks are shown, warned of and not replayed', async (t) => {
  const { run, imageUrl } = await startOn(t)
  const launch = { name: 'Left Sock', symbol: 'SOCK', description: 'Every washing machine takes one.' }
  let id = ''
  const before = await run(async ({ url, deps }) => {
    const submission = { ...launch, imageUrl, xHandle: '@leftsock', creatorAddress: `0x${'1'.repeat(40)}` }
    const { status, body } = await post(`${url}/v1/score`, submission)
    assert.equal(status, 201, JSON.stringify(body))
    id = body.id
    const stored = JSON.stringify({ ...body, promptVersion: gone })
    await deps.db.updateTable('scores').set({ prompt_version: gone, body: stored }).execute()
    const activation = { id, version: gone, actor: 'operator', reason: 'It was active.', activated_at: new Date() }
    await deps.db.insertInto('prompt_activations').values(activation).execute()
  })
  assert.doesNotMatch(before, /this release lacks/)
  const after = await run(async ({ url, deps }) => {
    const shown = await (await fetch(`${url}/v1/score/${id}`)).json()
    assert.equal(shown.promptVersion, gone)
    for (const path of [`/score/${id}`, `/score/${id}/card.png`])
      assert.equal((await fetch(`${url}${path}`)).status, 200, path)
    const replayed = await post(`${url}/v1/score/${id}/rescore`, { promptVersion: gone })
    assert.deepEqual([replayed.status, replayed.body.error.details[0].path], [400, 'promptVersion'])
    const checked = await runCommand(deps, ['replay', '--check', '--json'])
    assert.equal(checked.status, 0, checked.stderr)
    assert.deepEqual(JSON.parse(checked.stdout), { checked: {}, missing: { [gone]: 1 }, differing: 0, differences: [] })
  })
  const warnings = after
    .split('\n')
    .filter((line) => line.includes('use the previous release to replay them'))
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    warnings.map(({ level, version, records }) => [level, version, records]),
    [[40, gone, 1]],
  )
  assert.match(after, /this release lacks the active prompt version/)
})
