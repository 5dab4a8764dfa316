import type { Language } from '../../../contract/props/site.ts'
import type { ClockWords } from '../ui/launch-clock.tsx'
import { formatCells, formatUtcBeside, splitSpan } from '../ui/split-span.ts'
import { formatLocalDateTime } from '../words/formats.ts'

interface ClockProps {
  at: string
  /** The service's time when it made the page. */
  now: string
  words: ClockWords
  language: Language
}

/** Shows a time in the viewer's zone, counts down to it or from it by the service's clock, and says when it has come. */
export function mount(element: HTMLElement, { at: time, now, words, language }: ClockProps): void {
  const at = new Date(time)
  showLocalTime(element, at, language)
  const aheadMs = findLead(new Date(now))
  const clock = element.querySelector('.clock')
  const tick = () => {
    const leftMs = at.getTime() - Date.now() - aheadMs
    if (leftMs > 0) {
      if (clock) showCells(clock, leftMs, words)
      setTimeout(tick, (leftMs % 1000) + 5) // just after the next full second
      return
    }
    if (element.classList.contains('scheduled')) showReached(element, words)
    showSince(element, -leftMs, words)
    setTimeout(tick, 1000)
  }
  if (clock || element.querySelector('.chip.live')) tick()
}

/**
 * How far the service's clock is ahead of this one's. A page from the browser's own store says nothing about it, and a small
 * difference is the time that the response took.
 */
function findLead(now: Date): number {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!loaded || loaded.transferSize === 0 || loaded.type === 'back_forward') return 0
  const aheadMs = now.getTime() + performance.now() - loaded.responseStart - Date.now()
  return Math.abs(aheadMs) < 2000 ? 0 : aheadMs
}

/** In UTC, the server's text is right already. */
function showLocalTime(element: HTMLElement, at: Date, language: Language): void {
  const [time, yours, utc] = ['.when time', '.yours', '.utc'].map((name) => element.querySelector(name))
  if (at.getTimezoneOffset() === 0) return
  yours?.removeAttribute('data-waiting')
  if (time) time.textContent = formatLocalDateTime(at, language)
  if (utc) utc.textContent = `· ${formatUtcBeside(at, language)}`
}

function showCells(clock: Element, leftMs: number, { units }: ClockWords): void {
  const cells = splitSpan(leftMs + 999, 3) // the last second shows as one, so that nothing is left when it is over
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

function show(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

const showSince = (element: HTMLElement, sinceMs: number, { units, liveFor }: ClockWords): void =>
  show(element.querySelector('.chip.live'), liveFor.replace('#', formatCells(splitSpan(sinceMs, 2), units)))

/** Changes the page to what a reload would show, apart from the token, which only the service can confirm. */
function showReached(element: HTMLElement, { announced, liveTitle }: ClockWords): void {
  element.classList.replace('scheduled', 'live')
  element.querySelector('.clock')?.remove()
  document.querySelector('#remind')?.remove()
  if (liveTitle) document.title = liveTitle
  element.querySelector('.state')?.replaceChildren(createSpan('chip live'))
  show(element.querySelector('.before'), announced)
}
