import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { pickWords, useWords } from '../../../words/language.ts'
import { walletConnectWords } from '../../../words/walletconnect.ts'
import { isHandheld } from '../wallet-apps.ts'
import { WalletFault } from '../sign.ts'
import { CopyCode, QrCode } from './pairing-code.tsx'

/** The step that the visitor is at. */
export type Step =
  { kind: 'connect' } | { kind: 'pair'; uri: string } | { kind: 'sign'; wallet: string; link: string | null }

export interface PairingDialog {
  show: (step: Step) => void
  close: () => void
  /** Rejects when the visitor closes it. */
  cancelled: Promise<never>
}

/** Opens a dialog above the page. */
export function openDialog(step: Step = { kind: 'connect' }): PairingDialog {
  const host = document.body.appendChild(document.createElement('div'))
  let reject: ((fault: WalletFault) => void) | undefined
  // Safari before 17.4 lacks Promise.withResolvers.
  const cancelled = new Promise<never>((_resolve, rejecting) => {
    reject = rejecting
  })
  cancelled.catch(() => {}) // it may be closed before anybody waits for that
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
  const name = wallet.slice(0, 40) // a stranger's word
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
