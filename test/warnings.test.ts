import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { ModelRequest } from '../dev/stand-ins/model-request.ts'
import { warningWords } from '../contract/warning-words.ts'
import { enroll, walletNo } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { adminToken } from './world/notifying.ts'
import { seedScoreFor, seedSubmission } from './world/seed.ts'
import { verdict } from './world/model.ts'

const maker = walletNo(0xdec0de)
const makerAddress = maker.address.toLowerCase()
const contractAddress = '0x40de900000000000000000000000000000000105'

/** The service before a token-risk provider that knows a honeypot, and its maker's wallet as a listed one. */
async function startTrap(t: TestContext) {
  const world = await startWorld(t, {
    goplus: {
      addresses: { [makerAddress]: { flags: ['honeypot_related_address'], source: 'GoPlus' } },
      tokens: { [contractAddress]: { kind: 'honeypot', creator: makerAddress } },
    },
  })
  const started = await startApp(t, { world, environment: { ...world.environment, ADMIN_TOKEN: adminToken } })
  const trap = { creatorAddress: maker.address, contractAddress }
  return { ...started, world, trap }
}

const critical = ['honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_take_tokens', 'listed_deployer']

test('a honeypot’s warnings come gravest first and leave the aggregate unchanged', async (t) => {
  const { app, deps, score, trap } = await startTrap(t)
  const { status, body } = await score(trap)
  assert.equal(status, 201)
  assert.deepEqual(
    body.warnings.map(({ code }: { code: string }) => code),
    critical,
  )
  assert.deepEqual(body.warnings[0], {
    code: 'honeypot',
    severity: 'critical',
    signal: 'risk',
    values: {},
    message: 'Honeypot: holders cannot sell this token.',
    source: 'GoPlus',
  })
  const { contributions } = body.explanation
  const sum = contributions.reduce((all: number, one: { contribution: number }) => all + one.contribution, 0)
  assert.ok(Math.abs(sum - body.aggregate) <= 0.035)
  const events = await deps.db.selectFrom('outbox').select('body').execute()
  assert.ok(events.every((event) => !event.body.includes('warnings')))
  assert.deepEqual((await ask(app, { url: `/v1/score/${body.id}` })).body, body)
})

test('a score without warnings has an empty array', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { world })
  assert.deepEqual((await score()).body.warnings, [])
})

const doubtfulJudge = (request: ModelRequest) =>
  verdict(request, request.image ? { instruction_attempt: 'clear' } : { copycat_of: 'Dogecoin' })

test('a copycat and an instruction are cautions', async (t) => {
  const world = await startWorld(t, { model: { judge: doubtfulJudge } })
  const { score } = await startApp(t, { world })
  const { body } = await score()
  assert.deepEqual(
    body.warnings.map(({ code, severity, signal }: Record<string, string>) => [code, severity, signal]),
    [
      ['copycat', 'caution', 'meme'],
      ['instruction_attempt', 'caution', 'image'],
    ],
  )
})

test('leaderboards, launches, profiles and admin lists carry the warning codes', async (t) => {
  const { app, score, trap } = await startTrap(t)
  const { body } = await score(trap)
  assert.equal((await enroll(app, { scoreId: body.id, wallet: maker })).status, 201)
  const board = (await ask(app, { url: '/api/v1/leaderboards' })).body
  assert.deepEqual([board.best, board.worst[0].warnings], [[], critical])
  const { launches } = (await ask(app, { url: '/api/v1/launches' })).body
  assert.deepEqual(launches[0].warnings, critical)
  const profile = (await ask(app, { url: `/api/v1/creator/${maker.address}` })).body
  assert.deepEqual(profile.launches[0].warnings, critical)
  const headers = { authorization: `Bearer ${adminToken}` }
  const scores = (await ask(app, { url: '/v1/admin/scores', headers })).body
  assert.deepEqual(scores.scores[0].warnings, critical)
  const enrollments = (await ask(app, { url: '/v1/admin/enrollments', headers })).body
  assert.deepEqual(enrollments.enrollments[0].warnings, critical)
})

test('a record stored before warnings is returned as stored, without codes', async (t) => {
  const { app, deps } = await startApp(t)
  const submissionId = await seedSubmission(deps.db)
  const { id } = await seedScoreFor(deps.db, { submissionId, aggregateX100: 8000, createdAt: new Date() })
  assert.deepEqual((await ask(app, { url: `/v1/score/${id}` })).body, {})
  const board = (await ask(app, { url: '/api/v1/leaderboards' })).body
  assert.deepEqual(board.best[0].warnings, [])
})

test('has_critical: the database and the words agree on every code, old ones included', async (t) => {
  const { deps } = await startApp(t)
  for (const code of Object.keys(warningWords) as (keyof typeof warningWords)[]) {
    const { rows } = await sql<{ found: boolean }>`select has_critical(${`{${code}}`}::text[]) as found`.execute(
      deps.db,
    )
    assert.equal(rows[0]?.found, warningWords[code].severity === 'critical', code)
  }
})
