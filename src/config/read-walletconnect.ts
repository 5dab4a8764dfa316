import type { EnvReader } from '../platform/env.ts'

/** How pages reach phone wallets. */
export interface WalletConnectConfig {
  /** null: pages do not offer it. */
  walletConnect: { projectId: string; relayUrl: string } | null
}

/** Reads the variables that begin with WALLETCONNECT_. */
export function readWalletConnect(env: EnvReader): WalletConnectConfig {
  env.needs(['WALLETCONNECT_RELAY_URL'], 'WALLETCONNECT_PROJECT_ID')
  const projectId = env.checked(
    'WALLETCONNECT_PROJECT_ID',
    (value) => /^[\w-]{1,64}$/.test(value),
    'must be the id of a project, of letters and digits',
  )
  const relayUrl =
    env.url('WALLETCONNECT_RELAY_URL', ['wss', 'ws'], 'wss://relay.walletconnect.org', ['credentials', 'query']) ??
    'wss://relay.walletconnect.org'
  return { walletConnect: projectId === null ? null : { projectId, relayUrl } }
}
