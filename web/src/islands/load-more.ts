import { plural } from '../words/formats.ts'
import { pickWords, readPageLanguage } from '../words/language.ts'
import { scoreTableWords } from '../words/score-table.ts'

/** Makes “Load more” append the next page to the table. If that fails, the link leads to the page. */
export function mount(element: HTMLElement): void {
  element.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[rel=next]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void append(element, link)
  })
}

async function append(element: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  if (link.getAttribute('aria-busy') === 'true') return
  const t = pickWords(scoreTableWords)
  const words = link.textContent
  link.setAttribute('aria-busy', 'true')
  link.textContent = t.loading
  const next = await readTable(link.href)
  if (next === null) {
    link.removeAttribute('aria-busy')
    link.textContent = words
    location.assign(link.href)
    return
  }
  const body = element.querySelector('.score-table tbody')
  const isFocused = document.activeElement === link
  body?.append(...next.rows)
  const language = readPageLanguage()
  say(element, t.loaded(plural(language, next.rows.length, { other: '#' })))
  if (next.href !== null) {
    link.href = next.href
    link.textContent = words
    link.removeAttribute('aria-busy')
    return
  }
  link.remove()
  if (isFocused) next.rows[0]?.querySelector('a')?.focus()
}

/** The rows of the next page, and where the list continues from there; null: they couldn't be read. */
async function readTable(href: string): Promise<{ rows: Element[]; href: string | null } | null> {
  const html = await fetch(href).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  if (html === null) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  const rows = [...page.querySelectorAll('.score-table tbody tr')].map((row) => document.importNode(row, true))
  return { rows, href: page.querySelector('a[rel=next]')?.getAttribute('href') ?? null }
}

function say(element: HTMLElement, words: string): void {
  const status = element.querySelector('[role=status]')
  if (status) status.textContent = words
}
