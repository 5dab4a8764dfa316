import { SignClient } from '@walletconnect/sign-client'
import type { WalletConnectSettings } from './settings.ts'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

/**
 * A client for one session, which keeps nothing after the page. It talks to the relay alone: the library would also report to its
 * maker and put its maker's frame into the page, which D57 rules out.
 */
export async function openClient({ name, projectId, relayUrl }: WalletConnectSettings): Promise<Client> {
  const { origin } = location
  const icon = document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')?.href ?? ''
  const client = await SignClient.init({
    projectId,
    relayUrl,
    metadata: { name, description: name, url: origin, icons: [icon] },
    storage: createMemory(),
    customStoragePrefix: crypto.randomUUID(), // or the client would be the one of the session before
    telemetryEnabled: false,
    logger: 'silent',
  })
  client.core.verify.register = () => Promise.resolve('')
  return client
}

/** Leaves the relay for good. */
export async function closeClient({ core }: Client): Promise<void> {
  core.heartbeat.stop()
  await core.relayer.transportClose()
}

function createMemory() {
  const entries = new Map<string, unknown>()
  return {
    getKeys: () => Promise.resolve([...entries.keys()]),
    getEntries: <T>() => Promise.resolve([...entries] as [string, T][]),
    getItem: <T>(key: string) => Promise.resolve(entries.get(key) as T | undefined), // as it was put in
    setItem: (key: string, value: unknown) => Promise.resolve(void entries.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void entries.delete(key)),
  }
}
