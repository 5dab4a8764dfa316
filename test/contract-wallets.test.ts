import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { hashMessage } from 'viem'
import { hasAnvil, startAnvil } from '../dev/stand-ins/anvil.ts'
import { type RpcWorld, type Wallet, startRpc } from '../dev/stand-ins/rpc.ts'
import type { Config } from '../src/config.ts'
import { counterfactualWallet } from './contract-wallets.ts'
import { ada, enroll, postEnrollment } from './enrolling.ts'
import { type TestApp, ask, startApp } from './harness.ts'
import { seedScore } from './seed.ts'

/** A contract wallet whose signature is 0x5160 and the hash of what it signs. */
const creatorAddress = '0xc0ffee0000000000000000000000000000000001'
const signedByContract = (message: string) => `0x5160${hashMessage(message).slice(2)}`
const wallet: Wallet = ({ hash, signature }) => signature === `0x5160${hash.slice(2)}`

/** A service beside a node that knows the wallet. */
async function startOnChain(t: TestContext, world: RpcWorld = {}, config: Partial<Config> = {}) {
  const node = await startRpc({ wallets: { [creatorAddress]: wallet }, ...world })
  t.after(node.close)
  const service = await startApp(t, { environment: { CHAIN_RPC_URL: node.url }, config })
  return { ...service, node }
}

/** What the wallet would send to enroll a score of its own. */
async function wishOf({ app, deps }: Pick<TestApp, 'app' | 'deps'>) {
  const scoreRequestId = await seedScore(deps, { creatorAddress })
  const query = `scoreRequestId=${scoreRequestId}&creatorAddress=${creatorAddress}`
  const { body } = await ask(app, { url: `/v1/enroll/message?${query}` })
  return { scoreRequestId, creatorAddress, signature: signedByContract(String(body.message)) }
}

test('enrolling by a contract wallet', async (t) => {
  let fault: 'http 500' | 'header not found' | undefined
  const faultOf = (method: string) => (method === 'eth_call' ? fault : undefined)
  const service = await startOnChain(t, { block: 23_000_001, faultOf })
  const { app, deps } = service
  const enrollmentOf = (scoreId: string) =>
    deps.db.selectFrom('enrollments').selectAll().where('score_id', '=', scoreId).executeTakeFirst()

  await t.test('goes through the chain, and the verdict is kept with chain and block', async () => {
    const wish = await wishOf(service)
    const forged = await postEnrollment(app, { ...wish, signature: '0x5160' })
    assert.deepEqual([forged.status, forged.body.error.code], [401, 'unauthorized'])
    assert.doesNotMatch(forged.body.error.message, /CHAIN_RPC_URL/)
    const { status, body } = await postEnrollment(app, wish)
    assert.deepEqual([status, body.creatorAddress.toLowerCase()], [201, creatorAddress])
    const row = await enrollmentOf(wish.scoreRequestId)
    assert.deepEqual([row?.verified_by, row?.verified_chain_id, row?.verified_block], ['contract', '8453', '23000001'])
    assert.deepEqual((await ask(app, { url: '/ready' })).body.checks.breakers, { chain: 'closed' })
  })

  await t.test('takes a signature over the address as the request wrote it', async () => {
    const wish = await wishOf(service)
    const lines = ['Launchscore Enrollment', `Score: ${wish.scoreRequestId}`, `Creator: ${creatorAddress}`]
    const signature = signedByContract([...lines, 'Domain: localhost:8080'].join('\n'))
    assert.equal((await postEnrollment(app, { ...wish, signature })).status, 201)
  })

  await t.test('is 502 while the chain fails, never 401; a wallet with a key enrolls all the same', async () => {
    const wish = await wishOf(service)
    for (fault of ['http 500', 'header not found'] as const) {
      const { status, body } = await postEnrollment(app, wish)
      assert.deepEqual([status, body.error.code], [502, 'upstream'], fault)
      assert.equal(await enrollmentOf(wish.scoreRequestId), undefined)
    }
    const scoreId = await seedScore(deps, { creatorAddress: ada.address })
    assert.equal((await enroll(app, { scoreId, wallet: ada })).status, 201)
    fault = undefined
    assert.equal((await postEnrollment(app, wish)).status, 201)
  })
})

test('whatever a node makes of a stranger’s wallet, the service stays ready', async (t) => {
  for (const method of ['eth_getCode', 'eth_call'])
    for (const fault of ['http 500', 'bad key', 'null result'] as const) {
      const service = await startOnChain(t, { faultOf: (asked) => (asked === method ? fault : undefined) })
      const wish = await wishOf(service)
      for (let n = 0; n < 3; n++) assert.equal((await postEnrollment(service.app, wish)).status, 502)
      const { status, body } = await ask(service.app, { url: '/ready' })
      assert.deepEqual([status, body.checks.breakers], [200, { chain: 'closed' }], `${method}: ${fault}`)
    }
})

test('a node that fails whatever it is asked takes the service out of rotation', async (t) => {
  const service = await startOnChain(t, { faultOf: () => 'http 500' })
  const wish = await wishOf(service)
  for (let n = 0; n < 3; n++) assert.equal((await postEnrollment(service.app, wish)).status, 502)
  const { status, body } = await ask(service.app, { url: '/ready' })
  assert.deepEqual([status, body.checks.breakers], [503, { chain: 'open' }])
})

test('a chain that is gone is 502, and neither its address nor its key nor the signature is told', async (t) => {
  const service = await startOnChain(t)
  const { app, logged, node } = service
  const wish = await wishOf(service)
  await node.close()
  const { status, body } = await postEnrollment(app, wish)
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  assert.match(logged(), /a provider failed/)
  for (const secret of [node.url, 'canary-chain-key', wish.signature])
    assert.ok(!`${logged()}${JSON.stringify(body)}`.includes(secret), secret)
})

test('a chain that hangs is given up at the deadline: 502', async (t) => {
  const service = await startOnChain(t, { faultOf: () => 'hang' }, { signatureDeadlineMs: 200 })
  const { status, body } = await postEnrollment(service.app, await wishOf(service))
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
})

test('without a chain a contract wallet is told that it is not asked', async (t) => {
  const { app, deps } = await startApp(t)
  const scoreRequestId = await seedScore(deps, { creatorAddress })
  const { status, body } = await postEnrollment(app, { scoreRequestId, creatorAddress, signature: '0x5160' })
  assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
  assert.match(body.error.message, /contract wallets are not asked here, because CHAIN_RPC_URL is not set/)
})

test(
  'a wallet that is not deployed yet enrolls on a real chain',
  { skip: !hasAnvil() && 'there is no anvil for this platform' },
  async (t) => {
    const anvil = await startAnvil(['--chain-id', '8453'])
    t.after(anvil.stop)
    const { app, deps } = await startApp(t, { environment: { CHAIN_RPC_URL: anvil.url } })
    const { address, wrap } = counterfactualWallet(ada.address)
    const scoreRequestId = await seedScore(deps, { creatorAddress: address })
    const { body } = await ask(app, {
      url: `/v1/enroll/message?scoreRequestId=${scoreRequestId}&creatorAddress=${address}`,
    })
    const signature = await ada.signMessage({ message: body.message })
    const unwrapped = await postEnrollment(app, { scoreRequestId, creatorAddress: address, signature })
    assert.equal(unwrapped.status, 401)
    const enrolled = await postEnrollment(app, { scoreRequestId, creatorAddress: address, signature: wrap(signature) })
    assert.deepEqual([enrolled.status, enrolled.body.creatorAddress], [201, address])
  },
)
