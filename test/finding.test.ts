import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getAddress } from 'viem'
import { decideOutcomes } from '../src/outcomes/deciding/decide-outcomes.ts'
import { creator, createdBlock, namedToken, ownCreation, ownToken, startFinding } from './finding-world.ts'
import { ask } from './harness.ts'
import { seedLaunches } from './seed-launches.ts'

test('a token that a launchpad made for an enrolled wallet is found, proven and watched without anybody’s report', async (t) => {
  const world = await startFinding(t, 'FROG of base!')
  await world.find()
  await world.find()
  const pending = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([pending.body.state, pending.body.origin, pending.body.message], ['pending', 'found', null])
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.tokenAddress, body.venue], ['proven', namedToken, 'clanker'])
  assert.equal(body.proofs[0].kind, 'named')
  assert.equal((await world.deps.db.selectFrom('token_bindings').selectAll().execute()).length, 1)
  assert.equal((await world.deps.db.selectFrom('watches').selectAll().execute()).length, 1)
  assert.ok(world.ranges.some((range) => range <= 500n))
  const cursor = await world.deps.db.selectFrom('venue_cursors').select('block').execute()
  assert.deepEqual(new Set(cursor.map(({ block }) => Number(block))), new Set([createdBlock + 90]))
})

test('a wallet that has signed nothing isn’t charged with a token that names it', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  await world.deps.db.deleteFrom('enrollments').execute()
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.counts, body.reason], ['proven', false, 'named_unsigned'])
})

test('a token with another name isn’t linked', async (t) => {
  const world = await startFinding(t, 'Toad of Base')
  await world.find()
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
})

/** The launch is bound to the token that its creator deployed; a launchpad made another one, which names the creator. */
async function startTwoTokens(t: TestContext, launcher?: string) {
  const world = await startFinding(t, 'Toad of Base', launcher ? { launcher } : {})
  await world.find()
  const url = `/v1/launch/${world.scoreId}/token`
  const { body } = await ask(world.app, { url: `${url}/message?tokenAddress=${ownToken}` })
  const signature = await creator.signMessage({ message: body.message })
  const payload = { tokenAddress: ownToken, creatorAddress: creator.address, signature, creationTx: ownCreation }
  const bound = await ask(world.app, { method: 'POST', url, payload })
  assert.equal(bound.status, 201)
  return { ...world, bound: bound.body, url }
}

test('another token that the wallet launched since the score is named beside the bound one', async (t) => {
  const { app, bound, url, scoreId, find } = await startTwoTokens(t, creator.address.toLowerCase())
  assert.deepEqual(bound.otherTokens, { count: 1, tokens: [getAddress(namedToken)] })
  await find()
  assert.deepEqual((await ask(app, { url })).body.otherTokens, bound.otherTokens)
  assert.deepEqual((await ask(app, { url: `/v1/launch/${scoreId}` })).body.token.otherTokens, bound.otherTokens)
})

test('a token by which a stranger names the wallet is not among its other tokens', async (t) => {
  assert.deepEqual((await startTwoTokens(t)).bound.otherTokens, { count: 0, tokens: [] })
})

test('earlier final scores of the same creator and folded name are counted', async (t) => {
  const { app, deps, url, bound } = await startTwoTokens(t)
  assert.equal(bound.earlierScores, 0)
  const names = ['TOAD of base!', 'Toad of Bas', 'Toad of Base 2']
  const earlier = await seedLaunches(
    deps.db,
    names.map((name) => ({ creatorAddress: creator.address.toLowerCase(), name })),
  )
  const ids = earlier.map(({ score }) => score.id)
  await deps.db
    .updateTable('scores')
    .set({ created_at: new Date('2026-11-01') })
    .where('id', 'in', ids)
    .execute()
  assert.equal((await ask(app, { url })).body.earlierScores, 1)
  await decideOutcomes(deps, new AbortController().signal) // records the launch with the number
  assert.equal((await ask(app, { url })).body.earlierScores, 1)
})
