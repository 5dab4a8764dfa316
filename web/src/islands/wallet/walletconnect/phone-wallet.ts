import { pickWords } from '../../../words/language.ts'
import { walletConnectWords } from '../../../words/walletconnect.ts'
import type { Provider } from '../discover.ts'
import { WalletFault } from '../sign.ts'
import type { WalletConnectSettings } from './settings.ts'
import { type PhoneSession, openSession } from './open-session.ts'

/**
 * The wallet on the visitor's phone, as pages use wallets (EIP-1193). A session ends with the signature that it was opened for,
 * and the next signature opens another one.
 */
export function createPhoneWallet(settings: WalletConnectSettings): Provider {
  let session: PhoneSession | null = null
  let isAsking = false
  const listeners = new Set<Listener>()
  const end = async () => {
    const ended = session
    session = null
    await ended?.end()
  }
  const open = async (): Promise<PhoneSession> => {
    if (session?.isOpen()) return session
    void end()
    const opened = await openSession(settings)
    session = opened
    opened.onEnded(() => {
      if (session !== opened || isAsking) return // the signature fails, and says why
      void end()
      for (const listener of listeners) listener([] as never) // an empty list of accounts, as EIP-1193 has it
    })
    return opened
  }
  const sign = async ([text, account]: unknown[]): Promise<string> => {
    const { accounts, sign: ask } = await open()
    isAsking = true
    try {
      if (typeof text !== 'string' || typeof account !== 'string' || !accounts.includes(account))
        throw new WalletFault(pickWords(walletConnectWords).otherAccount)
      return await ask(text, account)
    } finally {
      isAsking = false
      await end()
    }
  }
  // the wallet would go on listing a session whose keys are gone
  addEventListener('pagehide', () => void end())
  return {
    request: async ({ method, params = [] }) => {
      if (method === 'eth_accounts') return session?.isOpen() ? session.accounts : []
      if (method === 'wallet_requestPermissions') return end()
      if (method === 'eth_requestAccounts') return (await open()).accounts
      if (method === 'personal_sign') return sign(params)
      throw new Error(`unsupported: ${method}`)
    },
    on: (event, listener) => void (event === 'accountsChanged' && listeners.add(listener)),
    removeListener: (_event, listener) => void listeners.delete(listener),
    end: () => void end(),
  }
}

type Listener = Parameters<NonNullable<Provider['on']>>[1]
