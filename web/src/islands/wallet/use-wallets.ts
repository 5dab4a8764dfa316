import { useEffect, useState } from 'preact/hooks'
import { type Wallet, watchWallets } from './discover.ts'
import { parseAccounts, chooseAgain, connect, walletFault } from './sign.ts'

/** A wallet that its owner has opened to this page. */
export interface Connected {
  wallet: Wallet
  /** Lower case. */
  accounts: string[]
}

export interface Wallets {
  /** Undefined: they are still being looked for. */
  found: Wallet[] | undefined
  connected: Connected | null
  /** That is asked at the moment. */
  asking: Wallet | null
  fault: string | null
  choose: (wallet: Wallet) => void
  /** Of the connected one. */
  chooseAccount: () => void
  leave: () => void
}

/** The wallets of this browser, and the one that was chosen. */
export function useWallets(): Wallets {
  const [found, setFound] = useState<Wallet[]>()
  const [connected, setConnected] = useState<Connected | null>(null)
  const [asking, setAsking] = useState<Wallet | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => watchWallets(setFound), [])
  useEffect(() => followAccounts(connected?.wallet, setConnected), [connected?.wallet])

  const ask = (wallet: Wallet, by: typeof connect) => {
    setAsking(wallet)
    setFault(null)
    by(wallet.provider)
      .then((accounts) => setConnected(accounts.length > 0 ? { wallet, accounts } : null))
      .catch((error: unknown) => setFault(walletFault(error)))
      .finally(() => setAsking(null))
  }
  return {
    found,
    connected,
    asking,
    fault,
    choose: (wallet) => ask(wallet, connect),
    chooseAccount: () => connected && ask(connected.wallet, chooseAgain),
    leave: () => setConnected(null),
  }
}

/** People change the account in the wallet itself. */
function followAccounts(wallet: Wallet | undefined, tell: (connected: Connected | null) => void) {
  if (!wallet) return undefined
  const onChange = (response: never) => {
    const accounts = parseAccounts(response)
    tell(accounts.length > 0 ? { wallet, accounts } : null)
  }
  wallet.provider.on?.('accountsChanged', onChange)
  return () => void wallet.provider.removeListener?.('accountsChanged', onChange)
}
