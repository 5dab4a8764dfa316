import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Hex, createWalletClient, getContractAddress, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { startAnvil } from '../../dev/stand-ins/anvil.ts'
import { type LocalChain, openLocalChain } from '../../dev/stand-ins/eas.ts'
import type { GoplusWorld } from '../../dev/stand-ins/goplus.ts'
import { startJsonServer } from '../../dev/stand-ins/json-server.ts'
import type { TxlistWorld } from '../../dev/stand-ins/txlist.ts'
import { checkPendingBindings } from '../../src/tokens/check-pending.ts'
import { never, closeAfter } from './waiting.ts'
import { ada, bob, enroll } from './creators.ts'
import { type TestApp, type TestResponse, type World, ask, startApp, startWorld } from './app.ts'
import { sourcesOf } from '../../src/providers/chain-sources.ts'

const chainId = 31337
/** Of anvil: the tag `safe` is so many blocks behind the head. */
const tenBlocks = ['--slots-in-an-epoch', '10']
/** Returns nothing for any call: a contract, though no token that tells its name. */
export const deployCode: Hex = '0x600180600b6000396000f300'

export interface BindingWorld extends TestApp {
  url: string
  chain: LocalChain
  /** The stand-ins of the providers. */
  world: World
  creations: NonNullable<TxlistWorld['creations']>
  /** The reports of the token risk provider, by lower-case address. */
  tokens: NonNullable<GoplusWorld['tokens']>
  stopChain: () => Promise<void>
  /** The service's clock. */
  setTime: (time: Date) => void
}

/**
 * A service on a chain of its own. Its clock stands a day before the chain's, so that scores are older than tokens.
 * `isPruned`: the node keeps no state but the latest. `onCall`: learns the method of each call to the node,
 * which waits for it.
 */
export async function startBinding(
  t: Pick<TestContext, 'after'>,
  { isPruned = false, onCall, environment: more }: NodeOptions = {},
): Promise<BindingWorld> {
  const [creations, tokens]: [BindingWorld['creations'], BindingWorld['tokens']] = [{}, {}]
  const [anvil, world] = await Promise.all([
    startAnvil(['--chain-id', String(chainId), ...tenBlocks]),
    startWorld(t, { txlist: { creations }, goplus: { tokens } }),
  ])
  t.after(anvil.stop)
  const node = isPruned || onCall ? await startInFront(anvil.url, { isPruned, onCall }) : null
  if (node) closeAfter(t, node.close)
  let now = new Date(Date.now() - 86_400_000)
  const allowed = [world.environment, more].flatMap((one) => one?.['OUTBOUND_ALLOW'] ?? [])
  const environment = {
    ...world.environment,
    CHAIN_ID: String(chainId),
    CHAIN_RPC_URL: node?.url ?? anvil.url,
    ...more,
    OUTBOUND_ALLOW: allowed.join(','),
  }
  const started = await startApp(t, { world, environment, clock: { now: () => now } })
  const chain = openLocalChain(anvil.url, chainId)
  for (const { address } of [ada, bob]) await chain.setBalance({ address, value: 10n ** 19n })
  const setTime = (time: Date) => (now = time)
  return { ...started, world, url: anvil.url, chain, creations, tokens, stopChain: anvil.stop, setTime }
}

interface NodeOptions {
  isPruned?: boolean | undefined
  onCall?: ((method: string) => void | Promise<void>) | undefined
  environment?: Record<string, string>
}

const startInFront = (url: string, { isPruned, onCall }: NodeOptions) =>
  startJsonServer({
    path: '',
    respond: async ({ body }) => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      await onCall?.(method)
      if (isPruned && method === 'eth_getCode' && params[1] !== 'latest')
        return { body: { jsonrpc: '2.0', id, error: { code: -32_000, message: 'missing trie node' } } }
      const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return { body: await answer.text(), headers: { 'content-type': 'application/json' } }
    },
  })

export async function launch(
  { app, score }: BindingWorld,
  wallet: PrivateKeyAccount,
  over: object = {},
): Promise<string> {
  const scored = await score({ creatorAddress: wallet.address, ...over })
  assert.equal(scored.status, 201)
  const { status } = await enroll(app, { scoreId: scored.body.id, wallet })
  assert.equal(status, 201)
  return scored.body.id as string
}

/** Deploys a contract with the wallet's key, safe unless told. */
export async function deploy(
  { url, chain }: Pick<BindingWorld, 'url' | 'chain'>,
  account: PrivateKeyAccount,
  { blocks = 12 } = {},
) {
  const wallet = createWalletClient({ account, chain: chain.chain, transport: http(url) })
  const nonce = await chain.getTransactionCount({ address: account.address })
  const hash = await wallet.sendTransaction({ data: deployCode })
  await chain.waitForTransactionReceipt({ hash })
  await chain.mine({ blocks })
  return { token: getContractAddress({ from: account.address, nonce: BigInt(nonce) }), hash }
}

export interface Binding {
  id: string
  token: Hex
  wallet: PrivateKeyAccount
  over?: object
}

export async function bind({ app }: BindingWorld, { id, token, wallet, over = {} }: Binding): Promise<TestResponse> {
  const { body } = await ask(app, { url: `/v1/launch/${id}/token/message?tokenAddress=${token}` })
  const signature = await wallet.signMessage({ message: body.message })
  const payload = { tokenAddress: token, creatorAddress: wallet.address, signature, ...over }
  return ask(app, { method: 'POST', url: `/v1/launch/${id}/token`, payload })
}

/** Checks the pending bindings as the job does. */
export async function checkPending({ deps }: BindingWorld, signal = never): Promise<void> {
  const sources = sourcesOf(deps)
  const { proofSources } = sources
  assert.ok(proofSources)
  await checkPendingBindings({ ...deps, ...sources, proofSources }, signal)
}
