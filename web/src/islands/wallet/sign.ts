import { pickWords } from '../../words/language.ts'
import { walletWords } from '../../words/wallet.ts'

/** The error, in the page's language; a wallet's own message comes in English. */
export interface Fault {
  words?: string
  english?: string
}

/** An error whose message is in the page's language. */
export class WalletFault extends Error {}

/** Asks the owner for the wallet's accounts, in lower case. */
export async function connect(provider: Provider): Promise<string[]> {
  return parseAccounts(await provider.request({ method: 'eth_requestAccounts' }))
}

/** The accounts that the owner has already opened to this site, in lower case. The wallet doesn't ask. */
export async function listOpened(provider: Provider): Promise<string[]> {
  return parseAccounts(await provider.request({ method: 'eth_accounts' }))
}

/** Lets the owner choose other accounts. Wallets that can't do that return the current ones. */
export async function chooseAgain(provider: Provider): Promise<string[]> {
  const params = [{ eth_accounts: {} }]
  await provider.request({ method: 'wallet_requestPermissions', params }).catch((error: unknown) => {
    if (isDeclined(error)) throw error
  })
  return connect(provider)
}

/** A wallet's response about its accounts. */
export const parseAccounts = (response: unknown): string[] =>
  Array.isArray(response) ? response.filter((one) => typeof one === 'string').map((one) => one.toLowerCase()) : []

/** The account's signature of the text (EIP-191): no transaction, and nothing is paid. */
export async function signText(provider: Provider, account: string, text: string): Promise<string> {
  const params = [toHex(text), account]
  const signature = await provider.request({ method: 'personal_sign', params })
  if (typeof signature !== 'string') throw new Error('the wallet gave no signature')
  return signature
}

const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const getErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** The owner declined. */
export const isDeclined = (error: unknown): boolean => getErrorCode(error) === 4001

/** Why a wallet refused. */
export function walletFault(error: unknown): Fault {
  const t = pickWords(walletWords)
  if (error instanceof WalletFault) return { words: error.message }
  if (isDeclined(error)) return { words: t.declined }
  if (getErrorCode(error) === -32002) return { words: t.waiting }
  const said = error instanceof Error ? error.message.split('\n')[0]?.slice(0, 200) : undefined
  return { words: t.walletSays, ...(said && { english: said }) }
}

/** The part of a wallet that signing needs (EIP-1193). */
export interface Provider {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>
  on?: (event: string, listener: (value: never) => void) => unknown
  removeListener?: (event: string, listener: (value: never) => void) => unknown
  /** Disconnects from this page. Browser wallets have no such method. */
  end?: () => void
}

export interface Wallet {
  id: string
  /** The same on every page. */
  key: string
  /** The name that the wallet gives itself; not trusted. null: it has none. */
  name: string | null
  provider: Provider
}

interface Announced {
  info: { uuid: string; name: string; rdns?: string }
  provider: Provider
}

const patienceMs = 300

/**
 * Calls back with the wallets of this browser as they announce themselves (EIP-6963). After a short wait, calls back
 * with `window.ethereum` or with none. Returns the function that stops it.
 */
export function watchWallets(tell: (wallets: Wallet[]) => void): () => void {
  const found = new Map<string, Wallet>()
  const add = (wallet: Wallet) => {
    found.set(wallet.id, wallet)
    tell([...found.values()])
  }
  const onAnnounce = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Partial<Announced>>).detail // any script can send this event
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

/** The settings of WalletConnect in the head of a page. */
export interface WalletConnectSettings {
  /** SERVICE_NAME. */
  name: string
  projectId: string
  relayUrl: string
  chainId: number
}
