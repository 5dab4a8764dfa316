import { showToast } from '../../browser/toast.ts'
import { isOwnEnrollment, keepInTab, recallFromTab } from '../../browser/tab-storage.ts'
import type { EditorProps } from './editor.tsx'

interface StageProps extends Pick<EditorProps, 'enrollmentId' | 'creatorAddress'> {
  /** The message after it is saved. */
  saved: string
}

/** Opens the editor in place of the page, from its own button and from the checklist. The editor loads when it opens. */
export function mount(element: HTMLElement, { saved, ...props }: StageProps): void {
  const shown = element.querySelector<HTMLElement>('.stage-shown')
  const place = element.querySelector<HTMLElement>('.stage-editor')
  if (!shown || !place) return
  const open = async (button: HTMLElement | null, field: string | null) => {
    const { startEditor } = await import('./editor.tsx')
    const setEditing = (isEditing: boolean) => {
      shown.hidden = isEditing
      place.hidden = !isEditing
    }
    const onClose = () => {
      setEditing(false)
      button?.focus()
    }
    startEditor(place, !place.hidden, { ...props, start: { field }, onClose, onSaved: reloadSaved })
    setEditing(true)
  }
  tellSaved(saved)
  const panel = findOwnPanel(props.enrollmentId)
  for (const button of document.querySelectorAll<HTMLElement>('[data-edit]')) {
    button.removeAttribute('data-waiting')
    button.addEventListener('click', () => void open(button, button.dataset['edit'] ?? ''))
  }
  if (panel?.dataset['opens'] !== undefined) void open(null, null)
}

/** The checklist is for the creator who enrolled; others may follow a link that would show it. */
function findOwnPanel(enrollmentId: string): HTMLElement | null {
  const panel = document.querySelector<HTMLElement>('.enrolled')
  if (panel && !isOwnEnrollment(enrollmentId)) panel.hidden = true
  return panel?.hidden ? null : panel
}

function reloadSaved(): void {
  keepInTab('saved', '')
  location.reload()
}

function tellSaved(words: string): void {
  if (recallFromTab('saved') === null) return
  keepInTab('saved', null)
  showToast(words)
}
