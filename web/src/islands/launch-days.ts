import { pickWords } from '../words/language.ts'
import { launchDayWords } from '../words/launch-days.ts'
import { showLocalDays } from './shared/launch-days.ts'

const everyMs = 60_000

/** Shows the calendar in the browser's zone, and keeps its times current, by the service's clock. */
export function mount(element: HTMLElement, { now }: { now: string }): void {
  element.dataset['ahead'] = String(Date.parse(now) - Date.now())
  const zone = document.querySelector('.explore .zone')
  if (zone) zone.textContent = pickWords(launchDayWords).yourTime(describeZone())
  showLocalDays(element)
  setInterval(() => document.hidden || showLocalDays(element), everyMs)
}

/** `UTC+1`, `UTC+5:30` */
function describeZone(): string {
  const minutes = -new Date().getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
