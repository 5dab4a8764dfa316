import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getAddress } from 'viem'
import type { WalletSpec } from '../dev/stand-ins/wallet-rows.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { handClock } from './world/waiting.ts'

const established: WalletSpec = { ageDays: 800, sent: 250 }
const dayMs = 24 * 3600 * 1000

/** The service at a time that is moved by hand, before wallets of which some are established. */
async function start(t: TestContext, wallets = [ada, bob]) {
  const world = await startWorld(t, {
    txlist: { wallets: Object.fromEntries(wallets.map(({ address }) => [address.toLowerCase(), established])) },
  })
  const clock = handClock('2026-11-22T12:00:00.000Z')
  const { app, deps, score } = await startApp(t, { world, clock })
  const scored = async (wallet: typeof ada, over: object = {}) => {
    const { status, body } = await score({ creatorAddress: wallet.address, ...over })
    assert.equal(status, 201)
    return body
  }
  const enrolled = async (wallet: typeof ada, over: object) => {
    const body = await scored(wallet, over)
    assert.equal((await enroll(app, { scoreId: body.id, wallet })).status, 201)
    return body
  }
  return { app, deps, clock, scored, enrolled }
}

const target = { xHandle: '@target', name: 'Target' }

test('twelve empty wallets that enroll and name a handle don’t change its score', async (t) => {
  const { scored, enrolled } = await start(t)
  const before = (await scored(ada, target)).signals.social
  for (let n = 1; n <= 12; n += 1) {
    const description = `Number ${n} loves @target.`
    const { signals } = await enrolled(walletNo(1000 + n), { xHandle: `@fan_no_${n}`, description })
    assert.ok(signals.creator.score < 50)
  }
  const after = (await scored(ada, target)).signals.social
  assert.deepEqual(after, before)
})

test('a new wallet that enrolls first with another’s handle doesn’t lower its score', async (t) => {
  const { scored, enrolled } = await start(t)
  const before = (await scored(ada, target)).signals.social
  await enrolled(walletNo(2000), target)
  assert.deepEqual((await scored(ada, target)).signals.social, before)
})

test('an established creator counts once, however often it signs, and for a week', async (t) => {
  const { clock, scored, enrolled } = await start(t)
  for (const n of [1, 2]) await enrolled(bob, { xHandle: '@bobs', description: `Number ${n}: a friend of @target.` })
  assert.match(
    (await scored(ada, target)).signals.social.reason,
    /\b1 other established creators? mentioned it within 7 days/,
  )
  clock.move(7 * dayMs)
  assert.match(
    (await scored(ada, target)).signals.social.reason,
    /\b0 other established creators? mentioned it within 7 days/,
  )
})

test('an established creator’s own mention of its handle counts for nothing', async (t) => {
  const { scored, enrolled } = await start(t)
  await enrolled(ada, { xHandle: '@adas', description: 'My other project is @target.' })
  assert.match(
    (await scored(ada, target)).signals.social.reason,
    /\b0 other established creators? mentioned it within 7 days/,
  )
})

test('an unsigned pitch under an established wallet is no mention by it', async (t) => {
  const { scored, enrolled } = await start(t)
  await enrolled(bob, { xHandle: '@bobs' })
  await scored(bob, { xHandle: '@bobs', description: 'A friend of @target.' })
  assert.match(
    (await scored(ada, target)).signals.social.reason,
    /\b0 other established creators? mentioned it within 7 days/,
  )
})

test('an established creator’s claim costs others 25 points for 30 days', async (t) => {
  const { deps, clock, scored, enrolled } = await start(t)
  const before = (await scored(ada, target)).signals.social.score
  await enrolled(bob, target)
  clock.move(1000)
  const claimed = await scored(ada, target)
  assert.equal(claimed.signals.social.score, before - 25)
  assert.match(
    claimed.signals.social.reason,
    /Another established creator claimed this handle first\. \[social-rules@1\.2\.0\]/,
  )
  const { evidence } = await deps.db
    .selectFrom('scores')
    .select('evidence')
    .where('id', '=', claimed.id)
    .executeTakeFirstOrThrow()
  const { mentions, claimedEarlier } = (evidence as { social: Record<string, unknown> }).social
  assert.deepEqual({ mentions, claimedEarlier }, { mentions: 0, claimedEarlier: true })
  clock.move(30 * dayMs - 2000)
  assert.equal((await scored(ada, target)).signals.social.score, before - 25)
  clock.move(2000)
  assert.equal((await scored(ada, target)).signals.social.score, before)
})

const lowering = async (
  scored: (wallet: typeof ada, over: object) => Promise<{ signals: Record<string, { reason: string }> }>,
) => /Another established creator claimed/.test((await scored(ada, target)).signals['social']?.reason ?? '')

test('a wallet that claims three handles within 30 days claims none, before and after the third', async (t) => {
  const { app, clock, scored, enrolled } = await start(t)
  await enrolled(bob, target)
  clock.move(10 * dayMs)
  await enrolled(bob, { xHandle: '@second', name: 'Second' })
  assert.ok(await lowering(scored), 'two are a creator’s own business')
  clock.move(10 * dayMs)
  await enrolled(bob, { xHandle: '@third', name: 'Third' })
  assert.ok(!(await lowering(scored)))
  const { id } = await scored(ada, target)
  const payload = { promptVersion: 'launch-score@1.1.0' }
  const { body } = await ask(app, { method: 'POST', url: `/v1/score/${id}/rescore`, payload })
  assert.match(body.signals.social.reason, /within 30 days \(−25\) \[social-rules@1\.1\.0\]/)
})

test('three claims of one handle, and a third one after 30 days, are not too many', async (t) => {
  const { clock, scored, enrolled } = await start(t)
  for (const n of [1, 2, 3]) await enrolled(bob, { ...target, description: `Attempt ${n}.` })
  await enrolled(bob, { xHandle: '@second', name: 'Second' })
  clock.move(29 * dayMs)
  assert.ok(await lowering(scored))
  clock.move(dayMs)
  await enrolled(bob, { ...target, description: 'Again.' })
  await enrolled(bob, { xHandle: '@third', name: 'Third' })
  assert.ok(await lowering(scored))
})

test('a claim outlives its 30 days only with a launch to come or a token on the chain', async (t) => {
  const { app, deps, clock, scored, enrolled } = await start(t)
  const { id } = await enrolled(bob, target)
  clock.move(30 * dayMs)
  assert.ok(!(await lowering(scored)))
  const { submission_id: submissionId } = await deps.db
    .selectFrom('scores')
    .select('submission_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const bind = (token: string | null) =>
    deps.db.updateTable('submissions').set({ bound_contract: token }).where('id', '=', submissionId).execute()
  await bind(`0x${'7'.repeat(40)}`)
  assert.ok(await lowering(scored))
  await bind(null)
  assert.ok(!(await lowering(scored)))

  const later = await scored(bob, { ...target, description: 'With a time.' })
  const scheduledFor = new Date(clock.now().getTime() + 60 * dayMs).toISOString()
  const enrollment = await enroll(app, { scoreId: later.id, wallet: bob, scheduledFor })
  assert.equal(enrollment.status, 201)
  clock.move(59 * dayMs)
  assert.ok(await lowering(scored), 'scheduled')
  clock.move(2 * dayMs)
  assert.ok(!(await lowering(scored)), 'the time has passed without a launch')
})

const contractAddress = '0x40de900000000000000000000000000000000105'

test('a wallet that was only named gives 50 at most, with and without another deployer', async (t) => {
  const deployer = '0xdec0de0000000000000000000000000000000006'
  const world = await startWorld(t, {
    txlist: { wallets: { [ada.address.toLowerCase()]: established } },
    goplus: { tokens: { [contractAddress]: { kind: 'clean', creator: deployer } } },
  })
  const { app, score } = await startApp(t, { world })
  const { body: own } = await score({ creatorAddress: ada.address })
  assert.equal(own.signals.creator.score, 50)
  assert.ok(own.signals.creator.reason.startsWith(unsigned))
  const { body: named } = await score({ creatorAddress: ada.address, contractAddress })
  assert.equal(named.signals.creator.score, 50)
  const sentence = 'deployed the contract, and this one has not signed for the launch: at most 50.'
  assert.ok(named.signals.creator.reason.startsWith(`${unsigned} Another wallet (${getAddress(deployer)}) ${sentence}`))
  assert.equal((await enroll(app, { scoreId: named.id, wallet: ada })).status, 201)
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${named.id}/rescore` })
  assert.ok(again.signals.creator.score > 50)
})

const unsigned = 'At most 50, because nobody has signed with this wallet.'

test('the deployer of the contract is capped only until it has signed', async (t) => {
  const world = await startWorld(t, {
    txlist: { wallets: { [ada.address.toLowerCase()]: established } },
    goplus: { tokens: { [contractAddress]: { kind: 'clean', creator: ada.address } } },
  })
  const { app, score } = await startApp(t, { world })
  const { body } = await score({ creatorAddress: ada.address, contractAddress })
  assert.equal(body.signals.creator.score, 50)
  assert.equal((await enroll(app, { scoreId: body.id, wallet: ada })).status, 201)
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore` })
  assert.ok(again.signals.creator.score > 50)
})
