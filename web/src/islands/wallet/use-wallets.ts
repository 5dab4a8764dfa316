import { useEffect, useState } from 'preact/hooks'
import { type Wallet, watchWallets } from './discover.ts'
import { recallWallet, rememberWallet } from './memory.ts'
import { type Fault, chooseAgain, connect, listOpened, parseAccounts, walletFault } from './sign.ts'
import { findWalletConnect } from './walletconnect.ts'

/** A wallet that its owner has opened to this page. */
export interface Connected {
  wallet: Wallet
  /** Lower case. */
  accounts: string[]
}

export interface Wallets {
  /** Undefined: they are still being looked for. */
  found: Wallet[] | undefined
  /** The one on the visitor's phone; null: this deployment doesn't offer it. */
  onPhone: Wallet | null
  connected: Connected | null
  /** That is asked at the moment. */
  asking: Wallet | null
  fault: Fault | null
  choose: (wallet: Wallet) => void
  /** Of the connected one. */
  chooseAccount: () => void
  leave: () => void
}

/** The wallets of this browser, and the one that was chosen here or on the page before. */
export function useWallets(): Wallets {
  const [found, setFound] = useState<Wallet[]>()
  const [onPhone, setOnPhone] = useState<Wallet | null>(null)
  const [connected, setConnected] = useState<Connected | null>(null)
  const [asking, setAsking] = useState<Wallet | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => watchWallets(setFound), [])
  useEffect(() => setOnPhone(findWalletConnect()), [])
  useEffect(() => followAccounts(connected?.wallet, setConnected), [connected?.wallet])
  const [before] = useState(recallWallet)
  const known = found?.find(({ key }) => key === before)
  useEffect(() => {
    if (known) resume(known, setConnected)
  }, [known?.id])

  const ask = (wallet: Wallet, by: typeof connect) => {
    setAsking(wallet)
    setFault(null)
    by(wallet.provider)
      .then((accounts) => {
        rememberWallet(wallet.key)
        setConnected(accounts.length > 0 ? { wallet, accounts } : null)
      })
      .catch((error: unknown) => setFault(walletFault(error)))
      .finally(() => setAsking(null))
  }
  const leave = () => {
    rememberWallet(null)
    connected?.wallet.provider.end?.()
    setConnected(null)
  }
  return {
    found,
    onPhone,
    connected,
    asking,
    fault,
    choose: (wallet) => ask(wallet, connect),
    chooseAccount: () => connected && ask(connected.wallet, chooseAgain),
    leave,
  }
}

/** A wallet that was left open to this site needs no second question. */
function resume(wallet: Wallet, tell: (connected: Connected) => void): void {
  listOpened(wallet.provider).then(
    (accounts) => accounts.length > 0 && tell({ wallet, accounts }),
    () => rememberWallet(null),
  )
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
