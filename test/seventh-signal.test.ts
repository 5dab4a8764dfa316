import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listSignals } from '../contract/signals/looks.ts'
import { startDiscord } from '../dev/stand-ins/discord.ts'
import { verifyResponses } from '../src/attestation/verify-responses.ts'
import { type PromptVersion, newestPrompt, releasedVersions } from '../src/signals/judge/prompts.ts'
import { runCommand } from '../src/main/commands.ts'
import { sendDueSlots } from '../src/notifications/send-notifications.ts'
import type { Environment } from '../src/platform/env.ts'
import { layOutCard } from '../src/site/cards/card-layout.ts'
import { type SignalDefinition, withoutEvidence, withoutSamples } from '../src/signals/definition.ts'
import { getTitle, releasedSignals } from '../src/signals/registry.ts'
import type { Fact } from '../contract/signals/schemas.ts'
import { closeAfter, handClock, never } from './world/waiting.ts'
import { ada, enroll } from './world/creators.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { adminToken } from './world/notifying.ts'

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

/** A service with a record of six signals, and after it one of seven by Ada's wallet. */
async function start(t: TestContext, environment: Environment = {}) {
  const world = await startWorld(t)
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const common = { world, clock, environment: { ...world.environment, ...environment } }
  const released = await startApp(t, common)
  const six = await released.score()
  const { db, reads } = released.deps
  const service = await startReplica(t, { db, reads }, { ...common, given })
  const own = { name: 'Deep Sock', symbol: 'DEEP', xHandle: '@deepsock', creatorAddress: ada.address }
  const seven = await service.score(own)
  assert.deepEqual([six.status, seven.status], [201, 201], JSON.stringify([six.body, seven.body]))
  return { ...service, clock, six: six.body, seven: seven.body }
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

test('the seventh signal is streamed like the others', async (t) => {
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

const titles = { en: 'Liquidity', es: 'Liquidez', zh: '流动性' }

test('pages show the seventh signal in the reader’s language, beside records of six', async (t) => {
  const { app, six, seven } = await start(t)
  const { body: enrollment } = await enroll(app, { scoreId: seven.id, wallet: ada })
  const get = async (path: string, language: string) => {
    const { status, body } = await ask(app, { url: `${path}${path.includes('?') ? '&' : '?'}lang=${language}` })
    assert.equal(status, 200, path)
    return String(body)
  }
  for (const [language, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    for (const path of [
      '/',
      `/score/${seven.id}`,
      '/leaderboards?tab=new',
      `/launch/${enrollment.enrollmentId}`,
      `/creator/${ada.address}`,
      `/compare?ids=${six.id},${seven.id}`,
      '/search?q=deep',
      '/transparency',
    ])
      assert.ok((await get(path, language)).includes(title), `${path} in ${language}`)
    const own = await get(`/score/${seven.id}`, language)
    assert.ok(own.includes(`16000 USD ${words[language].depth}`), language)
    const other = await get(`/score/${six.id}`, language)
    assert.ok(!other.includes(title), language)
  }
  const rowsOf = async (id: string) => [...(await get(`/score/${id}`, 'en')).matchAll(/id="signal-\w+"/g)].length
  assert.deepEqual([await rowsOf(six.id), await rowsOf(seven.id)], [6, 7])
  assert.match(await get('/', 'en'), /Seven signals, one score, and every reason in public\./)
  assert.match(await get('/transparency', 'en'), /<h1 id="how">Seven signals, added up\./)
})

const noState = {
  outcome: null,
  warnings: [],
  outcomeAt: null,
  outcomeCause: null,
  story: null,
  isUnsigned: false,
  newer: null,
}

test('the cards of a record name its best signal', async (t) => {
  const { app, deps, seven } = await start(t)
  const signals = seven.signals as Record<string, { score: number; stub: boolean }>
  const [best] = Object.entries(signals)
    .filter(([, { stub }]) => !stub)
    .toSorted(([, one], [, other]) => other.score - one.score)
  assert.ok(best)
  const ticket = {
    score: { ...seven, hasStubs: false },
    state: noState,
    picture: null,
    chainName: 'Base',
    signing: null,
    isAttested: false,
    topPercent: null,
    launchedAt: null,
    launch: null,
    titleOf: (name: string) => getTitle(deps, name),
  }
  for (const size of ['wide', 'tall'] as const) {
    const card = layOutCard(ticket, { size, publisher: { serviceName: 'Launchscore', host: 'localhost' } })
    assert.ok(JSON.stringify(card).includes(`"${getTitle(deps, best[0])} ${best[1].score}"`), size)
  }
  for (const path of ['card.png', 'card-3x2.png', 'badge.svg'])
    assert.equal((await ask(app, { url: `/score/${seven.id}/${path}` })).status, 200, path)
})

test('notifications draw the seventh signal', async (t) => {
  const discord = await startDiscord({ limit: { calls: 100, windowMs: 1000 } })
  closeAfter(t, discord.close)
  const { app, deps, clock, seven } = await start(t, { ADMIN_TOKEN: adminToken, NOTIFY_DISCORD_URL: discord.url })
  const { status } = await enroll(app, { scoreId: seven.id, wallet: ada, scheduledFor: '2026-12-01T18:00:00.000Z' })
  assert.equal(status, 201)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await sendDueSlots(deps, never)
  assert.match(JSON.stringify(discord.messages[0]), /"name":"Liquidity"[^}]+◆ ██████░░░░ 64/)
})

test('the sum of seven signals is verified, and a verifier without the version says so', async (t) => {
  const { seven } = await start(t)
  const parts = { score: seven, attestation: null, receipt: null }
  const asked = { readChain: null, now: new Date('2026-12-01T12:00:00.000Z'), signal: never }
  const outcomesBy = async (versions: typeof releasedVersions) => {
    const { verdict, checks } = await verifyResponses(parts, { ...asked, versions })
    return { verdict, outcomes: Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome])) }
  }
  const known = await outcomesBy(given.versions)
  assert.equal(known.verdict, 'consistent')
  assert.deepEqual([known.outcomes['weights'], known.outcomes['aggregate'], known.outcomes['band']], ['ok', 'ok', 'ok'])
  const unknown = await outcomesBy(releasedVersions)
  assert.equal(unknown.verdict, 'consistent')
  assert.deepEqual([unknown.outcomes['weights'], unknown.outcomes['aggregate']], ['skipped', 'ok'])
})
