import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hex, createWalletClient, getContractAddress, http } from 'viem'
import { recordLaunches } from '../src/record/decide-outcomes.ts'
import {
  type Binding,
  type BindingWorld,
  bind,
  checkPending,
  deploy,
  deployCode,
  launch,
  startBinding,
} from './world/binding.ts'
import { ada, bob, enroll } from './world/creators.ts'
import { type TestResponse, ask, startApp } from './world/app.ts'

const never = new AbortController().signal
/** Deploys what it is sent: salt, then creation code. It is on every anvil. */
const factory: Hex = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

const listKinds = ({ body }: TestResponse) => (body.proofs as { kind: string }[]).map(({ kind }) => kind)

test('a token that the creator deployed is bound, and its launch represents it', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token, hash } = await deploy(world, ada)
  assert.equal((await ask(world.app, { url: `/v1/launch/${id}/token` })).status, 404)
  const bound = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  assert.deepEqual([bound.status, bound.headers['location']], [201, `/v1/launch/${id}/token`])
  assert.deepEqual(listKinds(bound), ['deployed', 'signature'])
  const { state, counts, reason, population, anchored, tokenAddress, scoreRequestId } = bound.body
  assert.deepEqual(
    { state, counts, reason, population, anchored, tokenAddress, scoreRequestId },
    {
      state: 'proven',
      counts: true,
      reason: null,
      population: 'committed',
      anchored: false,
      tokenAddress: token,
      scoreRequestId: id,
    },
  )
  assert.deepEqual((await ask(world.app, { url: `/v1/launch/${id}/token` })).body, bound.body)
  const again = await bind(world, { id, token, wallet: ada })
  assert.equal(again.status, 200)
  assert.deepEqual(again.body, bound.body)
  const speaking = await ask(world.app, { url: `/api/v1/score/${token}` })
  assert.equal(speaking.body.id, id)
  assert.equal(speaking.headers['x-launchscore-standing'], 'bound')
  const { best } = (await ask(world.app, { url: '/api/v1/leaderboards' })).body
  assert.deepEqual([best.length, best[0].scoreId, best[0].contractAddress], [1, id, token])
})

test('the zero address is no token of a launch', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const tokenAddress = `0x${'0'.repeat(40)}`
  const payload = { tokenAddress, creatorAddress: ada.address, signature: `0x${'1'.repeat(130)}` }
  for (const request of [
    { method: 'POST' as const, url: `/v1/launch/${id}/token`, payload },
    { url: `/v1/launch/${id}/token/message?tokenAddress=${tokenAddress}` },
  ]) {
    const { status, body } = await ask(world.app, request)
    assert.deepEqual([status, body.error.details[0].path], [400, 'tokenAddress'], request.url)
  }
  assert.equal((await ask(world.app, { url: `/v1/launch/${id}/token` })).status, 404)
})

test('a bound contract shows a re-score of its launch, not a stranger’s newer score', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token, hash } = await deploy(world, ada)
  await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  await launch(world, bob, { contractAddress: token, name: 'Right Sock' })
  assert.equal((await ask(world.app, { url: `/api/v1/score/${token}` })).body.id, id)
  const rescored = await ask(world.app, { method: 'POST', url: `/v1/score/${id}/rescore` })
  assert.equal(rescored.status, 201)
  assert.equal((await ask(world.app, { url: `/api/v1/score/${token}` })).body.id, rescored.body.id)
})

test('a token made through a factory needs the explorer', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const wallet = createWalletClient({ account: ada, chain: world.chain.chain, transport: http(world.url) })
  const hash = await wallet.sendTransaction({ to: factory, data: `0x${'00'.repeat(32)}${deployCode.slice(2)}` })
  await world.chain.mine({ blocks: 12 })
  const token = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: `0x${'00'.repeat(32)}`,
    bytecode: deployCode,
  })
  const pending = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  assert.equal(pending.status, 202)
  assert.equal(pending.body.state, 'pending')
  world.creations[token.toLowerCase()] = hash
  world.setTime(new Date(Date.now() - 86_400_000 + 120_000))
  await checkPending(world)
  const bound = await ask(world.app, { url: `/v1/launch/${id}/token` })
  assert.equal(bound.body.state, 'proven')
  assert.deepEqual(listKinds(bound), ['sent', 'signature'])
})

test('a fresh creation is pending until its block is safe', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token, hash } = await deploy(world, ada, { blocks: 1 })
  const pending = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  assert.equal(pending.status, 202)
  await world.chain.mine({ blocks: 10 })
  world.setTime(new Date(Date.now() - 86_400_000 + 120_000))
  await checkPending(world)
  assert.equal((await ask(world.app, { url: `/v1/launch/${id}/token` })).body.state, 'proven')
})

test('a claim that the chain doesn’t show within 48 hours is unproven', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const token = '0x70CE11000000000000000000000000000000020f'
  assert.equal((await bind(world, { id, token, wallet: ada })).status, 202)
  world.setTime(new Date(Date.now() + 2 * 86_400_000))
  await checkPending(world)
  const { body } = await ask(world.app, { url: `/v1/launch/${id}/token` })
  assert.deepEqual([body.state, body.counts, body.population], ['unproven', false, null])
})

const checkAt = async (world: BindingWorld, id: string, time: Date): Promise<TestResponse> => {
  world.setTime(time)
  await checkPending(world)
  return ask(world.app, { url: `/v1/launch/${id}/token` })
}

test('a contract that the explorer doesn’t know an hour after the binding is unproven', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const token = '0x70CE11000000000000000000000000000000020f'
  const boundAt = Date.parse((await bind(world, { id, token, wallet: ada })).body.boundAt)
  const after = async (minutes: number) => checkAt(world, id, new Date(boundAt + minutes * 60_000))
  assert.equal((await after(59)).body.state, 'pending')
  const { body } = await after(67)
  assert.deepEqual([body.state, body.counts, body.createdAt], ['unproven', false, null])
})

test('a token whose creation is not mined is pending, and unproven after 48 hours', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const token = '0x70CE11000000000000000000000000000000020f'
  const over = { creationTx: `0x${'5'.repeat(64)}` }
  const boundAt = Date.parse((await bind(world, { id, token, wallet: ada, over })).body.boundAt)
  const after = async (hours: number) => checkAt(world, id, new Date(boundAt + hours * 3_600_000))
  assert.equal((await after(47)).body.state, 'pending')
  assert.equal((await after(49)).body.state, 'unproven')
})

test('a token that an explorer names within the hour is proven', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token, hash } = await deploy(world, ada)
  const pending = await bind(world, { id, token, wallet: ada })
  assert.equal(pending.status, 202)
  world.creations[token.toLowerCase()] = hash
  const { body } = await checkAt(world, id, new Date(Date.parse(pending.body.boundAt) + 59 * 60_000))
  assert.equal(body.state, 'proven')
})

test('a renamed token of a score that was enrolled too late counts in no population', async (t) => {
  const world = await startBinding(t)
  const scored = await world.score({ creatorAddress: ada.address })
  const id = scored.body.id as string
  const { token, hash } = await deploy(world, ada)
  world.setTime(new Date(Date.now() + 3_600_000))
  assert.equal((await enroll(world.app, { scoreId: id, wallet: ada })).status, 201)
  const { status, body } = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  assert.equal(status, 201)
  assert.deepEqual([body.state, body.counts, body.reason, body.population], ['proven', false, 'renamed', null])
  await recordLaunches(world.deps, never)
  const recorded = await world.deps.db.selectFrom('recorded_launches').select(['excluded', 'enrolled_at']).execute()
  assert.deepEqual(recorded, [{ excluded: 'renamed', enrolled_at: null }])
})

test('a token that somebody else deployed is unproven, and free for its own launch', async (t) => {
  const world = await startBinding(t)
  const [adas, bobs] = [await launch(world, ada), await launch(world, bob)]
  const { token, hash } = await deploy(world, bob)
  world.creations[token.toLowerCase()] = hash
  const stolen = await bind(world, { id: adas, token, wallet: ada, over: { creationTx: hash } })
  assert.equal(stolen.status, 201)
  assert.equal(stolen.body.state, 'unproven')
  assert.deepEqual(listKinds(stolen), ['signature'])
  assert.equal((await bind(world, { id: bobs, token, wallet: bob })).body.state, 'proven')
  assert.equal((await ask(world.app, { url: `/api/v1/score/${token}` })).body.id, bobs)
})

test('a token older than the score is bound without counting', async (t) => {
  const world = await startBinding(t)
  const { token, hash } = await deploy(world, ada)
  world.setTime(new Date(Date.now() + 3_600_000))
  const id = await launch(world, ada)
  const { status, body } = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.state, body.counts, body.reason, body.population],
    ['proven', false, 'scored_after_creation', null],
  )
})

test('one token per launch, one launch per token, also for requests at once', async (t) => {
  const world = await startBinding(t)
  const ids = [await launch(world, ada), await launch(world, ada, { name: 'Right Sock' })]
  const [first, second] = [await deploy(world, ada), await deploy(world, ada)]
  const over = { creationTx: first.hash }
  const raced = await Promise.all(ids.map((id) => bind(world, { id, token: first.token, wallet: ada, over })))
  assert.deepEqual(
    raced.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  )
  const winner = ids[raced.findIndex(({ status }) => status === 201)] ?? ''
  const other = await bind(world, { id: winner, token: second.token, wallet: ada, over: { creationTx: second.hash } })
  assert.equal(other.status, 409)
  assert.match(other.body.error.message, /bound to another token/)
})

test('bad requests name their fault, in the order of the checks', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token } = await deploy(world, ada)
  const post = (path: string, payload: object) =>
    ask(world.app, { method: 'POST', url: `/v1/launch/${path}/token`, payload })
  const signature = `0x${'11'.repeat(65)}`
  const good = { tokenAddress: token, creatorAddress: ada.address, signature }
  for (const [field, value] of [
    ['tokenAddress', '0x12'],
    ['creatorAddress', `${ada.address}0`],
    ['signature', '0x1'],
    ['creationTx', '0x12'],
  ]) {
    const { status, body } = await post(id, { ...good, [String(field)]: value })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), new RegExp(String(field)))
  }
  assert.equal((await post('0199d5a2-0000-7000-8000-000000000000', good)).status, 404)
  assert.equal((await post(id, good)).status, 401)
  const stranger = await bind(world, { id, token, wallet: bob, over: { creatorAddress: bob.address } })
  assert.equal(stranger.status, 401) // the message names the creator
  const badToken = await ask(world.app, { url: `/v1/launch/${id}/token/message?tokenAddress=0x12` })
  assert.equal(badToken.status, 400)
})

/** A claim on the launch by another wallet, which signs the message with its own address in it. */
async function claimAs({ app }: BindingWorld, { id, token, wallet }: Binding, sign = wallet): Promise<TestResponse> {
  const { body } = await ask(app, { url: `/v1/launch/${id}/token/message?tokenAddress=${token}` })
  const message = (body.message as string).replace(ada.address, wallet.address)
  const signature = await sign.signMessage({ message })
  const payload = { tokenAddress: token, creatorAddress: wallet.address, signature }
  return ask(app, { method: 'POST', url: `/v1/launch/${id}/token`, payload })
}

test('another wallet that signs for its own token can’t bind it to the launch', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token } = await deploy(world, bob)
  const { status, body } = await claimAs(world, { id, token, wallet: bob })
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  assert.match(body.error.message, /belongs to another creator/)
  assert.equal((await ask(world.app, { url: `/v1/launch/${id}/token` })).status, 404)
})

test('the chain is not asked about the wallet of a stranger', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  await world.stopChain()
  const token = '0x00000000000000000000000000000000000000aa'
  assert.equal((await claimAs(world, { id, token, wallet: bob }, ada)).status, 401) // a node that was asked would make it 502
})

test('while the node is down a binding is 502, and nothing is stored', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token, hash } = await deploy(world, ada)
  await world.stopChain()
  const { status, body } = await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })
  assert.equal(status, 502)
  assert.equal(body.error.code, 'upstream')
  assert.equal((await ask(world.app, { url: `/v1/launch/${id}/token` })).status, 404)
})

test('without CHAIN_RPC_URL no token can be bound', async (t) => {
  const { app } = await startApp(t, { environment: {} })
  const payload = { tokenAddress: ada.address, creatorAddress: ada.address, signature: `0x${'11'.repeat(65)}` }
  const id = '0199d5a2-0000-7000-8000-000000000000'
  const { status, body } = await ask(app, { method: 'POST', url: `/v1/launch/${id}/token`, payload })
  assert.equal(status, 503)
  assert.equal(body.error.code, 'not_configured')
})
