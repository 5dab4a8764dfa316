import { type Hex, isHex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Asked, type StandIn, type StandInResponse, type WireFault, startJsonServer } from './json-server.ts'

export interface Web3SignerWorld {
  /** The private key that it holds. */
  key: Hex
  /** The response in place of a signature. */
  findFault?: (asked: Asked, count: number) => WireFault | StandInResponse | undefined
  /** Changes its signatures. */
  alter?: (signature: Hex) => Hex
  delayMs?: number
}

export interface Web3Signer extends StandIn {
  /** The account of the key, in EIP-55 form. */
  address: Hex
  /** Everything that it signed. */
  signed: Hex[]
}

/** The Ethereum API of Web3Signer for one key. `url` is the address that signs with this key. */
export async function startWeb3Signer(world: Web3SignerWorld): Promise<Web3Signer> {
  const account = privateKeyToAccount(world.key)
  const publicKey: Hex = `0x${account.publicKey.slice(4)}` // without the prefix 04
  const signed: Hex[] = []
  const reply = async (asked: Asked): Promise<StandInResponse> => {
    const { method, path } = asked
    if (method === 'GET' && path === '/upcheck') return toText(200, 'OK')
    if (method === 'GET' && path === '/api/v1/eth1/publicKeys') return { body: [publicKey] }
    if (method !== 'POST' || !path.startsWith(signPath)) return toText(404, 'Resource not found')
    const data = readData(asked.body)
    if (data === undefined) return toText(400, 'Bad Request')
    if (toIdentifier(path) !== publicKey) return toText(404, 'Resource not found')
    signed.push(data)
    const signature = await account.sign({ hash: keccak256(data) })
    return toText(200, world.alter?.(signature) ?? signature)
  }
  const respond = (asked: Asked, count: number) => world.findFault?.(asked, count) ?? reply(asked)
  const server = await startJsonServer({ path: signPath + publicKey, respond, delayMs: world.delayMs ?? 0 })
  return { ...server, address: account.address, signed }
}

const signPath = '/api/v1/eth1/sign/'

/** In lower case and with 0x, whatever the client writes. */
const toIdentifier = (path: string): string => `0x${path.slice(signPath.length).toLowerCase().replace(/^0x/, '')}`

const toText = (status: number, body: string): StandInResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

function readData(body: string): Hex | undefined {
  try {
    const { data } = JSON.parse(body) as { data?: unknown }
    return isHex(data) ? data : undefined
  } catch {
    return undefined
  }
}
