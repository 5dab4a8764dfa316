import type { Language } from '../../../contract/props/site.ts'
import type { ClockWords } from '../ui/launch-clock.tsx'
import { toCells } from '../ui/to-cells.ts'
import { formatLocalDateTime } from '../words/formats.ts'

interface ClockProps {
  scheduledFor: string
  words: ClockWords
  language: Language
}

/** Shows a time in the viewer's zone, counts down to it, and says when it has come. */
export function mount(element: HTMLElement, { scheduledFor, words, language }: ClockProps): void {
  const at = new Date(scheduledFor)
  showLocalTime(element, at, language)
  const clock = element.querySelector('.clock')
  if (!clock) return
  const tick = () => {
    const leftMs = at.getTime() - Date.now()
    if (leftMs <= 0) return showReached(element, words)
    showCells(clock, leftMs, words)
    setTimeout(tick, (leftMs % 1000) + 5) // just after the next full second
  }
  tick()
}

/** In UTC, the server's text is right already. */
function showLocalTime(element: HTMLElement, at: Date, language: Language): void {
  element.querySelector('.yours')?.removeAttribute('data-waiting')
  if (at.getTimezoneOffset() === 0) return
  const time = element.querySelector('.time-first time')
  if (time) time.textContent = formatLocalDateTime(at, language)
  element.querySelector('.time-utc')?.removeAttribute('data-waiting')
}

function showCells(clock: Element, leftMs: number, { units }: ClockWords): void {
  const cells = toCells(leftMs)
  if (clock.children.length !== cells.length) clock.replaceChildren(...cells.map(createCell))
  for (const [n, { unit, count }] of cells.entries()) {
    const [digits, name] = clock.children[n]?.children ?? []
    show(digits, String(count))
    show(name, units[unit])
  }
}

const createCell = () => createSpan('cell', createSpan('digits'), ' ', createSpan('unit'))

function createSpan(name: string, ...content: (Node | string)[]): HTMLElement {
  const span = document.createElement('span')
  span.className = name
  span.append(...content)
  return span
}

function show(element: Element | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

/** Changes the page to what a reload would show. */
function showReached(element: HTMLElement, { live, liveNote, liveTitle }: ClockWords): void {
  element.classList.replace('scheduled', 'live')
  element.querySelector('.clock')?.remove()
  document.querySelector('#remind')?.remove()
  if (liveTitle) document.title = liveTitle
  show(element.querySelector('.state') ?? undefined, live)
  show(element.querySelector('.state-note') ?? undefined, liveNote)
}
