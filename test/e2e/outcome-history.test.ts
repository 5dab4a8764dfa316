import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { drawHistory } from '../../dev/history/draw-history.ts'
import { storeObservations, storeScores, storeStarts, storeTokens } from '../../dev/history/store-history.ts'
import { sealDays } from '../../src/record/seal-days.ts'
import { decideOutcomes } from '../../src/record/decide-outcomes.ts'
import { foldSealedDays } from '../../src/record/fold-track-record.ts'
import { recomputeCommand } from '../../src/record/recompute-command.ts'
import { recompute, rules } from '../../src/record/recompute.ts'
import { type TestApp, startApp, startWorld } from '../world/app.ts'

/** HISTORY_LAUNCHES=10000 takes some minutes. */
const count = Number(process.env['HISTORY_LAUNCHES'] ?? 1_000)
const from = new Date('2026-06-01T00:00:00.000Z')
const days = 37
const dayMs = 86_400_000
const never = new AbortController().signal

/** A service that has watched a drawn history day by day, sealed each day and folded the last. */
async function startHistory(t: TestContext) {
  let now = from
  const world = await startWorld(t)
  const environment = {
    ...world.environment,
    CHAIN_ID: '8453',
    MARKET_DATA_URL: 'http://127.0.0.1:9',
  }
  const { app, deps } = await startApp(t, { world, environment, clock: { now: () => now } })
  const launches = drawHistory({ seed: 16, count, from })
  const observations = launches.flatMap(({ number, observations: own }) =>
    own.map((observation) => ({ ...observation, number })),
  )
  await storeScores(deps.db, launches)
  for (let day = 0; day < days; day += 1) {
    const isOn = (time: Date) => Math.floor((time.getTime() - from.getTime()) / dayMs) === day
    await storeTokens(
      deps.db,
      launches.filter(({ createdAt }) => isOn(createdAt)),
    )
    await storeStarts(
      deps.db,
      launches.filter(({ startedAt }) => startedAt !== null && isOn(startedAt)),
    )
    await storeObservations(
      deps.db,
      observations.filter(({ at }) => isOn(at)),
    )
    now = new Date(from.getTime() + (day + 1) * dayMs + 1_200_000)
    await decideOutcomes(deps, never)
    if (day < days - 1) await sealDays(deps, never)
  }
  await foldSealedDays(deps, never)
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** The files of a deployment in a folder, as another caller downloads them. */
async function download(t: TestContext, app: TestApp['app']): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'history-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const get = async (path: string) => {
    const { statusCode, body } = await app.inject({
      url: `/api/v1/track-record/${path}`,
      remoteAddress: '198.51.100.7',
    })
    assert.equal(statusCode, 200)
    return body
  }
  const listed = await get('days')
  writeFileSync(join(folder, 'days.json'), listed)
  for (const { day } of (JSON.parse(listed) as { days: { day: string }[] }).days)
    writeFileSync(join(folder, `${day}.ndjson`), await get(`days/${day}.ndjson`))
  return folder
}

async function runRecompute(from: Parameters<typeof recomputeCommand>[0]) {
  const outcome = await recomputeCommand(from, true)
  return { status: outcome.status, result: JSON.parse(outcome.stdout) as { launches: number; outcomes: number } }
}

/** A changed rule: silence is no death. */
const lenient: typeof rules.decideOutcome = (observations, horizon, age) => {
  const made = rules.decideOutcome(observations, horizon, age)
  return made?.cause === 'quiet' ? { ...made, outcome: 'alive', cause: null } : made
}

test('a drawn history comes out of its sealed days again, and each change is named', async (t) => {
  const { app, url } = await startHistory(t)
  const { status, result } = await runRecompute({ url })
  assert.deepEqual([status, result.launches], [0, count], JSON.stringify(result))
  assert.ok(result.outcomes > 2 * count)
  const { body } = await app.inject({ url: '/api/v1/track-record/export.ndjson' })
  // Launches whose start was told late, renamed ones and curves are in the drawn history.
  assert.match(body, /"outcome24h":"unknown","cause24h":"unpriced"/)
  assert.match(body, /"counts":false,"reason":"renamed"/)

  const folder = await download(t, app)
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const files = names.map((name) => ({ day: name.slice(0, 10), text: read(name) }))
  assert.deepEqual((await recompute(files)).differences, [])
  const pick = (pattern: RegExp) => names.find((name) => pattern.test(read(name))) ?? ''
  const changes: [string, string, (text: string) => string][] = [
    ['a changed outcome', pick(/"outcome":"dead"/), (text) => text.replace('"outcome":"dead"', '"outcome":"alive"')],
    ['a missing outcome', pick(/"kind":"outcome"/), (text) => text.replace(/^.*"kind":"outcome".*\n/m, '')],
    ['a missing graduation', pick(/"kind":"graduation"/), (text) => text.replace(/^.*"kind":"graduation".*\n/m, '')],
    [
      'a re-ordered day',
      pick(/"kind":"observation"[^]*"kind":"observation"/),
      (text) => `${text.trim().split('\n').toReversed().join('\n')}\n`,
    ],
  ]
  for (const [what, name, change] of changes) {
    const changed = files.map(({ day, text }) => ({ day, text: `${day}.ndjson` === name ? change(text) : text }))
    // Without the digests that the deployment lists: by the rules alone.
    assert.ok((await recompute(changed)).differences.length > 0, what)
    const before = read(name)
    writeFileSync(join(folder, name), change(before))
    assert.equal((await runRecompute({ days: folder })).status, 1, what)
    writeFileSync(join(folder, name), before)
  }
  const observation = pick(/"kind":"observation"/)
  writeFileSync(join(folder, observation), read(observation).replace(/"pairs":1/, '"pairs":2'))
  assert.equal((await runRecompute({ days: folder })).status, 1, 'a changed observation that decides nothing')

  assert.ok((await recompute(files, { ...rules, decideOutcome: lenient })).differences.length > 0, 'a changed rule')
})
