import { showCopied } from './browser/toast.ts'

interface IslandModule {
  mount: (element: HTMLElement, props: never) => void
}

const files = import.meta.glob<IslandModule>(['./islands/*.{ts,tsx}', './islands/*/index.{ts,tsx}'])
const islands = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^\.\/islands\/|(\/index)?\.tsx?$/g, ''), load]),
)

/** Loads the module of each island. If that fails, what the server rendered stays. */
function startIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) void start(element)
}

async function start(element: HTMLElement): Promise<void> {
  const { island, props = '{}' } = element.dataset
  const load = islands.get(island ?? '')
  if (!load) return
  const { mount } = await load()
  mount(element, JSON.parse(props) as never) // the server rendered them for this module
}

/** Shows the copy buttons, which are invisible without scripts, and handles them. */
function enableCopying(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll('button[data-copy]')) button.removeAttribute('data-waiting')
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null
    if (button) void copy(button)
  })
}

const copy = (button: HTMLButtonElement): Promise<void> =>
  navigator.clipboard.writeText(button.dataset['copy'] || (button.previousElementSibling?.textContent ?? '')).then(
    () => showCopied(button, true),
    () => showCopied(button, false),
  )

/** Opens dialogs in browsers without `commandfor`. */
function openDialogs(): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal()
    else dialog.close()
  })
}

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const yearSeconds = 365 * 24 * 3600

/** The theme button goes from system to light to dark. A cookie tells the server for the next page. */
function enableThemeToggle(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-themes]')
  if (!button) return
  const labels = JSON.parse(button.dataset['themes'] ?? '{}') as Record<Theme, string> // the server rendered them
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    const theme = themes[(themes.indexOf(readTheme()) + 1) % themes.length] ?? 'system'
    showTheme(theme)
    storeTheme(theme)
    button.setAttribute('aria-label', labels[theme])
    button.title = labels[theme]
  })
}

const readTheme = (): Theme => themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system'

function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

function storeTheme(theme: Theme): void {
  const maxAge = theme === 'system' ? 0 : yearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `theme=${theme}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
}

/** Suggestions load when a search field first gets the focus. */
function enableSuggestions(): void {
  for (const form of document.querySelectorAll<HTMLElement>('form[data-suggestions]')) {
    const start = () => void import('./islands/suggestions.tsx').then(({ mount }) => mount(form))
    form.addEventListener('focusin', start, { once: true })
    if (form.contains(document.activeElement)) start()
  }
}

/** The keys of the search field (`/`, and ⌘K or Ctrl-K), and the menu. */
function enableTopBar(): void {
  const field = document.querySelector<HTMLInputElement>('.top-bar input[name=q]')
  document.addEventListener('keydown', (event) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    field?.focus()
    field?.select()
  })
  document.querySelector('a[data-find]')?.addEventListener('click', (event) => {
    if (!field?.offsetParent) return
    event.preventDefault()
    field.focus()
  })
  const menu = document.querySelector<HTMLDetailsElement>('.top-bar details')
  if (menu) enableMenu(menu)
}

/** A menu closes on Escape, on a click elsewhere, and when the focus leaves it. */
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

/** A link into a closed part of the page opens it, also in browsers that don't do this themselves. */
function openLinkedPart(): void {
  const target = document.getElementById(location.hash.slice(1))
  const part = target?.closest('details')
  if (!target || !part || part.open) return
  part.open = true
  target.scrollIntoView()
}

startIslands()
openLinkedPart()
addEventListener('hashchange', openLinkedPart)
enableCopying()
openDialogs()
enableThemeToggle()
enableTopBar()
enableSuggestions()
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details:is(.filter-menu, .choice-menu)'))
  enableMenu(menu)
