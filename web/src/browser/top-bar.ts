/** The module of suggestions is loaded when somebody first turns to a search field. */
export function enableSuggestions(): void {
  for (const form of document.querySelectorAll<HTMLElement>('form[data-suggestions]')) {
    const start = () => void import('../islands/suggestions.tsx').then(({ mount }) => mount(form))
    form.addEventListener('focusin', start, { once: true })
    if (form.contains(document.activeElement)) start()
  }
}

/** The keys of the search field (`/`, and ⌘K or Ctrl-K), and a menu that closes when one clicks elsewhere. */
export function enableTopBar(): void {
  const field = document.querySelector<HTMLInputElement>('.top-bar input[name=q]')
  const menu = document.querySelector<HTMLDetailsElement>('.top-bar details')
  document.addEventListener('keydown', (event) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    field?.focus()
    field?.select()
  })
  document.addEventListener('click', ({ target }) => {
    if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false
  })
}

function isSearchKey({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (key === 'k') return metaKey || ctrlKey
  return key === '/' && !metaKey && !ctrlKey && !isWriting(target)
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
