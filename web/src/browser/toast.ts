const shownMs = 2400
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a short message at the foot of the page, where nothing else can tell it. */
export function showToast(text: string): void {
  findToast()?.classList.remove('unseen')
  say(text)
}

const copiedMs = 2000

/** The button shows a tick. Screen readers hear it; a refusal is also shown. */
export function showCopied(button: HTMLElement, isCopied: boolean): void {
  const { copied = '', notCopied = '' } = findToast()?.dataset ?? {}
  if (!isCopied) {
    showToast(notCopied)
    return
  }
  button.dataset['copied'] = ''
  setTimeout(() => delete button.dataset['copied'], copiedMs)
  findToast()?.classList.add('unseen')
  say(copied)
}

function say(text: string): void {
  const toast = findToast()
  if (!toast) return
  toast.textContent = text
  clearTimeout(timer)
  timer = setTimeout(() => (toast.textContent = ''), shownMs)
}

const findToast = () => document.querySelector<HTMLElement>('.toast')
