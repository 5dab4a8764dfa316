/** The module of suggestions is loaded when somebody first turns to a search field. */
export function enableSuggestions(): void {
  for (const form of document.querySelectorAll<HTMLElement>('form[data-suggestions]')) {
    const start = () => void import('../islands/suggestions.tsx').then(({ mount }) => mount(form))
    form.addEventListener('focusin', start, { once: true })
    if (form.contains(document.activeElement)) start()
  }
}

/** The keys of the search field (`/`, and ⌘K or Ctrl-K), and the menu. */
export function enableTopBar(): void {
  const field = document.querySelector<HTMLInputElement>('.top-bar input[name=q]')
  document.addEventListener('keydown', (event) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    field?.focus()
    field?.select()
  })
  const menu = document.querySelector<HTMLDetailsElement>('.top-bar details')
  if (menu) enableMenu(menu)
}

/** The menu closes by Escape, and when one clicks elsewhere or the focus goes elsewhere. */
function enableMenu(menu: HTMLDetailsElement): void {
  const closeFor = ({ target }: Event) => {
    if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false
  }
  document.addEventListener('click', closeFor)
  document.addEventListener('focusin', closeFor)
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

function isSearchKey({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (key === 'k') return metaKey || ctrlKey
  return key === '/' && !metaKey && !ctrlKey && !isWriting(target)
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
