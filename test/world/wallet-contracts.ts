import {
  type Address,
  type Hex,
  concatHex,
  getContractAddress,
  serializeErc6492Signature,
  createTestClient,
  http,
  namehash,
  pad,
} from 'viem'

/** ERC-1271, by hand: recovers the signer of the hash from a 65-byte signature and says yes when it is `owner`. */
export const ownedWalletCode = (owner: Address): Hex =>
  concatHex([
    '0x600435600052', // memory 0: the hash
    '0x60a43560f81c602052', // v
    '0x606435604052', // r
    '0x608435606052', // s
    '0x602060806080600060015afa50', // ecrecover(memory 0–127) → memory 128
    '0x608051',
    `0x73${owner.slice(2)}14`, // is it the owner?
    '0x631626ba7e02', // then the magic value, else nothing
    '0x60e01b60005260206000f3',
  ])

/** The same with an owner that whoever calls it with an address as its only argument sets. */
export const settableWalletCode: Hex = (() => {
  const body = ownedWalletCode('0x0000000000000000000000000000000000000000').replace(
    `73${'00'.repeat(20)}14`,
    '60005414',
  )
  const length = (body.length - 2) / 2
  const dispatch: Hex = `0x3660241460${(7 + length).toString(16).padStart(2, '0')}57` // 36 bytes of input: set
  return concatHex([dispatch, body as Hex, '0x5b60043560005500'])
})()

/** Says no by a revert. */
export const revertingCode: Hex = '0x60006000fd'

/** Never comes to an end. */
export const endlessCode: Hex = '0x5b600056'

/** Says no in a megabyte. */
export const floodingCode: Hex = '0x621000006000fd'

/** Deploys what it is sent: salt, then creation code. It is on every anvil, and on most chains. */
const factory: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const salt: Hex = `0x${'00'.repeat(32)}`

/** A wallet that isn't deployed yet: where it will be, and how its signatures bring the deployment along (ERC-6492). */
export function counterfactualWallet(owner: Address): { address: Address; wrap: (signature: Hex) => Hex } {
  const bytecode = toCreation(ownedWalletCode(owner))
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
  const data = concatHex([salt, bytecode])
  return { address, wrap: (signature) => serializeErc6492Signature({ address: factory, data, signature }) }
}

/** Copies the code behind these eleven bytes and returns it. */
const toCreation = (code: Hex): Hex =>
  concatHex([`0x60${((code.length - 2) / 2).toString(16).padStart(2, '0')}80600b6000396000f3`, code])

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
