import { pickWords } from '../../words/language.ts'
import { walletWords } from '../../words/wallet.ts'
import type { Provider, Wallet } from './discover.ts'
import { WalletFault } from './sign.ts'
import type { WalletConnectSettings } from './walletconnect/settings.ts'

/** The wallet on the visitor's phone, over WalletConnect; null: this deployment does not offer it. */
export function findWalletConnect(): Wallet | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name=walletconnect]')?.content
  if (!content) return null
  const settings = JSON.parse(content) as WalletConnectSettings // web/src/document.tsx wrote it
  return { id: 'walletconnect', key: 'walletconnect', name: 'WalletConnect', provider: loadOnDemand(settings) }
}

/** The library is many times as large as a page, so it is loaded for those who choose it. */
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

/** The server renders no wallets, and its bundle leaves the library out. */
function loadModule(): Promise<typeof import('./walletconnect/phone-wallet.ts')> {
  if (import.meta.env.SSR) throw new Error('only in browsers')
  return import('./walletconnect/phone-wallet.ts').catch((error: unknown) => {
    throw new WalletFault(pickWords(walletWords).notLoaded, { cause: error })
  })
}
