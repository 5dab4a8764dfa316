import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ModelFault, ModelRequest } from '../dev/stand-ins/model.ts'
import { runCommand } from '../src/main/commands.ts'
import { readData } from './world/judge.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'

const isCovered = ({ text }: ModelRequest) => text.includes('▢ has been covered')

interface Options {
  asWritten?: number
  covered?: number
  isSure?: boolean
  findFault?: (request: ModelRequest) => ModelFault | undefined
  config?: object
}

/** A judge with one opinion of a pitch as it is written, and another of what is left when words are covered. */
async function start(t: TestContext, options: Options = {}) {
  const { asWritten = 95, covered = 62, isSure = false, findFault, config = {} } = options
  const judge = (request: ModelRequest) => {
    if (request.image) return verdict(request, { score: 50 })
    const score = isCovered(request) ? covered : asWritten
    return verdict(request, { score, ...(isSure && !isCovered(request) && { confidence: 1 }) })
  }
  const world = await startWorld(t, { model: { judge, ...(findFault && { findFault }) } })
  const environment = { ...world.environment, MODEL_SAMPLES: '1' }
  const service = await startApp(t, { world, environment, config })
  const countOf = (which: (request: ModelRequest) => boolean) => world.model.requests.filter(which).length
  return { ...service, world, countOf }
}

const findLowering = ({ facts }: { facts: { code: string }[] }) => facts.find(({ code }) => code === 'lowered')

const graded = { description: 'Two went in, one came out. The drawer says 97 points. Post where yours is.' }
const plain = { description: 'Two went in, one came out. The drawer says nothing. Post where yours is.' }

test('a verdict that rests on a named grade is lowered to that without it, and says so', async (t) => {
  const { app, deps, score, countOf } = await start(t)
  const { status, body } = await score(graded)
  assert.equal(status, 201)
  const { meme } = body.signals
  assert.equal(meme.score, 62)
  assert.deepEqual(findLowering(meme), { code: 'lowered', effect: null, values: { asWritten: 95, covered: 62 } })
  assert.match(meme.reason, / Lowered from 95: with grades, .+ was judged at 62\.$/)
  assert.deepEqual(body.warnings, [])
  assert.equal(countOf(isCovered), 1)
  const again = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: {} })
  assert.deepEqual(again.body.signals.meme, meme)
  assert.equal(countOf(isCovered), 1)
  const older = { promptVersion: 'launch-score@1.1.0' }
  const before = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: older })
  assert.deepEqual([before.body.signals.meme.score, before.body.signals.meme.facts], [95, undefined])
  assert.equal((await runCommand(deps, ['replay', '--check'])).status, 0)
})

test('the judge of covered texts sees no grade and is told what the cover is', async (t) => {
  const { score, world } = await start(t)
  await score(graded)
  const request = world.model.requests.find(isCovered)
  assert.ok(request)
  const data = readData(request)
  assert.ok(data.includes('▢'), data)
  assert.doesNotMatch(data, /97|points/)
})

test('replay --check: without its counterfactual sample, a record differs', async (t) => {
  const { deps, score } = await start(t)
  const { body } = await score(graded)
  const { evidence } = await deps.db
    .selectFrom('scores')
    .select('evidence')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  const { counterfactual, ...meme } = (evidence as { meme: { counterfactual: object } }).meme
  assert.ok(counterfactual)
  await deps.db
    .updateTable('scores')
    .set({ evidence: JSON.stringify({ ...evidence, meme }) })
    .where('id', '=', body.id)
    .execute()
  const { status, stdout } = await runCommand(deps, ['replay', '--check'])
  assert.equal(status, 1)
  assert.match(stdout, new RegExp(`${body.id} meme: stored 62, replayed none`))
})

test('one more call, and only for a high verdict on a text that has something to cover', async (t) => {
  for (const [asWritten, pitch, calls] of [
    [95, graded, 1],
    [60, graded, 1],
    [59, graded, 0],
    [95, plain, 0],
  ] as const) {
    const { score, countOf } = await start(t, { asWritten, covered: 55 })
    await score(pitch)
    assert.equal(countOf(isCovered), calls, `${asWritten}: ${pitch.description}`)
    assert.equal(
      countOf((request) => !isCovered(request)),
      2,
    )
  }
})

test('a difference of up to 15 points means nothing, except for a judge without any doubt', async (t) => {
  for (const [covered, isSure, score] of [
    [80, false, 95],
    [79, false, 79],
    [90, true, 95],
    [89, true, 89],
    [100, false, 95],
  ] as const) {
    const service = await start(t, { covered, isSure })
    assert.equal((await service.score(graded)).body.signals.meme.score, score, `${covered} ${isSure}`)
  }
})

test('without the counterfactual verdict nothing is scored: 502', async (t) => {
  const { deps, score } = await start(t, { findFault: (request) => (isCovered(request) ? 'no call' : undefined) })
  const { status, body } = await score(graded)
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [])
  const declining = await start(t, { findFault: (request) => (isCovered(request) ? 'refusal' : undefined) })
  assert.equal((await declining.score(graded)).status, 400)
})
