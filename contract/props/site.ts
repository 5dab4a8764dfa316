import type { Language, SignalLooks } from '../signals/looks.ts'

export type { Language }

export interface Site {
  name: string
  url: string
  path: string
  /** The choices in the query of the page, without the language. */
  query: string
  contactUrl: string | null
  /** The credit that the licence of the token-risk data requires; null: the deployment has none of it. */
  credit: string | null
  /** How phone wallets are reached; null: WALLETCONNECT_PROJECT_ID is not set. */
  walletConnect: { projectId: string; relayUrl: string; chainId: number } | null
  /** Farcaster clients may open tickets as mini apps: FARCASTER_MANIFEST is set. */
  hasMiniApp: boolean
  /** The chains whose launches are scored; the first is that of records that name none. */
  chains: number[]
  /** How this deployment shows its signals. */
  looks: SignalLooks
  /** The reader's: `?lang=` first, then what the browser accepts. */
  language: Language
  /** Chosen by `?lang=`, so the page's links keep it. */
  isLanguageChosen: boolean
  /** The reader's choice; null: the system decides. */
  theme: 'light' | 'dark' | null
}
