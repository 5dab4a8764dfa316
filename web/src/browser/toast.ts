const shownMs = 2400
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a short message at the foot of the page and announces it to screen readers. */
export function showToast(text: string): void {
  const toast = findToast()
  if (!toast) return
  toast.textContent = text
  clearTimeout(timer)
  timer = setTimeout(() => (toast.textContent = ''), shownMs)
}

/** Says whether something was copied. */
export function showCopied(isCopied: boolean): void {
  showToast(findToast()?.dataset[isCopied ? 'copied' : 'notCopied'] ?? '')
}

const findToast = () => document.querySelector<HTMLElement>('.toast')
