import { SignClient } from '@walletconnect/sign-client'
import type { Hex, LocalAccount } from 'viem'

type Client = Awaited<ReturnType<typeof SignClient.init>>

interface PhoneWalletOptions {
  relayUrl: string
  projectId: string
  account: LocalAccount
  /** The chain whose account it opens. */
  chainId: number
  /** It has accounts of another kind of chain only. */
  isForeign?: boolean
  /** Names what its owner declines; `silent` leaves it unanswered. */
  decide?: (what: 'session' | 'signature') => 'accept' | 'decline' | 'silent'
}

export interface PhoneWallet {
  /** Scans the code of a page. */
  scan: (uri: string) => Promise<void>
  /** The sessions that it lists. */
  countSessions: () => number
  /** The texts that it was asked to sign. */
  asked: string[]
  /** Its owner ends every session. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

/** A wallet app on a phone, built on WalletConnect's own library. */
export async function openPhoneWallet(options: PhoneWalletOptions): Promise<PhoneWallet> {
  const { relayUrl, projectId } = options
  const client = await SignClient.init({
    relayUrl,
    projectId,
    storage: createMemory(),
    customStoragePrefix: crypto.randomUUID(),
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Sock Wallet', description: '', url: 'https://wallet.example', icons: [] },
  })
  const asked: string[] = []
  client.on('session_proposal', ({ id }) => void answerProposal(client, { id, ...options }))
  client.on('session_request', ({ id, topic, params }) => {
    const [raw] = params.request.params as [Hex] // as personal_sign has it
    asked.push(Buffer.from(raw.slice(2), 'hex').toString())
    void answerRequest(client, { id, topic, raw, ...options })
  })
  return {
    scan: (uri) => client.core.pairing.pair({ uri }).then(() => {}),
    countSessions: () => client.session.getAll().length,
    asked,
    leave: async () => {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason })
    },
    close: async () => {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}

async function answerProposal(
  client: Client,
  { id, account, chainId, isForeign = false, decide = () => 'accept' }: PhoneWalletOptions & { id: number },
): Promise<void> {
  const choice = decide('session')
  if (choice === 'silent') return
  if (choice === 'decline') return client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
  const chains = [`eip155:${chainId}`]
  const accounts = chains.map((chain) => `${chain}:${account.address}`)
  const own = { eip155: { chains, accounts, methods: ['personal_sign'], events: ['accountsChanged'] } }
  await client.approve({ id, namespaces: isForeign ? foreign : own })
}

const foreign = {
  cosmos: {
    chains: ['cosmos:cosmoshub-4'],
    accounts: ['cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'],
    methods: ['cosmos_signAmino'],
    events: [],
  },
}

async function answerRequest(
  client: Client,
  { id, topic, raw, account, decide = () => 'accept' }: PhoneWalletOptions & { id: number; topic: string; raw: Hex },
): Promise<void> {
  const choice = decide('signature')
  if (choice === 'silent' || !account.signMessage) return
  const response =
    choice === 'decline'
      ? { error: { code: 5000, message: 'User rejected.' } }
      : { result: await account.signMessage({ message: { raw } }) }
  await client.respond({ topic, response: { id, jsonrpc: '2.0', ...response } })
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
