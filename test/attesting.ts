import type { TestContext } from 'node:test'
import { type Hex, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '../dev/stand-ins/anvil.ts'
import { type LocalChain, deployEas, openLocalChain } from '../dev/stand-ins/eas.ts'
import { decodeClaim } from '../contract/verification/claim.ts'
import { easAbi } from '../src/providers/chain/eas.ts'
import { type OnChain, decodeAttestation, encodeGetAttestation } from '../contract/eas-reads.ts'

export const chainId = 31337

export interface AttestingWorld {
  url: string
  chain: LocalChain
  contract: Hex
  attester: Hex
  key: Hex
  /** The environment that points a service at this chain. */
  environment: Record<string, string>
}

/** A chain of one's own with the attestation contracts and an attester with money, gone after the test. */
export async function startAttesting(
  t: Pick<TestContext, 'after'>,
  { options = [], proxy }: { options?: string[]; proxy?: ((target: string) => Promise<string>) | undefined } = {},
): Promise<AttestingWorld> {
  const anvil = await startAnvil(['--chain-id', String(chainId), ...options])
  t.after(anvil.stop)
  const chain = openLocalChain(anvil.url, chainId)
  const { contract } = await deployEas(chain)
  const key = generatePrivateKey()
  const attester = privateKeyToAccount(key).address
  await chain.setBalance({ address: attester, value: 10n ** 19n })
  const environment = {
    CHAIN_ID: String(chainId),
    CHAIN_RPC_URL: proxy ? await proxy(anvil.url) : anvil.url,
    ATTESTATION_CONTRACT: contract,
    ATTESTER_KEY: key,
  }
  return { url: anvil.url, chain, contract, attester, key, environment }
}

/** Every attestation on the canonical chain, with its claim. */
export async function attestationsOn({ chain, contract }: Pick<AttestingWorld, 'chain' | 'contract'>) {
  const logs = await chain.getLogs({ address: contract, fromBlock: 0n })
  const events = parseEventLogs({ abi: easAbi, eventName: 'Attested', logs })
  const found = await Promise.all(events.map(({ args }) => attestationOn({ chain, contract }, args.uid)))
  return found.flatMap((one) => (one ? [{ ...one, claim: decodeClaim(one.data) }] : []))
}

/** An attestation as the contract has it; null: it has none with this id. */
export async function attestationOn(
  { chain, contract }: Pick<AttestingWorld, 'chain' | 'contract'>,
  uid: Hex,
): Promise<OnChain | null> {
  const { data = '0x' } = await chain.call({ to: contract, data: encodeGetAttestation(uid) })
  return decodeAttestation(data)
}
