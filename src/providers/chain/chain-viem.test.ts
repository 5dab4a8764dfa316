import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Hex, createTestClient, hashMessage, http, serializeErc6492Signature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hasAnvil, startAnvil } from '../../../dev/stand-ins/anvil.ts'
import { type RpcFault, type RpcWorld, type Wallet, startRpc } from '../../../dev/stand-ins/rpc.ts'
import {
  counterfactualWallet,
  endlessCode,
  floodingCode,
  ownedWalletCode,
  revertingCode,
} from '../../../test/world/wallet-contracts.ts'
import { guardFor } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createChain } from './chain-viem.ts'

const never = new AbortController().signal
const message = 'Launchscore Enrollment'
const address = '0xc0ffee0000000000000000000000000000000001'
const signature = '0x5160a7e5'
const signed = { address, message, signature } as const

/** Takes this one signature of this one message. */
const wallet: Wallet = (asked) => asked.hash === hashMessage(message) && asked.signature === signature

async function open(t: TestContext, world: RpcWorld, { retries = 0, timeoutMs = 20_000 } = {}) {
  const node = await startRpc(world)
  t.after(node.close)
  const guard = guardFor('chain', retries)
  return { ...node, guard, ...createChain({ url: node.url, chainId: 8453, timeoutMs, guard }) }
}

test('a contract wallet says yes at a block, or no', async (t) => {
  const chain = await open(t, { wallets: { [address]: wallet }, block: 23_000_001 })
  assert.deepEqual(await chain.verifyMessage(signed, never), { verdict: 'ok', block: 23_000_001n })
  for (const wrong of [{ message: `${message}\n` }, { signature: '0x5160a7e6' }] as const)
    assert.deepEqual(await chain.verifyMessage({ ...signed, ...wrong }, never), { verdict: 'bad' })
})

test('an address without code has no say, and is not called', async (t) => {
  const chain = await open(t, {})
  assert.deepEqual(await chain.verifyMessage(signed, never), { verdict: 'no contract' })
  assert.deepEqual(chain.methods().toSorted(), ['eth_blockNumber', 'eth_chainId', 'eth_getCode'])
})

test('a wallet that is not deployed is checked through its signature’s deployment', async (t) => {
  const chain = await open(t, { undeployed: { [address]: wallet } })
  const wrapped = serializeErc6492Signature({ address, data: '0x', signature })
  const { verdict } = await chain.verifyMessage({ ...signed, signature: wrapped }, never)
  assert.equal(verdict, 'ok')
})

test('the chain id is asked for once, until it was right', async (t) => {
  const chain = await open(t, { wallets: { [address]: wallet } })
  for (let n = 0; n < 3; n++) await chain.verifyMessage(signed, never)
  assert.equal(chain.methods().filter((method) => method === 'eth_chainId').length, 1)
})

test('a node of another chain is asked nothing more; five requests open the breaker', async (t) => {
  const chain = await open(t, { chainId: 1, wallets: { [address]: wallet } })
  for (let n = 0; n < 5; n++) {
    assert.equal(chain.guard.state(), 'closed')
    await assert.rejects(chain.verifyMessage(signed, never), isFault('chain'))
  }
  assert.equal(chain.guard.state(), 'open')
  assert.ok(!chain.methods().includes('eth_call'))
})

type Named = Extract<RpcFault, string>
const at = (method: string, fault: Named) => (asked: string) => (asked === method ? fault : undefined)

const outages: [fault: Named, expected: string][] = [
  ['http 500', 'unavailable'],
  ['http 429', 'rate_limited'],
  ['limit', 'rate_limited'],
  ['bad key', 'auth'],
  ['html 502', 'unavailable'],
  ['html 200', 'unavailable'],
  ['redirect', 'unavailable'],
  ['cut', 'unavailable'],
  ['cut json', 'unavailable'],
  ['reset', 'unavailable'],
  ['hang', 'timeout'],
  ['drip', 'timeout'],
  ['no result', 'unavailable'],
  ['null result', 'unavailable'],
]
for (const [fault, expected] of outages)
  for (const method of ['eth_getCode', 'eth_call'])
    test(`"${fault}" at ${method} is ${expected}, never a bad signature`, async (t) => {
      const findFault = at(method, fault)
      const timeoutMs = expected === 'timeout' ? 150 : 10_000
      const chain = await open(t, { wallets: { [address]: wallet }, findFault }, { timeoutMs })
      await assert.rejects(chain.verifyMessage(signed, never), isFault(expected))
    })

test('a node that refuses connections is unavailable', async (t) => {
  const chain = await open(t, {})
  await chain.close()
  await assert.rejects(chain.verifyMessage(signed, never), isFault('unavailable'))
})

test('an odd answer about the chain, its block or the code is an outage', async (t) => {
  const odd: [method: string, fault: Named][] = [
    ['eth_chainId', 'node error'],
    ['eth_chainId', 'odd result'],
    ['eth_blockNumber', 'endless number'],
    ['eth_getCode', 'node error'],
    ['eth_getCode', 'odd result'],
  ]
  for (const [method, fault] of odd) {
    const chain = await open(t, { findFault: at(method, fault) })
    await assert.rejects(chain.verifyMessage(signed, never), isFault('unavailable'), `${method}: ${fault}`)
  }
})

const reverts: Named[] = [
  'reverted, as geth says it',
  'reverted, as Nethermind says it',
  'reverted, as Besu says it',
  'reverted, with status 400',
  'reverted, with status 500',
  'out of gas',
  'aborted for its length',
  'reverted with a mebibyte',
  'too big',
  'too large',
]
for (const fault of reverts)
  test(`"${fault}" is the wallet’s no`, async (t) => {
    const chain = await open(t, { wallets: { [address]: wallet }, findFault: at('eth_call', fault) })
    assert.deepEqual(await chain.verifyMessage(signed, never), { verdict: 'bad' })
  })

const unclear: Named[] = ['node error', 'header not found', 'odd result']
for (const fault of unclear)
  test(`"${fault}" from a wallet is no verdict and leaves the breaker closed`, async (t) => {
    const chain = await open(t, { wallets: { [address]: wallet }, findFault: at('eth_call', fault) })
    for (let n = 0; n < 12; n++) await assert.rejects(chain.verifyMessage(signed, never), isFault('request'))
    assert.equal(chain.guard.state(), 'closed')
  })

test('a fault that passes is not seen, one that stays opens the breaker', async (t) => {
  const once = await open(
    t,
    { wallets: { [address]: wallet }, findFault: (_, n) => (n === 1 ? 'reset' : undefined) },
    { retries: 1 },
  )
  assert.equal((await once.verifyMessage(signed, never)).verdict, 'ok')
  const down = await open(t, { findFault: () => 'http 500' })
  for (let n = 0; n < 5; n++) await assert.rejects(down.verifyMessage(signed, never), isFault('unavailable'))
  await assert.rejects(down.verifyMessage(signed, never), isFault('open'))
})

test('a caller that gives up is let go', async (t) => {
  const chain = await open(t, { findFault: () => 'hang' })
  const gone = new AbortController()
  const verdict = chain.verifyMessage(signed, gone.signal)
  gone.abort(new Error('the client closed the connection'))
  await assert.rejects(verdict, /the client closed the connection/)
  assert.equal(chain.guard.state(), 'closed')
})

/** Neither the node's address nor its key is in the words. */
const isFault = (fault: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamError)
  assert.deepEqual([error.provider, error.fault], ['chain', fault])
  assert.doesNotMatch(error.message, /canary|127\.0\.0\.1/)
  return true
}

test('on a real chain', { skip: !hasAnvil() && 'there is no anvil for this platform' }, async (t) => {
  const anvil = await startAnvil(['--chain-id', '8453'])
  t.after(anvil.stop)
  const steer = createTestClient({ mode: 'anvil', transport: http(anvil.url, { retryCount: 0 }) })
  const guard = guardFor('chain')
  const chain = createChain({ url: anvil.url, chainId: 8453, timeoutMs: 20_000, guard })
  const owner = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
  const stranger = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  const good = await owner.signMessage({ message })
  const forged = await stranger.signMessage({ message })
  const toVerdict = async (address: Hex, signature: Hex) =>
    (await chain.verifyMessage({ address, message, signature }, never)).verdict
  const deploy = async (bytecode: Hex): Promise<Hex> => {
    await steer.setCode({ address, bytecode })
    return address
  }

  await t.test('a deployed wallet takes its owner’s signature and no other (ERC-1271)', async () => {
    const wallet = await deploy(ownedWalletCode(owner.address))
    assert.deepEqual([await toVerdict(wallet, good), await toVerdict(wallet, forged)], ['ok', 'bad'])
    assert.deepEqual(
      [await toVerdict(wallet, '0x00'), await toVerdict(wallet, `0x${'ab'.repeat(8192)}`)],
      ['bad', 'bad'],
    )
  })
  await t.test('a wallet not yet deployed takes its owner’s signature and no other (ERC-6492)', async () => {
    const { address, wrap } = counterfactualWallet(owner.address)
    assert.deepEqual([await toVerdict(address, wrap(good)), await toVerdict(address, wrap(forged))], ['ok', 'bad'])
    assert.equal(await toVerdict(address, good), 'no contract')
    assert.equal(await toVerdict(stranger.address, wrap(good)), 'bad')
  })
  await t.test('an account that delegates to a wallet takes its owner’s signature (ERC-7702)', async () => {
    const wallet = await deploy(ownedWalletCode(owner.address))
    await steer.setCode({ address: stranger.address, bytecode: `0xef0100${wallet.slice(2)}` })
    assert.deepEqual(
      [await toVerdict(stranger.address, good), await toVerdict(stranger.address, '0x12')],
      ['ok', 'bad'],
    )
  })
  await t.test('wallets that revert, never end or flood the answer are answered no', async () => {
    for (const code of [revertingCode, endlessCode, floodingCode])
      assert.equal(await toVerdict(await deploy(code), good), 'bad')
    assert.equal(guard.state(), 'closed')
  })
  await t.test('plain accounts and the zero address have no say', async () => {
    assert.equal(await toVerdict(owner.address, good), 'no contract')
    assert.equal(await toVerdict(`0x${'0'.repeat(40)}`, `0x${'00'.repeat(65)}`), 'no contract')
  })
})
