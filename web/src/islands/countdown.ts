import { localTime } from '../ui/local-time.ts'

const units = [
  { name: 'days', ms: 86_400_000, most: Infinity },
  { name: 'hours', ms: 3_600_000, most: 24 },
  { name: 'minutes', ms: 60_000, most: 60 },
  { name: 'seconds', ms: 1000, most: 60 },
]

/** Says a time as the reader’s own clock does, counts down to it, and says when it has come. */
export function mount(element: HTMLElement, { scheduledFor }: { scheduledFor: string }): void {
  const at = new Date(scheduledFor)
  const local = element.querySelector('.local-time')
  if (local) local.textContent = localTime(at)
  if (!element.querySelector('.clock')) return
  const cells = units.map(({ name }) => element.querySelector(`.${name}`))
  const tick = () => {
    const leftMs = Math.max(0, at.getTime() - Date.now())
    for (const [n, text] of toDigits(leftMs).entries()) show(cells[n], text)
    if (leftMs === 0) return tellReached(element)
    setTimeout(tick, (leftMs % 1000) + 5) // just after the second has turned
  }
  tick()
}

/** `1`, `05`, `00`, `59`. The last second shows as one, so that nothing is left when it is over. */
function toDigits(leftMs: number): string[] {
  const left = Math.ceil(leftMs / 1000) * 1000
  return units.map(({ ms, most }) => String(Math.floor(left / ms) % most).padStart(most === Infinity ? 1 : 2, '0'))
}

function show(cell: Element | null | undefined, text: string): void {
  if (cell && cell.textContent !== text) cell.textContent = text
}

function tellReached(element: HTMLElement): void {
  const state = element.querySelector('.phase')
  if (state) state.textContent = 'The scheduled time is here'
}
