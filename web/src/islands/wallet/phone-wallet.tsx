import { SignClient } from '@walletconnect/sign-client'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { encode } from 'uqr'
import { pickWords, useWords } from '../../words/language.ts'
import { walletConnectWords } from '../../words/walletconnect.ts'
import { frameWords } from '../../words/frame.ts'
import { type Provider, type WalletConnectSettings, isDeclined, WalletFault } from './sign.ts'
import { isHandheld } from './wallet-apps.ts'

/**
 * The wallet on the visitor's phone as an EIP-1193 provider. Each signature has a session of its own, which ends with
 * it.
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
      if (session !== opened || isAsking) return // the signature fails with a reason
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
  // otherwise the wallet would keep listing a session whose keys are gone
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

type Session = ReturnType<Client['session']['getAll']>[number]

/** The accounts that a wallet app has opened to this page. */
interface PhoneSession {
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

/** The relay responds within a second, but a phone with a poor connection takes longer. */
const relayPatienceMs = 10_000
const endPatienceMs = 3_000
/** A little less than the protocol's limit, so that the page reports the timeout first. */
const answerSeconds = 300
const answerPatienceMs = (answerSeconds - 5) * 1000

/** Shows the code that a wallet app scans or opens, and waits for its consent. Throws a `WalletFault` in words. */
async function openSession(settings: WalletConnectSettings): Promise<PhoneSession> {
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
    asking.catch((error: unknown) => void (isOpen &&= !isEnded(error))) // the library tells of the end afterwards
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
    // a wallet app that ended the session itself isn't told: deleting it twice at once fails in the library
    end: async () => {
      if (isOpen) await disconnect(client, session)
      await closeClient(client)
    },
  }
}

/** Tells the wallet app that the session has ended, if the relay can be reached. */
async function disconnect(client: Client, { topic }: Session): Promise<void> {
  const reason = { code: 6000, message: 'User disconnected.' }
  const telling = client.disconnect({ topic, reason }).catch(() => {})
  await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, endPatienceMs))])
}

/** The response of a wallet app, or a fault when it takes too long. */
function answered<T>(answer: Promise<T>): Promise<T> {
  const { expired } = pickWords(walletConnectWords)
  const deadline = Date.now() + answerPatienceMs
  const explainInTime = (error: unknown): never => {
    // after a sleep, the library may notice first and throws its own error
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
  if (isDeclined(error) || readKind(error) === 5) throw new WalletFault(t.rejected, { cause: error })
  if (isEnded(error)) throw new WalletFault(t.ended, { cause: error })
  throw new Error((error as { message?: string }).message) // JSON-RPC's error
}

const readKind = (error: unknown): number => Math.floor(Number((error as { code?: number }).code) / 1000)
const isEnded = (error: unknown): boolean => !(error instanceof Error) && readKind(error) === 6

const rejectAfter = (ms: number, words: string): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new WalletFault(words)), ms))

/** The address is not trusted: it may lead to an app or to the web, never to a script. */
const readLink = (link: string | undefined): string | null =>
  link !== undefined && URL.parse(link)?.protocol === 'https:' ? link : null

type Client = Awaited<ReturnType<typeof SignClient.init>>

/**
 * A client for one session. It stores nothing and talks to the relay only: by default, the library also reports to its
 * vendor and embeds the vendor's frame, which D57 rules out.
 */
async function openClient({ name, projectId, relayUrl }: WalletConnectSettings): Promise<Client> {
  const { origin } = location
  const icon = document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')?.href ?? ''
  const client = await SignClient.init({
    projectId,
    relayUrl,
    metadata: { name, description: name, url: origin, icons: [icon] },
    storage: createMemory(),
    customStoragePrefix: crypto.randomUUID(), // otherwise the client would be that of the last session
    telemetryEnabled: false,
    logger: 'silent',
  })
  client.core.verify.register = () => Promise.resolve('')
  return client
}

/** Disconnects from the relay. */
async function closeClient({ core }: Client): Promise<void> {
  core.heartbeat.stop()
  await core.relayer.transportClose()
}

function createMemory() {
  const entries = new Map<string, unknown>()
  return {
    getKeys: () => Promise.resolve([...entries.keys()]),
    getEntries: <T,>() => Promise.resolve([...entries] as [string, T][]),
    getItem: <T,>(key: string) => Promise.resolve(entries.get(key) as T | undefined), // as it was put in
    setItem: (key: string, value: unknown) => Promise.resolve(void entries.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void entries.delete(key)),
  }
}

/** The step that the visitor is at. */
type Step = { kind: 'connect' } | { kind: 'pair'; uri: string } | { kind: 'sign'; wallet: string; link: string | null }

interface PairingDialog {
  show: (step: Step) => void
  close: () => void
  /** Rejects when the visitor closes it. */
  cancelled: Promise<never>
}

/** Opens a dialog above the page. */
function openDialog(step: Step = { kind: 'connect' }): PairingDialog {
  const host = document.body.appendChild(document.createElement('div'))
  let reject: ((fault: WalletFault) => void) | undefined
  // Safari before 17.4 lacks Promise.withResolvers.
  const cancelled = new Promise<never>((_resolve, rejecting) => {
    reject = rejecting
  })
  cancelled.catch(() => {}) // it may be closed before anyone awaits the promise
  const cancel = () => reject?.(new WalletFault(pickWords(walletConnectWords).cancelled))
  const show = (next: Step) => render(<Dialog step={next} onCancel={cancel} />, host)
  show(step)
  return {
    show,
    close: () => {
      host.querySelector('dialog')?.close() // gives the focus back
      render(null, host)
      host.remove()
    },
    cancelled,
  }
}

const Dialog = ({ step, onCancel }: { step: Step; onCancel: () => void }) => {
  const t = useWords(walletConnectWords)
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} class="pairing-dialog" aria-labelledby="pairing-title" onCancel={onCancel}>
      <h2 id="pairing-title">{step.kind === 'sign' ? t.signTitle : t.title}</h2>
      {step.kind === 'connect' && <p role="status">{t.connecting}</p>}
      {step.kind === 'pair' && <Pairing uri={step.uri} />}
      {step.kind === 'sign' && <Signing {...step} />}
      <button class="btn wide" type="button" onClick={onCancel}>
        {t.cancel}
      </button>
    </dialog>
  )
}

/** On a phone the wallet app is on the same device, which can't scan its own screen. */
const Pairing = ({ uri }: { uri: string }) => {
  const t = useWords(walletConnectWords)
  const isPhone = isHandheld()
  return (
    <>
      {!isPhone && <p>{t.scan}</p>}
      {!isPhone && <QrCode text={uri} />}
      <a class={isPhone ? 'btn pri wide' : 'btn wide'} href={uri}>
        {t.openApp}
      </a>
      <CopyCode uri={uri} />
    </>
  )
}

const Signing = ({ wallet, link }: { wallet: string; link: string | null }) => {
  const t = useWords(walletConnectWords)
  const name = wallet.slice(0, 40) // not trusted
  return (
    <>
      <p role="status">
        <bdi>{t.confirm(name)}</bdi>
      </p>
      {link !== null && isHandheld() && (
        <a class="btn pri wide" href={link} target="_blank" rel="noopener noreferrer">
          <bdi>{t.openWallet(name)}</bdi>
        </a>
      )}
    </>
  )
}

/** Cameras read dark on light, in either theme. */
const QrCode = ({ text }: { text: string }) => {
  const t = useWords(walletConnectWords)
  const { data, size } = encode(text, { border: 4 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.codeAlt} shape-rendering="crispEdges">
      <path d={cells.join('')} />
    </svg>
  )
}

const CopyCode = ({ uri }: { uri: string }) => {
  const t = useWords(walletConnectWords)
  const { copied } = useWords(frameWords)
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(uri).then(() => setCopied(true))
  return (
    <button class="btn wide" type="button" onClick={copy}>
      {isCopied ? `✓ ${copied}` : t.copy}
    </button>
  )
}
