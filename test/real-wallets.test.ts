import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import {
  type Hex,
  concatHex,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  hashMessage,
  http,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  publicActions,
  size,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hasAnvil, startAnvil } from '../dev/stand-ins/anvil.ts'
import { ownedWalletCode, settableWalletCode } from './world/wallet-contracts.ts'
import { postEnrollment } from './world/creators.ts'
import { type TestApp, ask, startApp } from './world/app.ts'
import { seedScore } from './world/seed.ts'

/** Creation code of Safe 1.4.1; the file states its source and licence. */
const safe: Record<string, Hex> = JSON.parse(
  readFileSync(new URL('fixtures/contracts/safe-1.4.1.json', import.meta.url), 'utf8'),
)
const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)',
  'function signMessage(bytes data)',
])

/** Accounts of anvil, which have coins. */
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const other = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const chainId = 8453

const options = { skip: !hasAnvil() && 'there is no anvil for this platform' }

async function startOnAnvil(t: TestContext) {
  const anvil = await startAnvil(['--chain-id', String(chainId), '--hardfork', 'prague'])
  t.after(anvil.stop)
  const transport = http(anvil.url, { retryCount: 0 })
  const steer = createTestClient({ mode: 'anvil', transport, pollingInterval: 25, cacheTime: 0 }).extend(publicActions)
  const wallet = createWalletClient({ account: owner, transport })
  const mine = async (hash: Hex) => {
    const receipt = await steer.waitForTransactionReceipt({ hash })
    assert.equal(receipt.status, 'success')
    return receipt
  }
  const send = async (transaction: { to?: Hex; data: Hex }) =>
    mine(await wallet.sendTransaction({ chain: null, ...transaction }))
  const deploy = async (data: Hex): Promise<Hex> => {
    const { contractAddress } = await send({ data })
    return contractAddress ?? assert.fail('not deployed')
  }
  const service = await startApp(t, { environment: { CHAIN_RPC_URL: anvil.url } })
  return { steer, wallet, mine, send, deploy, ...service }
}

type Chain = Awaited<ReturnType<typeof startOnAnvil>>

/** A Safe with one owner. */
async function deploySafe({ deploy, send }: Chain): Promise<Hex> {
  const { singleton = '0x', proxy = '0x', fallbackHandler = '0x' } = safe
  const handler = await deploy(fallbackHandler)
  const address = await deploy(
    encodeDeployData({
      abi: parseAbi(['constructor(address singleton)']),
      bytecode: proxy,
      args: [await deploy(singleton)],
    }),
  )
  const args = [[owner.address], 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const
  await send({ to: address, data: encodeFunctionData({ abi: safeAbi, functionName: 'setup', args }) })
  return address
}

/** Approves a text on the chain, as the apps of Safe do with SignMessageLib. */
async function signOnChain({ deploy, send }: Chain, account: Hex, message: string): Promise<void> {
  const library = await deploy(safe['signMessageLib'] ?? '0x')
  const text = encodeFunctionData({ abi: safeAbi, functionName: 'signMessage', args: [hashMessage(message)] })
  const byOwner = concatHex([pad(owner.address), `0x${'00'.repeat(32)}`, '0x01'])
  const args = [library, 0n, text, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, byOwner] as const
  await send({ to: account, data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }) })
}

/** A score of the wallet, and the message that enrolls it. */
async function prepare({ app, deps }: Pick<TestApp, 'app' | 'deps'>, creatorAddress: Hex) {
  const scoreRequestId = await seedScore(deps, { creatorAddress: creatorAddress.toLowerCase() })
  const query = `scoreRequestId=${scoreRequestId}&creatorAddress=${creatorAddress}`
  const { body } = await ask(app, { url: `/v1/enroll/message?${query}` })
  const post = (signature: Hex) => postEnrollment(app, { scoreRequestId, creatorAddress, signature })
  return { message: String(body.message), post }
}

test('POST /v1/enroll: a Safe that signed on the chain has the empty signature', options, async (t) => {
  const chain = await startOnAnvil(t)
  const account = await deploySafe(chain)
  const { message, post } = await prepare(chain, account)
  const before = await post('0x')
  assert.deepEqual([before.status, before.body.error.code], [401, 'unauthorized'])
  assert.match(before.body.error.message, /contract of the wallet .* refuses the signature/)
  await signOnChain(chain, account, message)
  assert.equal((await post('0x')).status, 201)
})

test('POST /v1/enroll: a Safe’s owner signs for it, and nobody else does', options, async (t) => {
  const chain = await startOnAnvil(t)
  const account = await deploySafe(chain)
  const { message, post } = await prepare(chain, account)
  const sign = (signer: typeof owner) =>
    signer.signTypedData({
      domain: { chainId, verifyingContract: account },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashMessage(message) },
    })
  assert.equal((await post(await sign(other))).status, 401)
  assert.equal((await post(await sign(owner))).status, 201)
})

test('POST /v1/enroll: 401 names a wallet that is not on this chain', options, async (t) => {
  const chain = await startOnAnvil(t)
  const { post } = await prepare(chain, '0x2222222222222222222222222222222222222222')
  for (const signature of ['0x', `0x${'12'.repeat(130)}`] as Hex[]) {
    const { status, body } = await post(signature)
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
    assert.match(body.error.message, /There is no contract at this address on chain 8453/)
  }
})

test(
  'POST /v1/enroll: an account that delegated (EIP-7702) signs by its key and by its contract',
  options,
  async (t) => {
    const chain = await startOnAnvil(t)
    const contract = await chain.deploy(toCreation(ownedWalletCode(other.address)))
    const authorization = await chain.wallet.signAuthorization({ contractAddress: contract, executor: 'self' })
    const delegated = { chain: null, to: owner.address, data: '0x' as const, authorizationList: [authorization] }
    await chain.mine(await chain.wallet.sendTransaction(delegated))
    assert.equal(await chain.steer.getCode({ address: owner.address }), `0xef0100${contract.slice(2)}`.toLowerCase())
    for (const signer of [owner, other]) {
      const { message, post } = await prepare(chain, owner.address)
      const stranger = privateKeyToAccount(`0x${'5'.repeat(64)}`)
      assert.equal((await post(await stranger.signMessage({ message }))).status, 401)
      assert.equal((await post(await signer.signMessage({ message }))).status, 201)
    }
  },
)

test(
  'POST /v1/enroll: a delegation in the signature counts before it is on the chain (ERC-8010)',
  options,
  async (t) => {
    const chain = await startOnAnvil(t)
    const ready = await chain.deploy(toCreation(ownedWalletCode(owner.address)))
    const settable = await chain.deploy(toCreation(settableWalletCode))
    const setOwner = encodeFunctionData({ abi: parseAbi(['function set(address owner)']), args: [owner.address] })
    const cases: [contract: Hex, data: Hex][] = [
      [ready, '0x'],
      [settable, setOwner],
    ]
    for (const [contract, data] of cases) {
      const account = privateKeyToAccount(`0x${data === '0x' ? '61'.repeat(32) : '62'.repeat(32)}`)
      const { message, post } = await prepare(chain, account.address)
      const authorization = await account.signAuthorization({ contractAddress: contract, chainId, nonce: 0 })
      const wrap = (signature: Hex, over = {}) =>
        wrapDelegating({ ...authorization, ...over }, { signature, to: account.address, data })
      const forged = await other.signMessage({ message })
      assert.equal((await post(wrap(forged))).status, 401)
      const signature = await owner.signMessage({ message })
      const foreign = await other.signAuthorization({ contractAddress: contract, chainId, nonce: 0 })
      assert.equal((await post(wrap(signature, foreign))).status, 401)
      assert.equal((await post(wrap(signature))).status, 201)
    }
  },
)

const suffix = parseAbiParameters(
  '(uint256 chainId, address target, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address, bytes',
)

interface Authorization {
  address: Hex
  chainId: number
  nonce: number
  r: Hex
  s: Hex
  yParity?: number | undefined
}

function wrapDelegating(given: Authorization, { signature, to, data }: { signature: Hex; to: Hex; data: Hex }): Hex {
  const { address: target, chainId, nonce, r, s, yParity = 0 } = given
  const delegation = { chainId: BigInt(chainId), target, nonce: BigInt(nonce), yParity, r: BigInt(r), s: BigInt(s) }
  const tail = encodeAbiParameters(suffix, [delegation, to, data])
  return concatHex([signature, tail, numberToHex(size(tail), { size: 32 }), `0x${'8010'.repeat(16)}`])
}

/** Returns the code behind these twelve bytes. */
const toCreation = (code: Hex): Hex =>
  concatHex([`0x61${numberToHex(size(code), { size: 2 }).slice(2)}80600c6000396000f3`, code])
