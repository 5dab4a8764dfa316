import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import { since, startFollowed } from './world/outcomes.ts'
import { ask } from './world/app.ts'
import { listSeries } from './world/seed.ts'

const hourMs = 3_600_000
const toTime = (hours: number) => new Date(since.getTime() + hours * hourMs).toISOString()

interface Judged {
  horizon: string
  outcome: string | null
  cause: string | null
  seenAt: string | null
  rules: string | null
  dueAt?: string
}

test('GET /v1/launch/:id/token: all outcomes, the graduation and the corrections', async (t) => {
  const { app, deps, launches } = await startFollowed(t)
  const expected = new Map(listSeries().map(({ name, expected: one }) => [name, one]))
  for (const { series, score, observations } of launches) {
    const { body } = await ask(app, { url: `/v1/launch/${score.id}/token` })
    const [, , at30, at90] = body.outcomes as Judged[]
    const judged = body.outcomes as Judged[]
    assert.deepEqual(
      judged.map(({ horizon }) => horizon),
      ['24h', '7d', '30d', '90d'],
    )
    for (const { horizon, outcome, cause, rules, dueAt } of judged) {
      const known = expected.get(series)?.outcomes[horizon]
      if (!known || horizon === '90d') continue
      assert.deepEqual({ outcome, cause }, { ...known }, `${series} ${horizon}`)
      assert.deepEqual([rules, dueAt], ['outcome-rules@1.0.0', undefined])
    }
    const times = observations.map(({ t: hours }) => toTime(hours))
    assert.ok(!at30?.seenAt || times.includes(at30.seenAt), series)
    const undecided = { outcome: null, cause: null, seenAt: null, rules: null, dueAt: toTime(2160) }
    assert.deepEqual(at90, { horizon: '90d', ...undecided })
    const graduatedAt = expected.get(series)?.graduatedAt ?? null
    assert.equal(body.graduation?.graduatedAt ?? null, graduatedAt === null ? null : toTime(graduatedAt), series)
    assert.deepEqual([body.tradingSince, body.corrections], [since.toISOString(), []])
    assert.equal(body.attribution, 'Market data: DEX Screener')
    const { proofs, message, signature, ...rest } = body
    assert.deepEqual([proofs.length, message, signature], [1, null, null])
    assert.deepEqual((await ask(app, { url: `/v1/launch/${score.id}` })).body.token, rest)
  }

  const one = launches.find(({ series }) => series === 'alive')
  const subject = `outcome:${one?.bindingId}:30d`
  const args = ['outcome', 'correct', subject, '--reason', 'wrong_data', '--explain', 'A false price.']
  assert.equal((await runCommand(deps, args)).status, 0)
  const { body } = await ask(app, { url: `/v1/launch/${one?.score.id}/token` })
  const at30 = (body.outcomes as Judged[]).find(({ horizon }) => horizon === '30d')
  assert.deepEqual([at30?.outcome, at30?.cause], ['unknown', 'corrected'])
  const [{ correctedAt, ...correction }] = body.corrections
  assert.ok(!Number.isNaN(Date.parse(correctedAt)))
  assert.deepEqual(correction, {
    subject,
    reason: 'wrong_data',
    explanation: 'A false price.',
    madeBy: 'operator',
    replacement: null,
  })
})
