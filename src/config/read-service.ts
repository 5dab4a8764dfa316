import { type EnvReader, bareUrl } from '../platform/env.ts'
import { isDomain, isHost } from '../platform/outbound/host-form.ts'

/** Where the service listens, and the name and addresses that it gives itself. */
export interface ServiceConfig {
  host: string
  /** 0: any free port. */
  port: number
  /** Without a slash at its end. */
  publicUrl: string
  /** Whether PUBLIC_URL is set; links may lead nowhere without it. */
  hasPublicUrl: boolean
  serviceName: string
  /** Where people report a page or a vulnerability: an https or mailto URL. */
  contactUrl: string | null
  /** The last line of the messages that wallets sign (D25). */
  enrollmentDomain: string
  /** How pages reach wallets on phones; null: they do not offer it. */
  walletConnect: { projectId: string; relayUrl: string } | null
}

export function readService(env: EnvReader): ServiceConfig {
  const port = env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080
  const givenUrl = env.url('PUBLIC_URL', ['http', 'https'], 'https://launch.example', bareUrl)
  const publicUrl = givenUrl === null ? `http://localhost:${port}` : new URL(givenUrl).href
  return {
    host: env.checked('HOST', isHost, 'must be an address or a host name, like 127.0.0.1') ?? '127.0.0.1',
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    hasPublicUrl: env.text('PUBLIC_URL') !== null,
    serviceName:
      env.checked('SERVICE_NAME', isServiceName, 'must be 1 to 64 printable ASCII characters with a letter or digit') ??
      'Launchscore',
    contactUrl: env.url('CONTACT_URL', ['https', 'mailto'], 'https://launch.example/report'),
    enrollmentDomain:
      env.checked('ENROLLMENT_DOMAIN', isDomain, 'must be a host like launch.example or launch.example:8443') ??
      getHost(publicUrl),
    walletConnect: readWalletConnect(env),
  }
}

function readWalletConnect(env: EnvReader): ServiceConfig['walletConnect'] {
  env.needs(['WALLETCONNECT_RELAY_URL'], 'WALLETCONNECT_PROJECT_ID')
  const projectId = env.checked(
    'WALLETCONNECT_PROJECT_ID',
    (value) => /^[\w-]{1,64}$/.test(value),
    'must be the id of a project, of letters and digits',
  )
  const relayUrl =
    env.url('WALLETCONNECT_RELAY_URL', ['wss', 'ws'], 'wss://relay.walletconnect.org', bareUrl) ??
    'wss://relay.walletconnect.org'
  return projectId === null ? null : { projectId, relayUrl }
}

/** It is a line of the messages that wallets sign, and its letters and digits name the webhook headers. */
const isServiceName = (value: string) => /^[\x20-\x7e]{1,64}$/.test(value) && /[A-Za-z0-9]/.test(value)

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : '')
