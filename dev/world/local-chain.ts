import { privateKeyToAccount } from 'viem/accounts'
import type { Environment } from '../../src/platform/env.ts'
import { hasAnvil, startAnvil } from '../stand-ins/anvil.ts'
import { type LocalChain, deployEas, hasEas, openLocalChain, richKeys } from '../stand-ins/eas.ts'
import type { ListedProvider } from './listed-provider.ts'

interface Started {
  settings: Environment
  listed: ListedProvider
  /** null: it isn't ours. */
  chain: LocalChain | null
  close: () => Promise<void>
}

/**
 * The chain that attestations go to: the environment's, or a local one with the real contracts where this machine can run it.
 * Its first block is as old as the world.
 */
export async function startChain(given: Environment, ageMs: number): Promise<Started> {
  const { CHAIN_RPC_URL, ATTESTATION_CONTRACT, ATTESTER_KEY } = given
  if (CHAIN_RPC_URL || ATTESTATION_CONTRACT || ATTESTER_KEY) return takeGiven(CHAIN_RPC_URL)
  if (!hasAnvil()) return doWithout('anvil (getfoundry.sh) is not installed: nothing is attested')
  if (!hasEas()) return doWithout('the contracts are not installed, so nothing is attested')
  return startLocal(Number(given.CHAIN_ID || 8453), ageMs)
}

const outside = { settings: {}, chain: null, close: async () => {} }

function takeGiven(url = ''): Started {
  const words = 'the demo attests nothing there, because that costs gas'
  return { ...outside, listed: { role: 'chain', isStandIn: false, at: URL.parse(url)?.host || 'no URL', words } }
}

const doWithout = (words: string): Started => ({
  ...outside,
  listed: { role: 'chain', isStandIn: false, isMissing: true, at: '', words },
})

/** It has the id of the chain that the samples' tokens are on: a service knows one chain. */
async function startLocal(chainId: number, ageMs: number): Promise<Started> {
  const since = Math.floor((Date.now() - ageMs) / 1000)
  // A block is safe when ten have followed it.
  const ages = ['--timestamp', String(since), '--slots-in-an-epoch', '10']
  const { url, stop } = await startAnvil(['--chain-id', String(chainId), ...ages])
  const chain = openLocalChain(url, chainId)
  const { contract } = await deployEas(chain)
  const settings = { CHAIN_RPC_URL: url, ATTESTATION_CONTRACT: contract, ATTESTER_KEY: richKeys.attester }
  const attester = privateKeyToAccount(richKeys.attester).address
  const words = `anvil, with the real contracts; ${attester.slice(0, 8)}… attests`
  return { settings, listed: { role: 'chain', isStandIn: true, at: new URL(url).host, words }, chain, close: stop }
}
