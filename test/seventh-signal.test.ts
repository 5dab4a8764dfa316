import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listSignals } from '../contract/signals.ts'
import { newestPrompt, releasedVersions } from '../src/judge/prompts.ts'
import type { PromptVersion } from '../src/judge/prompts.ts'
import { runCommand } from '../src/main/commands.ts'
import { type SignalDefinition, withoutEvidence, withoutSamples } from '../src/signals/definition.ts'
import { releasedSignals } from '../src/signals/registry.ts'
import type { Fact } from '../src/signals/schemas.ts'
import { ask, startApp, startReplica, startWorld } from './harness.ts'

/** The US dollars in the first pool, by ticker: what a provider would answer. */
const pools: Record<string, number> = { DEEP: 16_000 }

const scorePool = (usd: number) => Math.min(100, Math.floor(usd / 250))

const words = {
  en: { title: 'Liquidity', asks: 'How deep is the first pool?', measuredBy: 'pools', depth: 'in the first pool' },
  es: { title: 'Liquidez', asks: '¿Cuánto hay en el primer fondo?', measuredBy: 'fondos', depth: 'en el primer fondo' },
  zh: { title: '流动性', asks: '首个资金池有多深？', measuredBy: '资金池', depth: '在首个资金池中' },
}
const toWords = ({ depth, ...own }: (typeof words)['en']) => ({
  ...own,
  facts: { depth: ({ usd }: Fact['values']) => `${String(usd)} USD ${depth}` },
})

/** A signal that no file of the service names. */
const liquidity: SignalDefinition = {
  name: 'liquidity',
  look: { icon: null, words: { en: toWords(words.en), es: toWords(words.es), zh: toWords(words.zh) } },
  provider: null,
  measure: (_deps, { submission }) => {
    const usd = pools[submission.symbol] ?? 0
    const score = scorePool(usd)
    const facts: Fact[] = [{ code: 'depth', effect: score, values: { usd } }]
    const reason = `The first pool holds ${usd} USD.`
    const reading = { score, reason, facts, stub: false, confidence: null }
    return Promise.resolve(withoutSamples({ reading, evidence: { usd } }))
  },
  replay: ({ evidence }) => {
    const usd = (evidence as { usd?: number } | null)?.usd
    return usd === undefined ? withoutEvidence : { score: scorePool(usd), confidence: null }
  },
}

const weights = { meme: 20, creator: 20, liquidity: 10, image: 15, name: 10, social: 10, risk: 15 }
const names = Object.keys(weights)

/** A version with seven signals; of the same major, so that its records rank beside those with six. */
const version: PromptVersion = {
  ...newestPrompt(),
  id: 'launch-score@1.99.0',
  signals: Object.entries(weights).map(([name, weight]) => ({ name, weight })),
}

const given = {
  signals: { ...releasedSignals, liquidity },
  versions: {
    newest: () => version,
    find: (id: string) => (id === version.id ? version : releasedVersions.find(id)),
    list: () => [{ id: version.id, name: version.name, semver: '1.99.0' }, ...releasedVersions.list()],
  },
}

/** A service with a record of six signals, and after it one of seven. */
async function start(t: TestContext) {
  const world = await startWorld(t)
  const released = await startApp(t, { world })
  const six = await released.score()
  const { db, reads } = released.deps
  const service = await startReplica(t, { db, reads }, { world, given })
  const own = { name: 'Deep Sock', symbol: 'DEEP', xHandle: '@deepsock', creatorAddress: `0x${'d'.repeat(40)}` }
  const seven = await service.score(own)
  assert.deepEqual([six.status, seven.status], [201, 201], JSON.stringify([six.body, seven.body]))
  return { ...service, six: six.body, seven: seven.body }
}

test('a version’s seventh signal is measured, weighed and stored in the version’s order', async (t) => {
  const { app, six, seven } = await start(t)
  assert.equal(seven.promptVersion, version.id)
  assert.deepEqual(Object.keys(seven.signals), names)
  assert.equal(seven.signals.liquidity.score, 64)
  assert.deepEqual(
    seven.explanation.contributions.map(({ signal, weight }: { signal: string; weight: number }) => [signal, weight]),
    Object.entries(weights).map(([name, weight]) => [name, weight / 100]),
  )
  const sum = listSignals<{ signal: string; contribution: number }, unknown>(seven).reduce(
    (total, { part }) => total + part.contribution,
    0,
  )
  assert.ok(Math.abs(sum - seven.aggregate) < 0.05)
  assert.deepEqual((await ask(app, { url: `/v1/score/${seven.id}` })).body, seven)
  assert.equal(Object.keys((await ask(app, { url: `/v1/score/${six.id}` })).body.signals).length, 6)
})

test('the seventh signal is streamed, and its stubs and test records are like the others', async (t) => {
  const { app, submission } = await start(t)
  const { body } = await ask(app, {
    method: 'POST',
    url: '/v1/score',
    payload: submission({ name: 'Stream Sock', symbol: 'DEEP' }),
    headers: { accept: 'text/event-stream' },
  })
  const streamed = [...String(body).matchAll(/event: signal\ndata: (.+)/g)].map(
    ([, data = '']) => JSON.parse(data) as { signal: string; score: number },
  )
  assert.deepEqual(streamed.map(({ signal }) => signal).toSorted(), names.toSorted())
  assert.equal(streamed.find(({ signal }) => signal === 'liquidity')?.score, 64)
})

test('records of six and of seven signals replay to the same numbers, and a changed one is named', async (t) => {
  const { deps, seven } = await start(t)
  const { status, stdout } = await runCommand(deps, ['replay', '--check', '--json'])
  assert.equal(status, 0, stdout)
  assert.deepEqual(JSON.parse(stdout).checked, { 'launch-score@1.2.0': 1, [version.id]: 1 })
  const changed = structuredClone(seven)
  changed.signals.liquidity.score = 65
  await deps.db
    .updateTable('scores')
    .set({ body: JSON.stringify(changed) })
    .where('id', '=', seven.id)
    .execute()
  const again = await runCommand(deps, ['replay', '--check'])
  assert.equal(again.status, 1)
  assert.ok(again.stdout.includes(`${seven.id} liquidity: stored 65, replayed 64\n`), again.stdout)
})

test('records of seven signals are ranked beside those of six', async (t) => {
  const { app, six, seven } = await start(t)
  const { body } = await ask(app, { url: '/api/v1/leaderboards?window=all' })
  const listed = new Set(body.best.map(({ scoreId }: { scoreId: string }) => scoreId))
  assert.deepEqual(listed, new Set([six.id, seven.id]))
  const percentile = await ask(app, { url: `/v1/score/${seven.id}/percentile?window=7d` })
  assert.equal(percentile.body.cohortSize, 2)
})
