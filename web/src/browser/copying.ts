import { showCopied } from './toast.ts'

/** Shows the buttons that copy, and lets them. Without this module they stay invisible. */
export function enableCopying(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll('button[data-copy]')) button.removeAttribute('data-waiting')
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null
    if (button) void copy(button)
  })
}

const copy = (button: HTMLButtonElement): Promise<void> =>
  navigator.clipboard.writeText(button.dataset['copy'] || (button.previousElementSibling?.textContent ?? '')).then(
    () => showCopied(true),
    () => showCopied(false),
  )
