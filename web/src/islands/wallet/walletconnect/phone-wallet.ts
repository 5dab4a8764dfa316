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
  const end = async () => {
    const ended = session
    session = null
    await ended?.end()
  }
  const open = async (): Promise<PhoneSession> => {
    if (session?.isOpen()) return session
    session = await openSession(settings)
    return session
  }
  const sign = async ([text, account]: unknown[]): Promise<string> => {
    const { accounts, sign: ask } = await open()
    try {
      if (typeof text !== 'string' || typeof account !== 'string' || !accounts.includes(account))
        throw new WalletFault(pickWords(walletConnectWords).otherAccount)
      return await ask(text, account)
    } finally {
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
    end: () => void end(),
  }
}
