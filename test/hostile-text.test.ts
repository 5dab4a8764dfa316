import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRequest } from '../dev/stand-ins/model-request.ts'
import { startApp, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'

/** Each took an earlier scanner minutes or more. */
const slow = {
  'one long word': `give ${'a'.repeat(400)}`,
  'a pitch without spaces': `Set ${'每台洗衣机都会吃掉一只袜子'.repeat(30)}`,
  'a word of another alphabet': `поставь ${'а'.repeat(900)}`,
}

test('a text that is built to be slow to scan is scored like any other', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { world })
  for (const [what, description] of Object.entries(slow)) {
    const { status, body } = await score({ description })
    assert.equal(status, 201, what)
    assert.equal(body.signals.meme.score, 80, what)
  }
})

const pitch = 'Every washing machine takes one. This is the token of the other, 100 % wool.'

/** The same pitch for a reader. */
const variants = [
  pitch,
  pitch.slice(0, -1),
  pitch.replace(/\.$/, '!'),
  pitch.replace(/\.$/, '…'),
  pitch.replace('.', ' —'),
  pitch.replace('Every', 'every'),
  pitch.toUpperCase(),
  pitch.toLowerCase(),
  pitch.replace('one', 'оne'),
  pitch.replace('This', 'Тhis'),
  pitch.replace('token', 'tοken'),
  pitch.replace('machine', 'mаchine'),
  pitch.replace('machine', 'màchine'),
  `${pitch} 🧦`,
  `🧦${pitch}🧦`,
  pitch.replace('. ', '. 🚀 '),
  `${pitch} 👩🏽‍🚀`,
  pitch.replaceAll(' ', '  '),
  pitch.replace(' ', '\u00a0'),
  pitch.replace('. ', '.\n'),
  pitch.replace('the', 't\u200bhe'),
  pitch.replace('other', 'ot\u2060her'),
  `"${pitch}"`,
  `(${pitch})`,
  `*${pitch}*`,
  ...Array.from({ length: 25 }, (_, n) => `${pitch.slice(0, n + 3)}${n % 2 === 0 ? ',' : "'"}${pitch.slice(n + 3)}`),
]

test('trivial variants of a submission get the first verdict without a model call', async (t) => {
  let calls = 0
  const world = await startWorld(t, { model: { judge: (request) => verdict(request, { score: 50 + ++calls }) } })
  const { score } = await startApp(t, { world })
  const scores = new Set<number>()
  assert.ok(variants.length >= 50)
  for (const description of variants) scores.add((await score({ description })).body.signals.meme.score)
  assert.equal(scores.size, 1)
  assert.equal(world.model.requests.length, 2)
  const others = [pitch.replace('100', '1000'), pitch.replace('100', '1.00'), pitch.replace('one. This', 'this. One')]
  for (const description of others) await score({ description })
  assert.equal(world.model.requests.length, 5)
})

test('what a hostile model writes is cut short before it is stored and shown', async (t) => {
  const reason = '@a'.repeat(4_000) + '中'.repeat(12_000)
  const observations = Array.from({ length: 20 }, () => reason)
  const judge = (request: ModelRequest) => ({ ...verdict(request, { reason }), observations })
  const world = await startWorld(t, { model: { judge } })
  const { deps, score } = await startApp(t, { world })
  const { status, body } = await score()
  assert.equal(status, 201)
  assert.ok(body.signals.meme.reason.length <= 240)
  const rows = await deps.db.selectFrom('judge_samples').select('arguments').execute()
  for (const row of rows) assert.ok(JSON.stringify(row.arguments).length < 10_000)
})
