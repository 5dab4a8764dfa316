import { useEffect, useState } from 'preact/hooks'
import { keepInTab, recallFromTab } from '../../browser/tab-storage.ts'
import { pickWords } from '../../words/language.ts'
import { walletWords } from '../../words/wallet.ts'
import {
  type Fault,
  type Provider,
  type Wallet,
  type WalletConnectSettings,
  chooseAgain,
  connect,
  listOpened,
  parseAccounts,
  walletFault,
  WalletFault,
  watchWallets,
} from './sign.ts'

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
  /** The one that is being asked. */
  asking: Wallet | null
  fault: Fault | null
  choose: (wallet: Wallet) => void
  /** Of the connected one. */
  chooseAccount: () => void
  leave: () => void
}

/** The wallets of this browser, and the one that was chosen here or on an earlier page. */
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

/** Connects to the wallet of an earlier page without asking. */
function resume(wallet: Wallet, tell: (connected: Connected) => void): void {
  listOpened(wallet.provider).then(
    (accounts) => accounts.length > 0 && tell({ wallet, accounts }),
    () => rememberWallet(null),
  )
}

/** Follows account changes that are made in the wallet. */
function followAccounts(wallet: Wallet | undefined, tell: (connected: Connected | null) => void) {
  if (!wallet) return undefined
  const onChange = (response: never) => {
    const accounts = parseAccounts(response)
    tell(accounts.length > 0 ? { wallet, accounts } : null)
  }
  wallet.provider.on?.('accountsChanged', onChange)
  return () => void wallet.provider.removeListener?.('accountsChanged', onChange)
}

/** Remembers the connected wallet in this tab, so that the next page can connect to it without asking. */
const rememberWallet = (key: string | null): void => keepInTab('wallet', key)
const recallWallet = (): string | null => recallFromTab('wallet')

/** The wallet on the visitor's phone, over WalletConnect; null: this deployment does not offer it. */
function findWalletConnect(): Wallet | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name=walletconnect]')?.content
  if (!content) return null
  const settings = JSON.parse(content) as WalletConnectSettings // web/src/document.tsx wrote it
  return { id: 'walletconnect', key: 'walletconnect', name: 'WalletConnect', provider: loadOnDemand(settings) }
}

/** The library is much larger than a page, so it loads only when it is chosen. */
function loadOnDemand(settings: WalletConnectSettings): Provider {
  let loading: Promise<Provider> | undefined
  const load = async () => {
    const { createPhoneWallet } = await loadModule()
    return createPhoneWallet(settings)
  }
  const getLoaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    request: async (call) => (await getLoaded()).request(call),
    on: (event, listener) => void loading?.then((provider) => provider.on?.(event, listener)),
    removeListener: (event, listener) => void loading?.then((provider) => provider.removeListener?.(event, listener)),
    end: () => void loading?.then((provider) => provider.end?.()),
  }
}

/** The server bundle must not contain the library. */
function loadModule(): Promise<typeof import('./phone-wallet.tsx')> {
  if (import.meta.env.SSR) throw new Error('only in browsers')
  return import('./phone-wallet.tsx').catch((error: unknown) => {
    throw new WalletFault(pickWords(walletWords).notLoaded, { cause: error })
  })
}
