/** Shows the buttons that copy, and lets them. Without this module they stay invisible. */
export function enableCopying(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.removeAttribute('data-waiting')
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const label = [...button.childNodes]
  const said = await navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => 'Copied',
    () => 'Not allowed',
  )
  button.textContent = said
  button.disabled = true
  setTimeout(() => {
    button.replaceChildren(...label)
    button.disabled = false
  }, 1600)
}
