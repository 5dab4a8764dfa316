interface WalletApp {
  name: string
  /** A link that opens the page in the app's browser. */
  toLink: (url: string) => string
}

const encode = encodeURIComponent

/**
 * The apps that document a link which opens a page in their browser. Rainbow documents only one that takes a WalletConnect
 * code.
 */
export const walletApps: WalletApp[] = [
  // docs.metamask.io: the address follows as it is, without its scheme
  { name: 'MetaMask', toLink: (url) => `https://link.metamask.io/dapp/${url.replace(/^https?:\/\//, '')}` },
  // docs.cdp.coinbase.com: the app was Coinbase Wallet before
  { name: 'Base App', toLink: (url) => `https://go.cb-w.com/dapp?cb_url=${encode(url)}` },
  // developer.trustwallet.com: 60 is Ethereum's number in SLIP-44, and that of all its sister chains
  { name: 'Trust Wallet', toLink: (url) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encode(url)}` },
  // docs.phantom.com
  {
    name: 'Phantom',
    toLink: (url) => `https://phantom.app/ul/browse/${encode(url)}?ref=${encode(new URL(url).origin)}`,
  },
  // web3.okx.com/build/docs: a link of the app inside one of the web, both encoded
  {
    name: 'OKX Wallet',
    toLink: (url) => `https://web3.okx.com/download?deeplink=${encode(`okx://wallet/dapp/url?dappUrl=${encode(url)}`)}`,
  },
]

/** The address of this page without its fragment. */
export const getPageUrl = (): string => location.origin + location.pathname + location.search

/** A phone or tablet, which can have wallet apps but seldom extensions. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches
