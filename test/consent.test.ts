import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { correctRecordCommand } from '../src/tokens/correct-record.ts'
import { findLaunched } from '../src/tokens/launch-outcome.ts'
import { bindToken, namedToken, ownCreation, ownToken, startFinding } from './world/finding.ts'
import { creator } from './fixtures/keys.ts'
import { ask } from './world/app.ts'

type Finding = Awaited<ReturnType<typeof startFinding>>

const stranger = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a')
const wallet = creator.address.toLowerCase()

/** Tokens are created after the scores. */
const inAnHour = () => new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)

/** A stranger’s launchpad token that names the enrolled wallet, with or without a gift of tokens in the creation. */
async function startNamed(t: TestContext, over: Parameters<typeof startFinding>[2] = {}) {
  const world = await startFinding(t, 'Frog of Base', { minedAt: inAnHour(), ...over })
  await world.find()
  await world.prove()
  return world
}

const getToken = ({ app, scoreId }: Finding) => ask(app, { url: `/v1/launch/${scoreId}/token` })

async function deny({ app, scoreId }: Finding, token: string, account = creator) {
  const url = `/v1/launch/${scoreId}/token/denial`
  const { body } = await ask(app, { url: `${url}/message?tokenAddress=${token}` })
  const signature = await account.signMessage({ message: body.message })
  return ask(app, { method: 'POST', url, payload: { tokenAddress: token, creatorAddress: account.address, signature } })
}

async function listNamed({ app, scoreId }: Finding, account = creator, issuedAt = new Date().toISOString()) {
  const url = `/v1/launch/${scoreId}/token/named`
  const asked = await ask(app, { url: `${url}/message?issuedAt=${encodeURIComponent(issuedAt)}` })
  const signature = await account.signMessage({ message: String(asked.body.message) })
  return ask(app, { method: 'POST', url, payload: { creatorAddress: account.address, issuedAt, signature } })
}

const correct = ({ deps }: Finding, id: string, explain: string) =>
  correctRecordCommand(deps, `binding:${id}`, { reason: 'not_theirs', explain })

const findId = async ({ deps }: Finding, token: string) =>
  (await deps.db.selectFrom('token_bindings').select('id').where('token', '=', token).executeTakeFirstOrThrow()).id

/** No public read shows the token as that of the launch. */
async function assertUnseen({ app, deps, scoreId }: Finding, token: string) {
  assert.equal((await ask(app, { url: `/v1/launch/${scoreId}/token` })).status, 404)
  assert.equal((await ask(app, { url: `/v1/launch/${scoreId}` })).body.token, null)
  assert.equal((await ask(app, { url: `/api/v1/score/${token}` })).status, 404)
  assert.equal(await findLaunched(deps.db, scoreId), null)
  for (const url of [`/launch/${scoreId}`, `/score/${scoreId}`, `/creator/${wallet}`, '/track-record', '/graduates']) {
    const { body } = await ask(app, { url })
    assert.doesNotMatch(String(body).toLowerCase(), new RegExp(token), url)
  }
  for (const url of [
    '/api/v1/launches',
    '/api/v1/graduates',
    '/api/v1/track-record/export.csv',
    `/api/v1/creator/${wallet}`,
  ]) {
    const { body } = await ask(app, { url })
    assert.doesNotMatch(JSON.stringify(body).toLowerCase(), new RegExp(token), url)
  }
  const { bound_contract: bound } = await deps.db
    .selectFrom('submissions')
    .select('bound_contract')
    .executeTakeFirstOrThrow()
  assert.equal(bound, null)
}

for (const gift of ['', '0x01'])
  test(`a stranger’s token that names an enrolled wallet binds nothing${gift && ', with a gift of tokens'}`, async (t) => {
    const world = await startNamed(t, {
      receiptData: gift,
      transferSenders: gift ? [stranger.address.toLowerCase()] : [],
    })
    const row = await world.deps.db
      .selectFrom('token_bindings')
      .select(['state', 'excluded', 'is_named_unsigned'])
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { state: 'unproven', excluded: 'named_unsigned', is_named_unsigned: true })
    await assertUnseen(world, namedToken)
    const bound = await bindToken(world, ownToken, { creationTx: ownCreation })
    assert.equal(bound.status, 201, JSON.stringify(bound.body))
    assert.equal(bound.body.state, 'proven')
    assert.equal(bound.body.counts, true)
    assert.equal((await getToken(world)).body.tokenAddress.toLowerCase(), ownToken)
  })

test('the wallet alone sees the tokens that name it, and binds one by signing', async (t) => {
  const world = await startNamed(t)
  const { status, body, headers } = await listNamed(world)
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'no-store')
  assert.deepEqual(
    body.tokens.map(({ tokenAddress, name, symbol, venue }: Record<string, string>) => [
      tokenAddress?.toLowerCase(),
      name,
      symbol,
      venue,
    ]),
    [[namedToken, 'Frog of Base', 'FROG', 'clanker']],
  )
  assert.equal((await listNamed(world, stranger)).status, 401)
  const old = new Date(Date.now() - 600_000).toISOString()
  assert.equal((await listNamed(world, creator, old)).status, 400)
  const bound = await bindToken(world, namedToken)
  assert.equal(bound.status, 201, JSON.stringify(bound.body))
  assert.equal(bound.body.state, 'proven')
  assert.equal(bound.body.origin, 'signed')
  assert.equal(bound.body.counts, true)
  assert.deepEqual((await listNamed(world)).body.tokens, [])
  const { headers: found } = await ask(world.app, { url: `/api/v1/score/${namedToken}` })
  assert.equal(found['x-launchscore-standing'], 'bound')
})

test('a launch that the wallet sent is bound without a signature, and the creator’s denial undoes it', async (t) => {
  const world = await startNamed(t, { launcher: wallet })
  assert.equal((await getToken(world)).body.state, 'proven')
  const taken = await bindToken(world, ownToken, { creationTx: ownCreation })
  assert.equal(taken.status, 409)
  assert.match(taken.body.error.message, /already bound to another token, 0x70.*\/token\/denial/)
  assert.equal((await deny(world, namedToken, stranger)).status, 401)
  assert.equal((await deny(world, '0x70ce11000000000000000000000000000000dead')).status, 404)
  const denied = await deny(world, namedToken)
  assert.equal(denied.status, 201, JSON.stringify(denied.body))
  assert.equal((await deny(world, namedToken)).status, 200)
  const { body } = await getToken(world)
  assert.equal(body.state, 'corrected')
  assert.equal(body.counts, false)
  const [correction] = body.corrections
  assert.equal(correction.reason, 'not_theirs')
  assert.equal(correction.madeBy, 'creator')
  assert.equal((await ask(world.app, { url: `/api/v1/score/${namedToken}` })).status, 404)
  // Neither the finder nor an old signature brings it back.
  await world.find()
  await world.prove()
  assert.equal((await getToken(world)).body.state, 'corrected')
  const again = await bindToken(world, namedToken)
  assert.equal(again.status, 409)
  assert.match(again.body.error.message, /A denial is final/)
  assert.equal((await bindToken(world, ownToken, { creationTx: ownCreation })).status, 201)
})

test('the operator’s public word undoes any binding, whatever the chain shows', async (t) => {
  const world = await startNamed(t, { launcher: wallet, receiptData: '0x01' })
  assert.equal((await getToken(world)).body.state, 'proven')
  await correct(world, await findId(world, namedToken), 'The creator told us that the key was stolen.')
  const { body } = await getToken(world)
  assert.equal(body.state, 'corrected')
  assert.equal(body.corrections[0].madeBy, 'operator')
  assert.equal((await ask(world.app, { url: `/api/v1/score/${namedToken}` })).status, 404)
})

test('a name that differs from the score’s is told with the binding', async (t) => {
  const world = await startFinding(t, 'Toad of Base', { minedAt: inAnHour() })
  const { status, body } = await bindToken(world, ownToken, { creationTx: ownCreation })
  assert.equal(status, 201)
  assert.deepEqual([body.name, body.symbol, body.nameDiffers], ['Frog of Base', 'FROG', true])
  assert.equal(body.examinedBy, null)
  for (const url of [`/launch/${world.scoreId}`, `/score/${world.scoreId}`, `/token/${ownToken}`])
    assert.match(String((await ask(world.app, { url })).body), /Frog of Base/, url)
})

/** What strangers can do about somebody else’s launch. */
const acts = ['gift', 'transfer', 'name again', 'sign', 'deny', 'list', 'score', 'rescore'] as const

test('no acts of strangers change which token a launch shows', async (t) => {
  const world = await startNamed(t, { receiptData: '0x01' })
  assert.equal((await bindToken(world, ownToken, { creationTx: ownCreation })).status, 201)
  const { app, nodeWorld } = world
  const perform = async (act: (typeof acts)[number]) => {
    if (act === 'gift') nodeWorld.receiptData = '0x02'
    if (act === 'transfer') nodeWorld.transferSenders.push(stranger.address.toLowerCase())
    if (act === 'sign') {
      const url = `/v1/launch/${world.scoreId}/token`
      const { body } = await ask(app, { url: `${url}/message?tokenAddress=${namedToken}` })
      const signature = await stranger.signMessage({ message: body.message })
      const payload = { tokenAddress: namedToken, creatorAddress: stranger.address, signature }
      assert.ok((await ask(app, { method: 'POST', url, payload })).status >= 400)
    }
    if (act === 'deny') assert.ok((await deny(world, ownToken, stranger)).status >= 400)
    if (act === 'list') assert.ok((await listNamed(world, stranger)).status >= 400)
    if (act === 'score') await world.score({ creatorAddress: creator.address, name: 'Frog of Base', symbol: 'frog' })
    if (act === 'rescore') await ask(app, { method: 'POST', url: `/v1/score/${world.scoreId}/rescore`, payload: {} })
    await world.find()
    await world.prove()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 4 }), async (sequence) => {
      for (const act of sequence) await perform(act)
      const { body } = await getToken(world)
      assert.deepEqual([body.tokenAddress.toLowerCase(), body.state, body.counts], [ownToken, 'proven', true])
      assert.equal((await ask(app, { url: `/api/v1/score/${namedToken}` })).status, 404)
    }),
    { numRuns: 6 },
  )
})
