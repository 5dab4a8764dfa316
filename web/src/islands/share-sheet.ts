/** Opens the phone's own sheet for sharing where there is one; elsewhere the link leads to the buttons. */
export function mount(element: HTMLElement, { url, text }: { url: string; text: string }): void {
  if (typeof navigator.share !== 'function') return
  element.addEventListener('click', (event) => {
    event.preventDefault()
    navigator.share({ url, text }).catch(() => undefined) // the reader closed the sheet
  })
}
