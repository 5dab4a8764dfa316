import { pickWords } from '../../../words/language.ts'
import { walletConnectWords } from '../../../words/walletconnect.ts'
import { WalletFault, isDeclined } from '../sign.ts'
import type { WalletConnectSettings } from './settings.ts'
import { type Client, closeClient, openClient } from './open-client.ts'
import { type PairingDialog, openDialog } from './pairing-dialog.tsx'

type Session = ReturnType<Client['session']['getAll']>[number]

/** The accounts that a wallet app has opened to this page. */
export interface PhoneSession {
  /** Lower case. */
  accounts: string[]
  /** The wallet app has not ended it. */
  isOpen: () => boolean
  /** Calls `tell` when the wallet app ends it. */
  onEnded: (tell: () => void) => void
  /** Asks for the account's signature of a text in hexadecimal. */
  sign: (text: string, account: string) => Promise<string>
  end: () => Promise<void>
}

/** The relay answers within a second; a phone in a tunnel takes longer. */
const relayPatienceMs = 10_000
const endPatienceMs = 3_000
/** As long as the protocol lets a wallet app take, and a little less, so that the page is first to say so. */
const answerSeconds = 300
const answerPatienceMs = (answerSeconds - 5) * 1000

/** Shows the code that a wallet app scans or opens, and waits for its consent. Throws a `WalletFault` in words. */
export async function openSession(settings: WalletConnectSettings): Promise<PhoneSession> {
  const dialog = openDialog()
  let client: Client | undefined
  try {
    client = await openClient(settings)
    const session = await pair(client, { dialog, chainId: settings.chainId })
    const held = hold(client, session)
    if (held.accounts.length > 0) return held
    await disconnect(client, session)
    throw new WalletFault(pickWords(walletConnectWords).noAccount)
  } catch (error) {
    if (client) await closeClient(client)
    throw error
  } finally {
    dialog.close()
  }
}

async function pair(client: Client, { dialog, chainId }: { dialog: PairingDialog; chainId: number }): Promise<Session> {
  const t = pickWords(walletConnectWords)
  // a message has no chain, so an account of the main chain will do where a wallet app lacks ours
  const chains = [...new Set([`eip155:${chainId}`, 'eip155:1'])]
  const optionalNamespaces = { eip155: { chains, methods: ['personal_sign'], events: [] } }
  const connecting = client.connect({ optionalNamespaces }).catch(() => {
    throw new WalletFault(t.unreachable)
  })
  const { uri = '', approval } = await Promise.race([
    connecting,
    dialog.cancelled,
    rejectAfter(relayPatienceMs, t.unreachable),
  ])
  dialog.show({ kind: 'pair', uri })
  return Promise.race([answered(approval()), dialog.cancelled])
}

function hold(client: Client, session: Session): PhoneSession {
  const ownAccounts = session.namespaces['eip155']?.accounts ?? []
  let isOpen = true
  client.on('session_delete', () => void (isOpen = false))
  const ask = async (text: string, account: string): Promise<string> => {
    const { metadata } = session.peer
    const dialog = openDialog({ kind: 'sign', wallet: metadata.name, link: readLink(metadata.redirect?.universal) })
    const chainId = ownAccounts.find((one) => one.toLowerCase().endsWith(`:${account}`))?.replace(/:[^:]*$/, '') ?? ''
    const request = { method: 'personal_sign', params: [text, account] }
    const asking = client.request<string>({ topic: session.topic, chainId, request, expiry: answerSeconds })
    try {
      return await Promise.race([answered(asking), dialog.cancelled])
    } finally {
      dialog.close()
    }
  }
  return {
    accounts: [...new Set(ownAccounts.map((one) => one.toLowerCase().replace(/^.*:/, '')))],
    isOpen: () => isOpen,
    onEnded: (tell) => void client.on('session_delete', tell),
    sign: ask,
    end: () => end(client, session),
  }
}

async function end(client: Client, session: Session): Promise<void> {
  await disconnect(client, session)
  await closeClient(client)
}

/** Tells the wallet app that the session has ended, if the relay can be reached. */
async function disconnect(client: Client, { topic }: Session): Promise<void> {
  const reason = { code: 6000, message: 'User disconnected.' }
  const telling = client.disconnect({ topic, reason }).catch(() => {})
  await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, endPatienceMs))])
}

/** The answer of a wallet app, or a fault in words when it takes too long. */
function answered<T>(answer: Promise<T>): Promise<T> {
  const { expired } = pickWords(walletConnectWords)
  const deadline = Date.now() + answerPatienceMs
  const explainInTime = (error: unknown): never => {
    // after a sleep, the library may notice first, in words of its own
    if (Date.now() >= deadline) throw new WalletFault(expired, { cause: error })
    return explain(error)
  }
  return Promise.race([answer.catch(explainInTime), rejectAfter(answerPatienceMs, expired)])
}

/**
 * A wallet app refuses with a code of EIP-1193 or of the protocol, whose 5000s are refusals and 6000s ended sessions. Other errors
 * are the library's, of the relay.
 */
function explain(error: unknown): never {
  const t = pickWords(walletConnectWords)
  if (error instanceof Error) throw new WalletFault(t.unreachable, { cause: error })
  const { code, message } = error as { code?: number; message?: string } // JSON-RPC's error
  const kind = Math.floor(Number(code) / 1000)
  if (isDeclined(error) || kind === 5) throw new WalletFault(t.rejected, { cause: error })
  if (kind === 6) throw new WalletFault(t.ended, { cause: error })
  throw new Error(message)
}

const rejectAfter = (ms: number, words: string): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new WalletFault(words)), ms))

/** A stranger's address: it leads to an app or to the web, never to a script. */
const readLink = (link: string | undefined): string | null =>
  link !== undefined && URL.parse(link)?.protocol === 'https:' ? link : null
