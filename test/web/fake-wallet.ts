import type { Page } from 'playwright-core'
import type { Hex, LocalAccount } from 'viem'

export interface FakeWallet {
  accounts: LocalAccount[]
  name?: string
  /** Names the calls that its owner declines. */
  declines?: (method: string) => boolean
  /** Its owner has opened it to the site before. */
  isOpen?: boolean
}

interface Call {
  method: string
  params?: unknown[]
}

/** Says that its owner opened these accounts, or none: the wallet is locked. */
type Tell = (accounts: string[]) => Promise<void>

type WalletResponse = { result: unknown } | { error: { code: number; message: string } }

/** Gives the page a wallet that signs with real keys, which never leave this process. Install it before the page opens. */
export async function installFakeWallet(page: Page, wallet: FakeWallet): Promise<{ calls: string[]; tell: Tell }> {
  const calls: string[] = []
  const name = wallet.name ?? 'Test Wallet'
  const door = `walletOf${name.replaceAll(/\W/g, '')}`
  await page.exposeFunction(door, (call: Call) => {
    calls.push(call.method)
    return waitForResponse(wallet, call)
  })
  await page.addInitScript(announceWallet, { name, door })
  const tell: Tell = (accounts) =>
    page.evaluate(([event, detail]) => void globalThis.dispatchEvent(new CustomEvent(event, { detail })), [
      `${door} accountsChanged`,
      accounts,
    ] as const)
  return { calls, tell }
}

async function waitForResponse(wallet: FakeWallet, call: Call): Promise<WalletResponse> {
  const { accounts, declines = () => false } = wallet
  const { method, params = [] } = call
  if (declines(method)) return { error: { code: 4001, message: 'User rejected the request.' } }
  const addresses = accounts.map(({ address }) => address.toLowerCase())
  if (method === 'eth_accounts') return { result: wallet.isOpen ? addresses : [] }
  if (method === 'eth_requestAccounts') {
    wallet.isOpen = true
    return { result: addresses }
  }
  if (method === 'wallet_requestPermissions') {
    accounts.push(...accounts.splice(0, 1)) // its owner chooses the next one
    return { result: [{ parentCapability: 'eth_accounts' }] }
  }
  if (method !== 'personal_sign') return { error: { code: 4200, message: `unsupported: ${method}` } }
  const [raw, from] = params
  const account = accounts.find(({ address }) => address.toLowerCase() === from)
  if (!account?.signMessage) return { error: { code: 4100, message: 'not authorised' } }
  return { result: await account.signMessage({ message: { raw: raw as Hex } }) } // as EIP-1193 says
}

/** Runs in the page, so it may use nothing from this file. */
function announceWallet({ name, door }: { name: string; door: string }): void {
  type Ask = (call: Call) => Promise<WalletResponse>
  const page = globalThis as unknown as EventTarget & Record<string, Ask>
  const provider = {
    async request(call: Call) {
      const response = await page[door]?.(call)
      if (response && 'error' in response) throw Object.assign(new Error(response.error.message), response.error)
      return response?.result
    },
    on: (name: string, listener: (accounts: string[]) => void) => {
      page.addEventListener(`${door} ${name}`, (event) => listener((event as CustomEvent<string[]>).detail))
      return provider
    },
    removeListener: () => provider,
  }
  const info = Object.freeze({
    uuid: `uuid-${door}`,
    name,
    icon: 'data:image/svg+xml,<svg/>',
    rdns: 'org.example.test',
  })
  const announce = () =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
}
