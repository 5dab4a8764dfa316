import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Abi,
  type Address,
  type Hex,
  createTestClient,
  defineChain,
  getAddress,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Public test keys, which have funds on every anvil. */
export const richKeys = {
  deployer: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  attester: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
} as const satisfies Record<string, Hex>

export type LocalChain = ReturnType<typeof openLocalChain>

/** Reads, writes and controls a local chain. It has no cache and no retries, which would hide faults. */
export const openLocalChain = (url: string, id: number) =>
  createTestClient({
    mode: 'anvil',
    chain: defineChain({
      id,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 25,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)

/** Deploys the contracts of the Ethereum Attestation Service on a local chain, without registering the schema. */
export async function deployEas(chain: LocalChain): Promise<{ contract: Address; registry: Address }> {
  const registry = await deployContract(chain, readArtifact('SchemaRegistry'), [])
  return { registry, contract: await deployContract(chain, readArtifact('EAS'), [registry]) }
}

interface Artifact {
  abi: Abi
  bytecode: Hex
}

export async function deployContract(chain: LocalChain, artifact: Artifact, args: Address[]): Promise<Address> {
  const account = privateKeyToAccount(richKeys.deployer)
  const hash = await chain.deployContract({ account, ...artifact, args })
  const { contractAddress } = await chain.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('the contract was not deployed')
  return getAddress(contractAddress)
}

/** Whether the code of the contracts, a dev dependency, is installed. */
export function hasEas(): boolean {
  try {
    readArtifact('EAS')
    return true
  } catch {
    return false
  }
}

/** A contract of the package, by its name. */
export function readArtifact(name: string): Artifact {
  const folder = '@ethereum-attestation-service/eas-contracts/artifacts/contracts'
  const path = fileURLToPath(import.meta.resolve(`${folder}/${name}.sol/${name}.json`))
  return JSON.parse(readFileSync(path, 'utf8')) as Artifact
}
