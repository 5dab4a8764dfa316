import { plural } from '../words/formats.ts'
import { pickWords, readPageLanguage } from '../words/language.ts'
import { scoreTableWords } from '../words/score-table.ts'
import { showLocalDays } from './shared/launch-days.ts'

/** Makes “Load more” append the next page to the list. If that fails, the link leads to the page. */
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
  const isFocused = document.activeElement === link
  ;[...element.querySelectorAll(bodies)].at(-1)?.append(...next.rows)
  const days = element.querySelector<HTMLElement>('.launch-days')
  if (days) showLocalDays(days)
  const count = next.rows.filter((row) => row.querySelector('.row-link')).length
  say(element, t.loaded(plural(readPageLanguage(), count, { other: '#' })))
  if (next.href !== null) {
    link.href = next.href
    link.textContent = words
    link.removeAttribute('aria-busy')
    return
  }
  link.remove()
  if (isFocused) next.rows[0]?.querySelector<HTMLElement>('.row-link')?.focus()
}

/** What holds the rows: a table, or the days of the calendar. */
const bodies = '.score-table tbody, .launch-days .day ul'

/** The rows of the next page, and where the list continues from there; null: they couldn't be read. */
async function readTable(href: string): Promise<{ rows: Element[]; href: string | null } | null> {
  const html = await fetch(href).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  if (html === null) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  const rows = [...page.querySelectorAll(bodies)].flatMap((body) =>
    [...body.children].map((row) => document.importNode(row, true)),
  )
  return { rows, href: page.querySelector('a[rel=next]')?.getAttribute('href') ?? null }
}

function say(element: HTMLElement, words: string): void {
  const status = element.querySelector('[role=status]')
  if (status) status.textContent = words
}
