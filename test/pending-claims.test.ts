import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hex, createWalletClient, getAddress, getContractAddress, http, keccak256 } from 'viem'
import { runForClient, toClient } from '../src/platform/request-client.ts'
import { bind, checkPending, deploy, launch, startBinding } from './world/binding.ts'
import { ada, bob } from './world/creators.ts'
import { ask } from './world/app.ts'
import { sourcesOf } from '../src/providers/chain-sources.ts'

const never = new AbortController().signal

/** Leaves an event of 600,000 bytes, with which the receipt is longer than is read. */
const floodingCode: Hex = '0x620927c06000a060018060126000396000f300'

test('a claim whose creation receipt is too large is unproven after 48 hours', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const wallet = createWalletClient({ account: ada, chain: world.chain.chain, transport: http(world.url) })
  const request = await wallet.prepareTransactionRequest({ data: floodingCode, gas: 15_000_000n })
  const serializedTransaction = await wallet.signTransaction(request)
  const creationTx = keccak256(serializedTransaction)
  const token = getContractAddress({ from: ada.address, nonce: BigInt(request.nonce) })
  assert.equal((await bind(world, { id, token, wallet: ada, over: { creationTx } })).status, 202)
  assert.equal(await wallet.sendRawTransaction({ serializedTransaction }), creationTx)
  await world.chain.mine({ blocks: 12 })
  world.setTime(new Date(Date.now() + 2 * 86_400_000))
  await checkPending(world)
  assert.equal((await ask(world.app, { url: `/v1/launch/${id}/token` })).body.state, 'unproven')
})

const made = (n: number) => getAddress(`0x${n.toString(16).padStart(40, 'a')}`)

test('a creator with many pending claims does not delay the claims of others', async (t) => {
  const world = await startBinding(t)
  const adas: string[] = []
  for (let n = 0; n < 6; n += 1) adas.push(await launch(world, ada))
  const bobs = await launch(world, bob)
  const { token, hash } = await deploy(world, bob, { blocks: 1 })
  for (let n = 0; n < 30; n += 1) {
    assert.equal((await bind(world, { id: adas[n % 6] ?? '', token: made(n), wallet: ada })).status, 202)
  }
  assert.equal((await bind(world, { id: bobs, token, wallet: bob, over: { creationTx: hash } })).status, 202)
  await world.chain.mine({ blocks: 12 })
  world.setTime(new Date(Date.now() - 86_400_000 + 120_000))
  await checkPending(world)
  assert.equal((await ask(world.app, { url: `/v1/launch/${bobs}/token` })).body.state, 'proven')
})

test('POST token: 409 after five pending claims of a launch, and none for a proven one', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  for (let n = 0; n < 5; n += 1) assert.equal((await bind(world, { id, token: made(n), wallet: ada })).status, 202)
  const refused = await bind(world, { id, token: made(5), wallet: ada })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'])
  assert.match(refused.body.error.message, /has 5 pending tokens already/)
  assert.equal((await bind(world, { id, token: made(0), wallet: ada })).status, 200)
  const { token, hash } = await deploy(world, ada, { blocks: 12 })
  assert.equal((await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })).status, 201)
})

test('a pending claim is checked after a minute, then less often, and at its end', async (t) => {
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const over = { creationTx: `0x${'5'.repeat(64)}` }
  const token = '0x70CE11000000000000000000000000000000020f'
  const boundAt = Date.parse((await bind(world, { id, token, wallet: ada, over })).body.boundAt)
  const waits: number[] = []
  for (const hours of [1 / 60, 4, 44, 47.99]) {
    const now = boundAt + hours * 3_600_000
    world.setTime(new Date(now))
    await checkPending(world)
    const row = await world.deps.db.selectFrom('token_bindings').select('next_check_at').executeTakeFirstOrThrow()
    waits.push(Math.round(((row.next_check_at?.getTime() ?? 0) - now) / 60_000))
  }
  assert.deepEqual(waits, [1, 30, 240, 1])
})

test('a check that is aborted at its first claim leaves all claims due', async (t) => {
  const aborted = new AbortController()
  let isArmed = false
  const onCall = () => {
    if (isArmed) aborted.abort()
  }
  const world = await startBinding(t, { onCall })
  const id = await launch(world, ada)
  for (const digit of ['1', '2', '3']) {
    const over = { creationTx: `0x${digit.repeat(64)}` }
    const token = getAddress(`0x${digit.repeat(40)}`)
    assert.equal((await bind(world, { id, token, wallet: ada, over })).status, 202)
  }
  const now = new Date(Date.now() - 86_400_000 + 4 * 3_600_000)
  world.setTime(now)
  isArmed = true
  await assert.rejects(checkPending(world, aborted.signal), { name: 'AbortError' })
  const { db } = world.deps
  const due = await db.selectFrom('token_bindings').select('id').where('next_check_at', '<=', now).execute()
  assert.equal(due.length, 3)
})

test('check-token-bindings: visitors who fill the node’s queue end no round', async (t) => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  let isHeld = false
  const world = await startBinding(t, { onCall: () => (isHeld ? freed : undefined) })
  for (const wallet of [ada, bob]) {
    const id = await launch(world, wallet)
    const { token, hash } = await deploy(world, wallet, { blocks: 1 })
    assert.equal((await bind(world, { id, token, wallet, over: { creationTx: hash } })).status, 202)
  }
  await world.chain.mine({ blocks: 12 })
  isHeld = true
  const { db } = world.deps
  const { proofSources } = sourcesOf(world.deps)
  const calls = Array.from({ length: 40 * 64 }, (_, n) =>
    runForClient(toClient(`203.0.113.${n % 40}`), async () => proofSources?.blockTimes.head(never)).catch(() => null),
  )
  world.setTime(new Date(Date.now() - 86_400_000 + 120_000))
  await checkPending(world)
  const now = world.deps.clock.now()
  const due = await db.selectFrom('token_bindings').select('id').where('next_check_at', '<=', now).execute()
  assert.deepEqual(due, [])
  isHeld = false
  free()
  await Promise.all(calls)
  world.setTime(new Date(Date.now() - 86_400_000 + 600_000))
  await checkPending(world)
  const states = await db.selectFrom('token_bindings').select('state').execute()
  assert.deepEqual(
    states.map(({ state }) => state),
    ['proven', 'proven'],
  )
})
