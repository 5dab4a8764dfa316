import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getAddress } from 'viem'
import { sealDays } from '../src/record/seal-days.ts'
import { decideOutcomes, recordLaunches } from '../src/record/decide-outcomes.ts'
import { listOtherTokens } from '../src/tokens/finding-store.ts'
import { claimDueObservations, updateObserved } from '../src/tokens/observation-store.ts'
import { UpstreamError } from '../src/platform/errors.ts'
import { recompute } from '../src/record/recompute.ts'
import {
  bindToken,
  clankerTx,
  createdBlock,
  namedToken,
  ownCreation,
  ownToken,
  startFinding,
  toText,
} from './world/finding.ts'
import { ask } from './world/app.ts'
import { poison, poisoned } from './world/database.ts'
import { seedLaunches } from './world/seed.ts'
import { creator } from './fixtures/keys.ts'

/** The wallet sends its launches itself. */
const launcher = creator.address.toLowerCase()

test('a token that a wallet launched through a launchpad is found without a report', async (t) => {
  const world = await startFinding(t, 'FROG of base!', { launcher })
  await world.find()
  await world.find()
  // Until it is proven it may be anybody's.
  assert.equal((await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })).status, 404)
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

const launchpad = `0x9ad${'0'.repeat(37)}`
const event = '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67'

test('OUTCOME_VENUES names a launchpad: its tokens are found and proven', async (t) => {
  const entry = `pad=${launchpad}/${event}/topic1/topic2`
  const world = await startFinding(t, 'Frog of Base', { launchpad, launcher }, entry)
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.tokenAddress, body.venue], ['proven', namedToken, 'pad'])
  const cursors = await world.deps.db.selectFrom('venue_cursors').select('venue').execute()
  const names = new Set(cursors.map(({ venue }) => venue))
  assert.ok(['clanker', 'clanker-v3.1', 'pad', 'virtuals', 'zora'].every((venue) => names.has(venue)))
})

test('OUTCOME_VENUES doesn’t name a launchpad: its event finds and proves nothing', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { launchpad })
  await world.find()
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
})

test('a launchpad that is added with OUTCOME_VENUES is read from 180 days back', async (t) => {
  const [now, head] = [Date.now() / 1000, createdBlock + 100]
  const timeOf = (block: number) => now - 0.45 * (head - block)
  const venue = `pad=${launchpad}/${event}/topic1/topic2`
  const world = await startFinding(t, 'Frog of Base', { launchpad, timeOf }, venue)
  await world.deps.db.deleteFrom('venue_cursors').where('venue', '=', 'pad').execute()
  await world.find()
  const { block } = await world.deps.db
    .selectFrom('venue_cursors')
    .select('block')
    .where('venue', '=', 'pad')
    .executeTakeFirstOrThrow()
  const blocks = Number(block) - (head - (180 * 86_400) / 0.45)
  assert.ok(blocks > 0 && blocks <= 20_010, `${blocks} blocks`)
})

const clankerV31 = '0x2a787b2362021cc3eea3c24c4748a6cd5b687382'
const ofWallet = `0x${creator.address.toLowerCase().slice(2).padStart(64, '0')}`
const clankerV31Topic = '0x6b04d68ca5c822b9c981d731c83ecb1356b96c8596c7659d397d234856a4537b'

test('a token of Clanker v3.1 is found and proven by its event', async (t) => {
  const over = { launchpad: clankerV31, topic0: clankerV31Topic, launcher }
  const world = await startFinding(t, 'Frog of Base', over)
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.tokenAddress, body.venue], ['proven', namedToken, 'clanker-v3.1'])
  assert.deepEqual(
    body.proofs.map(({ kind, call }: Record<string, unknown>) => [kind, call]),
    [['named', null]],
  )
})

test('an event of another version finds nothing at the contract of Clanker v3.1', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { launchpad: clankerV31 })
  await world.find()
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
})

/** A launch whose token Virtuals made, proven and replaced. */
async function startGraduated(t: TestContext) {
  const virtuals = '0xf66dea7b3e897cd44a5a231c61b6b4423d613259'
  const successor = `0x5ecc${'5'.padStart(36, '0')}`
  const info = `0xf5dab711${namedToken.slice(2).padStart(64, '0')}`
  const calls = { [`${virtuals} ${info}`]: `${ofWallet}${'0'.repeat(64)}` }
  const world = await startFinding(t, 'Frog of Base', {
    launchpad: `0x9ad${'2'.repeat(37)}`,
    announced: [namedToken],
    launcher,
    calls,
    creations: { [namedToken]: clankerTx },
    graduations: [{ token: namedToken, successor }],
  })
  const { db, clock, random } = world.deps
  const submission = await db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow()
  const now = clock.now()
  await db
    .insertInto('token_bindings')
    .values({
      id: random.uuid(),
      score_id: world.scoreId,
      submission_id: submission.id,
      chain_id: '8453',
      token: namedToken,
      creator_address: creator.address.toLowerCase(),
      origin: 'found',
      state: 'pending',
      next_check_at: now,
      bound_at: now,
    })
    .execute()
  await world.prove()
  return { world, successor, now }
}

test('a token by Virtuals is proven by tokenInfo(), and followed to its successor', async (t) => {
  const { world, successor, now } = await startGraduated(t)
  const { db, clock } = world.deps
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual(
    [body.state, body.venue, body.proofs[1].kind, body.proofs[1].call],
    ['proven', 'virtuals', 'named', 'tokenInfo'],
  )
  const until = new Date(now.getTime() + 300_000)
  const claimDue = async () => (await claimDueObservations(db, { now: clock.now(), until, limit: 1 }))[0]
  const before = await claimDue()
  assert.deepEqual([before?.token, before?.boundToken], [namedToken, namedToken])
  await world.find()
  assert.ok(before)
  const made = { tradingSince: null, isOnCurve: false, nextObservationAt: null, closed: 'untraded' as const, pools: [] }
  assert.equal(await db.transaction().execute((tx) => updateObserved(tx, before, made)), false)
  const after = await claimDue()
  assert.deepEqual([after?.token, after?.boundToken, after?.pools], [successor, namedToken, []])
  await world.find()
  assert.equal((await db.selectFrom('token_successors').selectAll().execute()).length, 1)
})

const bonding = '0xf66dea7b3e897cd44a5a231c61b6b4423d613259'
const info = `0xf5dab711${namedToken.slice(2).padStart(64, '0')}`
/** Virtuals puts "fun " before the name. */
const ofVirtuals = (creatorWord: string) => ({
  launchpad: `0x9ad${'1'.repeat(37)}`,
  announced: [namedToken],
  calls: {
    [`${bonding} ${info}`]: `${creatorWord}${'0'.repeat(64)}`,
    [`${namedToken} 0x06fdde03`]: toText('fun Frog of Base'),
  },
})

test('a launch by Virtuals is found by its announcement and proven with tokenInfo()', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { ...ofVirtuals(ofWallet), launcher })
  await world.find()
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.counts, body.origin, body.venue], ['proven', true, 'found', 'virtuals'])
  assert.deepEqual([body.tokenAddress, body.name, body.curve], [getAddress(namedToken), 'fun Frog of Base', true])
  assert.deepEqual([body.proofs[0].kind, body.proofs[0].txHash], ['named', clankerTx])
  assert.equal((await world.deps.db.selectFrom('token_bindings').selectAll().execute()).length, 1)
})

test('a launch by Virtuals with another name, or of another creator, is not linked', async (t) => {
  const other = await startFinding(t, 'Toad of Base', ofVirtuals(ofWallet))
  await other.find()
  assert.deepEqual(await other.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
  const foreign = await startFinding(t, 'Frog of Base', ofVirtuals(`0x${'b0b'.padStart(64, '0')}`))
  await foreign.find()
  assert.deepEqual(await foreign.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
  assert.deepEqual(await foreign.deps.db.selectFrom('wallet_tokens').selectAll().execute(), [])
})

test('launches by Virtuals without end are read some at a time, and none is left out', async (t) => {
  const others = Array.from({ length: 500 }, (_, index) => `0x07e${index.toString(16).padStart(37, '0')}`)
  const world = await startFinding(t, 'Frog of Base', { ...ofVirtuals(ofWallet), announced: [...others, namedToken] })
  world.nodeWorld.blockOf = (token) => createdBlock + (token === namedToken ? 1 : 0)
  await world.find()
  const readUntil = async () => {
    const row = await world.deps.db
      .selectFrom('venue_cursors')
      .select('block')
      .where('venue', '=', 'virtuals')
      .executeTakeFirstOrThrow()
    return Number(row.block)
  }
  assert.equal(await readUntil(), createdBlock)
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
  await world.find()
  assert.equal(await readUntil(), createdBlock + 90)
  assert.equal((await world.deps.db.selectFrom('token_bindings').selectAll().execute()).length, 1)
})

test('a wallet that sent the launch itself is counted without a signature or an explorer', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { launcher, creations: { [`0x${'e'.repeat(40)}`]: clankerTx } })
  await world.deps.db.deleteFrom('enrollments').execute()
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.counts, body.reason], ['proven', true, null])
  assert.deepEqual(
    body.proofs.map(({ kind }: { kind: string }) => kind),
    ['named'],
  )
})

test('the graduation of a token by Virtuals is shown with its successor, and sealed', async (t) => {
  const { world, successor } = await startGraduated(t)
  const { app, deps, nodeWorld, find } = world
  const url = `/v1/launch/${world.scoreId}`
  const none = (await ask(app, { url: `${url}/token` })).body
  assert.deepEqual([none.curve, none.venueGraduatedAt, none.successor], [true, null, null])
  await decideOutcomes(deps, new AbortController().signal) // records the launch
  await find()
  await find()
  const shown = {
    curve: false,
    venueGraduatedAt: nodeWorld.minedAt.toISOString(),
    successor: { tokenAddress: getAddress(successor), txHash: `0x${'9'.repeat(64)}` },
  }
  for (const path of ['token', 'observations']) {
    const { curve, venueGraduatedAt, successor } = (await ask(app, { url: `${url}/${path}` })).body
    assert.deepEqual({ curve, venueGraduatedAt, successor }, shown, path)
  }
  const summary = (await ask(app, { url })).body.token
  assert.deepEqual([summary.venueGraduatedAt, summary.successor], [shown.venueGraduatedAt, shown.successor])
  const { body: page } = await app.inject({ url: `/launch/${world.scoreId}` })
  assert.ok(page.includes('Graduated by its launchpad'))
  assert.ok(page.includes(getAddress(successor)))

  const day = new Date().toISOString().slice(0, 10)
  const tomorrow = new Date(Date.parse(day) + 88_000_000)
  assert.equal(await sealDays({ ...deps, clock: { now: () => tomorrow } }, new AbortController().signal), true)
  const { body: text } = await app.inject({ url: `/api/v1/track-record/days/${day}.ndjson` })
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const line = lines.find(({ kind }) => kind === 'venueGraduation')
  const launch = lines.find(({ kind }) => kind === 'launch')
  const { venueGraduatedAt } = shown
  assert.deepEqual(line, {
    kind: 'venueGraduation',
    at: line.at,
    id: launch.id,
    venueGraduatedAt,
    successor: getAddress(successor),
    txHash: `0x${'9'.repeat(64)}`,
  })
  assert.deepEqual((await recompute([{ day, text }])).differences, [])
})

/** A launchpad's token is older by an hour than the score of the wallet that it names. */
async function startOlderNamed(t: TestContext) {
  const world = await startFinding(t, 'Frog of Base')
  const { db } = world.deps
  const createdAt = world.nodeWorld.minedAt.getTime()
  await db
    .updateTable('scores')
    .set({ created_at: new Date(createdAt + 3_600_000) })
    .execute()
  await world.find()
  await world.prove()
  const row = await db.selectFrom('token_bindings').select(['state', 'excluded']).executeTakeFirstOrThrow()
  assert.deepEqual(row, { state: 'unproven', excluded: 'named_unsigned' })
  return world
}

test('a token older than the score isn’t charged to a wallet that it only names', async (t) => {
  const { app, deps } = await startOlderNamed(t)
  assert.equal((await ask(app, { url: `/api/v1/score/${namedToken}` })).status, 404)
  await recordLaunches(deps, new AbortController().signal)
  assert.deepEqual(await deps.db.selectFrom('recorded_launches').selectAll().execute(), [])
  const others = { chainId: 8453, creatorAddress: launcher, token: ownToken, since: new Date(0) }
  assert.deepEqual(await listOtherTokens(deps.db, { ...others, limit: 10 }), { count: 0, tokens: [] })
})

test('a wallet that signs for an older token that names it is charged with it', async (t) => {
  const { app, scoreId } = await startOlderNamed(t)
  assert.equal((await bindToken({ app, scoreId }, namedToken)).status, 201)
  const { body } = await ask(app, { url: `/v1/launch/${scoreId}/token` })
  assert.deepEqual([body.state, body.counts, body.reason], ['proven', false, 'scored_after_creation'])
  const { headers } = await ask(app, { url: `/api/v1/score/${namedToken}` })
  assert.equal(headers['x-launchscore-standing'], 'bound')
})

test('a launchpad that can’t be read stops no other one, nor the wallets', async (t) => {
  const submitted = `0x5ab${'5'.repeat(37)}`
  let isFailing = true
  const world = await startFinding(t, 'Frog of Base', {
    onCall: (method, params) => {
      const [{ address }] = [...params, {}] as [{ address?: string[] }]
      if (isFailing && method === 'eth_getLogs' && address?.[0] === clankerV31) throw new Error('no such logs')
    },
    codeOf: (address) => (address === submitted ? '0x6001' : '0x'),
  })
  const { db } = world.deps
  const [seeded] = await seedLaunches(db, [{ creatorAddress: creator.address.toLowerCase(), name: 'Frog of Base' }])
  await db.updateTable('submissions').set({ symbol: 'frog' }).execute()
  await db
    .updateTable('scores')
    .set({ contract_address: submitted })
    .where('id', '=', seeded?.score.id ?? '')
    .execute()
  await assert.rejects(world.find(), UpstreamError)
  const listBound = async () =>
    (await db.selectFrom('token_bindings').select('token').orderBy('token').distinct().execute()).map(
      ({ token }) => token,
    )
  const listBehind = async () =>
    (await db.selectFrom('venue_cursors').select('venue').where('block', '<', String(createdBlock)).execute()).map(
      ({ venue }) => venue,
    )
  assert.deepEqual(await listBound(), [submitted, namedToken])
  assert.deepEqual(await listBehind(), ['clanker-v3.1'])
  isFailing = false
  await world.find()
  assert.deepEqual(await listBehind(), [])
})

test('a launched token that can’t be stored stops no other launchpad, nor the wallets', async (t) => {
  const submitted = `0x5ab${'5'.repeat(37)}`
  const world = await startFinding(t, 'Frog of Base', {
    codeOf: (address) => (address === submitted ? '0x6001' : '0x'),
  })
  const { db } = world.deps
  const [seeded] = await seedLaunches(db, [{ creatorAddress: creator.address.toLowerCase(), name: 'Frog of Base' }])
  await db.updateTable('submissions').set({ symbol: 'frog' }).execute()
  const scoreId = seeded?.score.id ?? ''
  await db.updateTable('scores').set({ contract_address: submitted }).where('id', '=', scoreId).execute()
  await poison(t, db, 'token_bindings', ['token', namedToken])
  await assert.rejects(world.find(), poisoned)
  const bound = await db.selectFrom('token_bindings').select('token').distinct().execute()
  assert.deepEqual(bound, [{ token: submitted }])
  const read = await db.selectFrom('venue_cursors').select('venue').where('block', '>', String(createdBlock)).execute()
  assert.ok(read.some(({ venue }) => venue === 'virtuals'))
  assert.ok(!read.some(({ venue }) => venue === 'clanker'))
})

test('a token that is proven for one launch is not linked to another draft of it', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { launcher })
  const { db } = world.deps
  await world.find()
  await world.prove()
  await seedLaunches(db, [{ creatorAddress: creator.address.toLowerCase(), name: 'Frog of Base' }])
  await db.updateTable('submissions').set({ symbol: 'frog' }).execute()
  await db
    .updateTable('venue_cursors')
    .set({ block: String(createdBlock - 1000) })
    .execute()
  await world.find()
  await world.prove()
  const bindings = await db.selectFrom('token_bindings').select(['token', 'state']).execute()
  assert.deepEqual(bindings, [{ token: namedToken, state: 'proven' }])
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
  const bound = await bindToken(world, ownToken, { creationTx: ownCreation })
  assert.equal(bound.status, 201)
  return { ...world, bound: bound.body, url }
}

test('another token that the wallet launched since is named beside the bound token', async (t) => {
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
