import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { hashMessage } from 'viem'
import { hasAnvil, startAnvil } from '../dev/stand-ins/anvil.ts'
import { type RpcWorld, type Wallet, startRpc } from '../dev/stand-ins/rpc.ts'
import { counterfactualWallet } from './world/wallet-contracts.ts'
import { ada, enroll, postEnrollment, signedEnrollment } from './world/creators.ts'
import { freshAddress } from './world/fresh-address.ts'
import { holdDeadlines } from './world/waiting.ts'
import { type AppOptions, type TestApp, ask, startApp } from './world/app.ts'
import { seedScore } from './world/seed.ts'

/** A contract wallet whose signature is 0x5160 and the hash of what it signs. */
const creatorAddress = '0xc0ffee0000000000000000000000000000000001'
const signedByContract = (message: string) => `0x5160${hashMessage(message).slice(2)}`
const wallet: Wallet = ({ hash, signature }) => signature === `0x5160${hash.slice(2)}`

/** A service beside a node that knows the wallet. */
async function startOnChain(t: TestContext, world: RpcWorld = {}, options: AppOptions = {}) {
  const node = await startRpc({ wallets: { [creatorAddress]: wallet }, ...world })
  t.after(node.close)
  const service = await startApp(t, { environment: { CHAIN_RPC_URL: node.url }, ...options })
  return { ...service, node }
}

/** The request with which the wallet would enroll a score of its own. */
async function toEnrollmentFields({ app, deps }: Pick<TestApp, 'app' | 'deps'>) {
  const scoreRequestId = await seedScore(deps, { creatorAddress })
  const query = `scoreRequestId=${scoreRequestId}&creatorAddress=${creatorAddress}`
  const { body } = await ask(app, { url: `/v1/enroll/message?${query}` })
  return { scoreRequestId, creatorAddress, signature: signedByContract(String(body.message)) }
}

test('POST /v1/enroll: contract wallets', async (t) => {
  let fault: 'http 500' | 'header not found' | undefined
  const findFault = (method: string) => (method === 'eth_call' ? fault : undefined)
  const service = await startOnChain(t, { block: 23_000_001, findFault })
  const { app, deps } = service
  const toEnrollment = (scoreId: string) =>
    deps.db.selectFrom('enrollments').selectAll().where('score_id', '=', scoreId).executeTakeFirst()

  await t.test('goes through the chain, and the verdict is kept with chain and block', async () => {
    const fields = await toEnrollmentFields(service)
    const forged = await postEnrollment(app, { ...fields, signature: '0x5160' })
    assert.deepEqual([forged.status, forged.body.error.code], [401, 'unauthorized'])
    assert.doesNotMatch(forged.body.error.message, /CHAIN_RPC_URL/)
    const { status, body } = await postEnrollment(app, fields)
    assert.deepEqual([status, body.creatorAddress.toLowerCase()], [201, creatorAddress])
    const row = await toEnrollment(fields.scoreRequestId)
    assert.deepEqual([row?.verified_by, row?.verified_chain_id, row?.verified_block], ['contract', '8453', '23000001'])
    assert.deepEqual((await ask(app, { url: '/ready' })).body.checks.breakers, { chain: 'closed' })
  })

  await t.test('takes a signature over the address as the request wrote it', async () => {
    const fields = await toEnrollmentFields(service)
    const lines = ['Launchscore Enrollment', `Score: ${fields.scoreRequestId}`, `Creator: ${creatorAddress}`]
    const signature = signedByContract([...lines, 'Domain: localhost:8080'].join('\n'))
    assert.equal((await postEnrollment(app, { ...fields, signature })).status, 201)
  })

  await t.test('is 400 where no contract could take a signature of so few bytes (D24)', async () => {
    const scoreRequestId = await seedScore(deps, { creatorAddress: ada.address })
    const fields = { scoreRequestId, creatorAddress: ada.address }
    const { status, body } = await postEnrollment(app, { ...fields, signature: '0x1234' })
    assert.deepEqual([status, body.error.details[0].path], [400, 'signature'])
    assert.equal((await postEnrollment(app, { ...fields, signature: `0x${'12'.repeat(64)}` })).status, 401)
  })

  await t.test('is 502, not 401, while the chain fails; a wallet with a key enrolls all the same', async () => {
    const fields = await toEnrollmentFields(service)
    for (fault of ['http 500', 'header not found'] as const) {
      const { status, body } = await postEnrollment(app, fields)
      assert.deepEqual([status, body.error.code], [502, 'upstream'], fault)
      assert.equal(await toEnrollment(fields.scoreRequestId), undefined)
    }
    const scoreId = await seedScore(deps, { creatorAddress: ada.address })
    assert.equal((await enroll(app, { scoreId, wallet: ada })).status, 201)
    fault = undefined
    assert.equal((await postEnrollment(app, fields)).status, 201)
  })
})

test('contract signatures: twenty per minute and network, others unaffected', async (t) => {
  const service = await startOnChain(t, {}, { elapsedMs: () => 0 })
  const { app, deps, node } = service
  const fields = await toEnrollmentFields(service)
  const { body } = await postEnrollment(app, fields)
  const [one, other] = [freshAddress(), freshAddress()]
  const draft = { creatorAddress, tagline: 'x', issuedAt: new Date().toISOString(), signature: '0x5160' }
  const edit = (remoteAddress: string) =>
    ask(app, { method: 'PATCH', url: `/v1/launch/${body.enrollmentId}/page`, payload: draft, remoteAddress })
  for (let n = 0; n < 20; n++) assert.equal((await edit(one)).status, 401)
  const asked = node.methods().length
  const refused = await edit(one)
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  const request = { method: 'POST', url: '/v1/enroll', remoteAddress: one } as const
  assert.equal((await ask(app, { ...request, payload: fields })).status, 429)
  assert.equal(node.methods().length, asked)
  const scoreId = await seedScore(deps, { creatorAddress: ada.address })
  const signedByKey = await signedEnrollment(app, { scoreId, wallet: ada })
  assert.equal((await ask(app, { ...request, payload: signedByKey })).status, 201)
  assert.equal((await edit(other)).status, 401)
})

test('GET /ready: 200 although the node rejects a wallet’s call', async (t) => {
  for (const method of ['eth_getCode', 'eth_call'])
    for (const fault of ['http 500', 'bad key', 'null result'] as const) {
      const service = await startOnChain(t, { findFault: (asked) => (asked === method ? fault : undefined) })
      const fields = await toEnrollmentFields(service)
      for (let n = 0; n < 3; n++) assert.equal((await postEnrollment(service.app, fields)).status, 502)
      const { status, body } = await ask(service.app, { url: '/ready' })
      assert.deepEqual([status, body.checks.breakers], [200, { chain: 'closed' }], `${method}: ${fault}`)
    }
})

test('GET /ready: 503 if every request to the node fails', async (t) => {
  const service = await startOnChain(t, { findFault: () => 'http 500' })
  const fields = await toEnrollmentFields(service)
  for (let n = 0; n < 5; n++) assert.equal((await postEnrollment(service.app, fields)).status, 502)
  const { status, body } = await ask(service.app, { url: '/ready' })
  assert.deepEqual([status, body.checks.breakers], [503, { chain: 'open' }])
})

test('POST /v1/enroll: 502 without secrets if the node is down', async (t) => {
  const service = await startOnChain(t)
  const { app, logged, node } = service
  const fields = await toEnrollmentFields(service)
  await node.close()
  const { status, body } = await postEnrollment(app, fields)
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  assert.match(logged(), /a provider failed/)
  for (const secret of [node.url, 'canary-chain-key', fields.signature])
    assert.ok(!`${logged()}${JSON.stringify(body)}`.includes(secret), secret)
})

test('POST /v1/enroll: 502 at the deadline if the node hangs', async (t) => {
  const deadlines = holdDeadlines(t)
  const service = await startOnChain(t, { findFault: () => 'hang' })
  const posting = postEnrollment(service.app, await toEnrollmentFields(service))
  const { signatureDeadlineMs } = service.deps.config
  const { status, body } = await deadlines.outwait(posting, () => service.node.requests.length, signatureDeadlineMs)
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
})

test('POST /v1/enroll: 401 explains that contract wallets need a chain', async (t) => {
  const { app, deps } = await startApp(t)
  const scoreRequestId = await seedScore(deps, { creatorAddress })
  const signature = `0x${'51'.repeat(64)}`
  const { status, body } = await postEnrollment(app, { scoreRequestId, creatorAddress, signature })
  assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
  assert.match(body.error.message, /Contract wallets cannot be verified here, because CHAIN_RPC_URL is not set/)
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
