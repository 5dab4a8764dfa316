/** As much of a wallet as signing takes (EIP-1193). */
export interface Provider {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>
  on?: (event: string, listener: (value: never) => void) => unknown
  removeListener?: (event: string, listener: (value: never) => void) => unknown
  /** Forgets what was opened to this page. Wallets of the browser have no such thing. */
  end?: () => void
}

export interface Wallet {
  id: string
  /** The same on the next page. */
  key: string
  /** Its own name, which is a stranger's word; null: it has none. */
  name: string | null
  provider: Provider
}

interface Announced {
  info: { uuid: string; name: string; rdns?: string }
  provider: Provider
}

const patienceMs = 300

/**
 * Tells of the wallets in this browser as they announce themselves (EIP-6963), and of none, or of the one that is simply
 * there, once they had time for it. Answers what ends it.
 */
export function watchWallets(tell: (wallets: Wallet[]) => void): () => void {
  const found = new Map<string, Wallet>()
  const add = (wallet: Wallet) => {
    found.set(wallet.id, wallet)
    tell([...found.values()])
  }
  const onAnnounce = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Partial<Announced>>).detail // a stranger's event
    if (!info || !provider) return
    found.delete('injected')
    add({ id: info.uuid, key: `${info.rdns} ${info.name}`, name: info.name.slice(0, 40), provider })
  }
  const settle = () => {
    const { ethereum } = window as { ethereum?: Provider }
    if (found.size > 0) return
    if (ethereum) add({ id: 'injected', key: 'injected', name: null, provider: ethereum })
    else tell([])
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const timer = setTimeout(settle, patienceMs)
  return () => {
    window.removeEventListener('eip6963:announceProvider', onAnnounce)
    clearTimeout(timer)
  }
}
