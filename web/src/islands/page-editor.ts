interface EditorProps {
  enrollmentId: string
  /** EIP-55. */
  creatorAddress: string
}

/** A button with which the creator edits the page in its place. What that takes is loaded when it is pressed. */
export function mount(element: HTMLElement, props: EditorProps): void {
  const shown = element.querySelector<HTMLElement>('.stage-shown')
  const button = element.querySelector<HTMLButtonElement>('.stage-edit')
  const place = element.querySelector<HTMLElement>('.stage-editor')
  if (!shown || !button || !place) return
  const setEditing = (isEditing: boolean) => {
    shown.hidden = isEditing
    place.hidden = !isEditing
    if (!isEditing) button.focus()
  }
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    button.disabled = true
    void open(place, { ...props, onClose: () => setEditing(false) })
      .then(() => setEditing(true))
      .finally(() => (button.disabled = false))
  })
}

async function open(place: HTMLElement, props: EditorProps & { onClose: () => void }): Promise<void> {
  const { startEditor } = await import('./page-editor/editor.tsx')
  startEditor(place, props)
}
