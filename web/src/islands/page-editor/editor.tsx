import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { LaunchPage } from '../../pages.ts'
import { askService } from '../../browser/ask-service.ts'
import { Fault, WalletGate } from '../wallet/wallet-gate.tsx'
import { EditForm } from './edit-form.tsx'

interface EditorProps {
  enrollmentId: string
  /** EIP-55. */
  creatorAddress: string
  onClose: () => void
}

/** Shows the editor of a launch's page in `place`, as if for the first time. */
export function startEditor(place: HTMLElement, props: EditorProps): void {
  render(null, place)
  render(<Editor {...props} />, place)
}

interface Loaded {
  page: LaunchPage
  /** How far the service's clock is ahead of this one's. */
  aheadMs: number
}

function Editor({ enrollmentId, creatorAddress, onClose }: EditorProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    void askService<{ page: LaunchPage }>(`/v1/launch/${enrollmentId}`).then((response) => {
      if ('refusal' in response) setFault(response.refusal.message)
      else setLoaded({ page: response.body.page, aheadMs: response.date.getTime() - Date.now() })
    })
  }, [])
  const cancel = (
    <button class="button secondary" type="button" onClick={onClose}>
      Cancel
    </button>
  )
  return (
    <section class="sheet" aria-labelledby="editor-title">
      <h2 id="editor-title" ref={heading} tabIndex={-1}>
        Edit this page
      </h2>
      <Fault words={fault} />
      {loaded && (
        <WalletGate expected={creatorAddress} purpose="edit this page">
          {(sign) => <EditForm {...{ enrollmentId, creatorAddress, sign, cancel }} {...loaded} />}
        </WalletGate>
      )}
      <Outside>{cancel}</Outside>
    </section>
  )
}

/** Where no form brings its own. */
const Outside = ({ children }: { children: preact.ComponentChildren }) => <p class="actions lone-cancel">{children}</p>
