import { type Hex, createTestClient, http, namehash, pad } from 'viem'

/** Of Basenames on Base. */
const namesRegistry: Hex = '0xb94704422c2a1e396835a571837aa5ae53285a95'
const namesResolver: Hex = '0xc6d566a56a1aff6508b41f6c90ff131615583bcd'

/** A contract that returns what is stored under the first argument of any call: a registry, or a resolver. */
const recordsCode: Hex = '0x600435545f5260205ff3'

/** Registers a name on a local chain as Basenames does on Base. */
export async function plantName(rpcUrl: string, name: string, wallet: Hex): Promise<void> {
  const steer = createTestClient({ mode: 'anvil', transport: http(rpcUrl, { retryCount: 0 }) })
  for (const address of [namesRegistry, namesResolver]) await steer.setCode({ address, bytecode: recordsCode })
  const index = namehash(name)
  await steer.setStorageAt({ address: namesRegistry, index, value: pad(namesResolver) })
  await steer.setStorageAt({ address: namesResolver, index, value: pad(wallet) })
}
