import { type OnChain, decodeAttestation, encodeGetAttestation } from '../../proofs.ts'

type Hex = `0x${string}`

/** As much of a wallet as reading takes (EIP-1193). */
interface Wallet {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>
}

interface Place {
  uid: Hex
  chainId: number
  contract: Hex
}

/**
 * Reads the contract's entry for an id from the node of the reader's own wallet: the one node here that the reader chose, and
 * the service didn't. A text says why it wasn't asked.
 */
export async function askChain({ uid, chainId, contract }: Place): Promise<OnChain | null | string> {
  const wallet = await findWallet()
  if (!wallet) return 'this browser has no wallet with a node: use the command instead'
  try {
    const current = Number(await wallet.request({ method: 'eth_chainId' }))
    if (current !== chainId)
      return `the wallet is on chain ${current}, the attestation on ${chainId}: switch it and try again`
    const call = { to: contract, data: encodeGetAttestation(uid) }
    const response = await wallet.request({ method: 'eth_call', params: [call, 'latest'] })
    return decodeAttestation(response as Hex) // throws on anything else
  } catch (error) {
    return `the wallet’s node could not be asked: ${error instanceof Error ? error.message.split('\n')[0] : 'it refused'}`
  }
}

/** The first that announces itself (EIP-6963), else the one that is simply there. */
function findWallet(): Promise<Wallet | undefined> {
  return new Promise((resolve) => {
    const onAnnounce = (event: Event) => resolve((event as CustomEvent<{ provider: Wallet }>).detail.provider)
    window.addEventListener('eip6963:announceProvider', onAnnounce, { once: true })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    setTimeout(() => {
      window.removeEventListener('eip6963:announceProvider', onAnnounce)
      resolve((window as { ethereum?: Wallet }).ethereum)
    }, 150)
  })
}
