import type { Hex } from 'viem'
import { type OnChain, decodeAttestation, encodeGetAttestation } from '../../contract/eas-reads.ts'
import { type Requests, readJson } from './read-json.ts'

/** Public nodes that ask for no key. */
const publicNodes: Record<number, string | undefined> = {
  8453: 'https://mainnet.base.org',
  84532: 'https://sepolia.base.org',
}

interface Place {
  uid: Hex
  chainId: number
  contract: Hex
}

/** Reads an attestation from a node; null: there is none; a text says why the chain can't be read. */
export async function readChain(
  { uid, chainId, contract }: Place,
  { rpc = publicNodes[chainId], ...requests }: Requests & { rpc: string | undefined },
): Promise<OnChain | null | string> {
  if (rpc === undefined) return `the attestation is on chain ${chainId}: name a node of that chain`
  try {
    const actual = Number(await call(rpc, 'eth_chainId', [], requests))
    if (actual !== chainId) return `the attestation is on chain ${chainId}, but the node is on chain ${actual}`
    const data = encodeGetAttestation(uid)
    return decodeAttestation((await call(rpc, 'eth_call', [{ to: contract, data }, 'latest'], requests)) as Hex)
  } catch (error) {
    return `the node could not be queried: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function call(rpc: string, method: string, params: unknown[], requests: Requests): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { status, body: answer } = await readJson(rpc, requests, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { result, error } = (answer ?? {}) as { result?: unknown; error?: { message?: unknown } }
  if (typeof result === 'string') return result
  if (typeof error?.message === 'string') throw new Error(error.message)
  throw new Error(status === 200 ? `no result of ${method}` : `it responded with ${status}`)
}
