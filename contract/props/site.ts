import type { Language, SignalLooks } from '../signals/looks.ts'

export type { Language }

/** The facts about the deployment and the reader that every page has. */
export interface Site {
  /** SERVICE_NAME. */
  name: string
  /** PUBLIC_URL, without a slash at its end. */
  url: string
  /** Of the page that is shown. */
  path: string
  /** The choices in the query of the page, without the language. */
  query: string
  /** CONTACT_URL. */
  contactUrl: string | null
  /** The credit that the licence of the token-risk data requires; null: the deployment has none of it. */
  credit: string | null
  /** How phone wallets are reached; null: WALLETCONNECT_PROJECT_ID is not set. */
  walletConnect: { projectId: string; relayUrl: string; chainId: number } | null
  /** How the signals of this deployment are shown. */
  looks: SignalLooks
  /** The reader's: `?lang=` first, then what the browser accepts. */
  language: Language
  /** The reader chose it by `?lang=`, so the page's links keep it. */
  isLanguageChosen: boolean
  /** The reader's choice; null: the system decides. */
  theme: 'light' | 'dark' | null
}
