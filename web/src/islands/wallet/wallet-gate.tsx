import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { BusyButton } from '../shared/form-parts.tsx'
import { shortenHex } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { walletWords } from '../../words/wallet.ts'
import { frameWords } from '../../words/frame.ts'
import { type Fault, type Wallet, signText, WalletFault } from './sign.ts'
import { type Connected, type Wallets, useWallets } from './use-wallets.ts'
import { getPageUrl, isHandheld, walletApps } from './wallet-apps.ts'

/** Signs a text by the expected account. Throws what the wallet throws. */
export type Sign = (text: string) => Promise<string>

interface GateProps {
  /** The address that has to sign. */
  expected: string
  children: (sign: Sign) => ComponentChildren
}

/**
 * Shows its content once the wallet that has to sign is connected, and asks for it before. The content stays mounted
 * when the wallet locks or changes its account, so that nothing that was typed is lost.
 */
export function WalletGate({ expected, children }: GateProps) {
  const wallets = useWallets()
  const t = useWords(walletWords)
  const { connected } = wallets
  const account = connected?.accounts.find((one) => one === expected.toLowerCase())
  const place = useFocusKept(connected ? account : null)
  const wasOpen = useRef(false)
  wasOpen.current ||= account !== undefined
  const sign: Sign = async (text) => {
    if (!connected || account === undefined) throw new WalletFault(t.onlyCan(shortenHex(expected)))
    return signText(connected.wallet.provider, account, text)
  }
  return (
    <>
      {!connected && <WalletChoice {...{ place, wallets }} />}
      {connected && account === undefined && <WrongAccount {...{ place, wallets, connected, expected }} />}
      {connected && account !== undefined && <Opened {...{ place, wallets, connected, expected }} />}
      {wasOpen.current && (
        <div class="gate-content" hidden={account === undefined}>
          {children(sign)}
        </div>
      )}
    </>
  )
}

/** The gate's element. It takes the focus of a button that is gone when `shown` has changed. */
function useFocusKept(shown: string | null | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  hadFocus.current = place.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (hadFocus.current) place.current?.focus()
  }, [shown])
  return place
}

const Opened = ({ place, wallets, connected: { wallet }, expected }: GateState) => {
  const t = useWords(walletWords)
  return (
    <div class="wallet-gate connected" ref={place} tabIndex={-1} role="group" aria-label={t.wallet}>
      <span>
        {t.connected} <Short address={expected} /> <bdi class="muted">{wallet.name ?? t.browserWallet}</bdi>
      </span>
      <button class="btn sm" type="button" onClick={wallets.leave}>
        {t.change}
      </button>
    </div>
  )
}

/** Asks for a wallet. */
export const WalletChoice = ({ place, wallets }: Partial<Pick<GateState, 'place'>> & Pick<GateState, 'wallets'>) => {
  const t = useWords(walletWords)
  const { found, onPhone, asking, fault } = wallets
  return (
    <div class="wallet-gate" ref={place ?? null} tabIndex={-1} role="group" aria-label={t.wallet}>
      {!found && <p role="status">{t.looking}</p>}
      {found?.length === 0 && <NoWallet canScan={onPhone !== null} />}
      {found && found.length > 0 && <WalletList wallets={wallets} />}
      {found && onPhone && <OnPhone wallets={wallets} wallet={onPhone} />}
      {asking && <Asking wallet={asking} />}
      <FaultNote fault={fault} />
      <p class="meta">{t.phrase}</p>
    </div>
  )
}

const OnPhone = ({ wallets: { asking, choose }, wallet }: { wallets: Wallets; wallet: Wallet }) => {
  const t = useWords(walletWords)
  return (
    <BusyButton class="btn wide" type="button" isBusy={asking !== null} onClick={() => choose(wallet)}>
      <span>
        {t.onPhone} <span class="muted">({wallet.name})</span>
      </span>
    </BusyButton>
  )
}

const WalletList = ({ wallets: { found = [], asking, choose } }: { wallets: Wallets }) => {
  const t = useWords(walletWords)
  return (
    <>
      {found.length > 1 && <p class="title">{t.choose}</p>}
      <ul class="list">
        {found.map((wallet) => (
          <li key={wallet.id}>
            <BusyButton
              class={found.length === 1 ? 'btn pri wide' : 'btn wide'}
              type="button"
              isBusy={asking !== null}
              onClick={() => choose(wallet)}
            >
              <span>
                {t.connect} <bdi>{wallet.name ?? t.browserWallet}</bdi>
              </span>
            </BusyButton>
          </li>
        ))}
      </ul>
    </>
  )
}

interface GateState {
  place: RefObject<HTMLDivElement | null>
  expected: string
  wallets: Wallets
  connected: Connected
}

const WrongAccount = ({ place, wallets, connected, expected }: GateState) => {
  const t = useWords(walletWords)
  const name = connected.wallet.name ?? t.browserWallet
  return (
    <div class="wallet-gate" ref={place} tabIndex={-1}>
      <div class="fault-place" role="alert">
        <div class="problem">
          <p class="title">{t.wrongAccount}</p>
          <p>
            {t.onlyCan(shortenHex(expected))} <bdi>{t.shows(name, shortenHex(connected.accounts[0] ?? ''))}</bdi>
          </p>
        </div>
      </div>
      <p class="buttons">
        <BusyButton class="btn pri" type="button" isBusy={wallets.asking !== null} onClick={wallets.chooseAccount}>
          {t.anotherAccount}
        </BusyButton>
        <button class="btn" type="button" onClick={wallets.leave}>
          {t.anotherWallet}
        </button>
      </p>
      {wallets.asking && <Asking wallet={wallets.asking} />}
      <FaultNote fault={wallets.fault} />
    </div>
  )
}

/** Shown when no wallet was found: an extension is missing, or a phone shows the page in a browser without one. */
const NoWallet = ({ canScan }: { canScan: boolean }) => (isHandheld() ? <OpenInApp /> : <Install canScan={canScan} />)

const Install = ({ canScan }: { canScan: boolean }) => {
  const t = useWords(walletWords)
  return (
    <>
      <p class="title">{t.none}</p>
      <p class="muted">{canScan ? t.noneOrScan : t.noneNote}</p>
    </>
  )
}

const OpenInApp = () => {
  const t = useWords(walletWords)
  const url = getPageUrl()
  return (
    <>
      <p class="title">{t.noneOnPhone}</p>
      <ul class="list apps">
        {walletApps.map(({ name, toLink }) => (
          <li key={name}>
            <a class="btn wide" href={toLink(url)} rel="noopener noreferrer" aria-label={t.openIn(name)}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <CopyLink url={url} />
        </li>
      </ul>
      <p class="muted meta">{t.otherApp}</p>
    </>
  )
}

const CopyLink = ({ url }: { url: string }) => {
  const t = useWords(walletWords)
  const { copied } = useWords(frameWords)
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(url).then(() => setCopied(true))
  return (
    <button class="btn wide" type="button" onClick={copy}>
      {isCopied ? `✓ ${copied}` : t.copyLink}
    </button>
  )
}

export const Asking = ({ wallet }: { wallet?: Wallet }) => {
  const t = useWords(walletWords)
  return (
    <p class="muted meta" role="status">
      <bdi>{t.answer(wallet?.name ?? t.yourWallet)}</bdi>
    </p>
  )
}

/** Announced to screen readers at once. */
export const FaultNote = ({ fault, title }: { fault: Fault | null; title?: string }) => {
  const t = useWords(walletWords)
  return (
    <div class="fault-place" role="alert">
      {fault && (
        <div class="problem">
          <p class="title">{title ?? t.failed}</p>
          {fault.words && <p>{fault.words}</p>}
          {fault.english && <p lang="en">{fault.english}</p>}
        </div>
      )}
    </div>
  )
}

const Short = ({ address }: { address: string }) => (
  <code class="mono" title={address}>
    {shortenHex(address)}
  </code>
)
