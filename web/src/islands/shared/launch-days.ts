import { readPageLanguage } from '../../words/language.ts'
import { describeDay, formatClock, formatUntil, toDay } from '../../words/launch-days.ts'

/** Shows the launches by the days and times of the browser's zone. */
export function showLocalDays(list: HTMLElement): void {
  const language = readPageLanguage()
  const now = new Date(Date.now() + Number(list.dataset['ahead'] ?? 0)).toISOString()
  const plans = [...list.querySelectorAll('.plan')]
  for (const plan of plans) {
    const at = readTime(plan)
    show(plan.querySelector('.clock'), formatClock(at, language))
    show(plan.querySelector('.left'), formatUntil(at, now, language))
  }
  const days = groupByDay(plans)
  const sections = [...list.querySelectorAll('.day')]
  const isSame = sections.length === days.length && sections.every((section, at) => holds(section, days[at]?.[1] ?? []))
  if (!isSame) return list.replaceChildren(...days.map(([day, rows]) => createDay(day, rows, now)))
  for (const [at, [day]] of days.entries()) {
    const { title, date } = describeDay(day, { now, language })
    const heading = sections[at]?.querySelector('h2')
    if (heading?.textContent !== `${title} ${date}`) heading?.replaceChildren(`${title} `, createDate(date))
  }
}

function groupByDay(plans: Element[]): [string, Element[]][] {
  const days = new Map<string, Element[]>()
  for (const plan of plans) {
    const day = toDay(readTime(plan))
    days.set(day, [...(days.get(day) ?? []), plan])
  }
  return [...days]
}

const readTime = (plan: Element): string => plan.querySelector('time')?.dateTime ?? ''

const holds = (section: Element, rows: Element[]): boolean => {
  const present = [...section.querySelectorAll('.plan')]
  return present.length === rows.length && present[0] === rows[0]
}

function createDay(day: string, rows: Element[], now: string): Element {
  const { title, date } = describeDay(day, { now, language: readPageLanguage() })
  const [section, heading, list] = [create('section', 'day'), create('h2', ''), create('ul', 'card')]
  heading.append(`${title} `, createDate(date))
  list.append(...rows)
  section.append(heading, list)
  return section
}

function createDate(date: string): Element {
  const element = create('span', 'muted')
  element.textContent = date
  return element
}

function create(tag: string, name: string): HTMLElement {
  const element = document.createElement(tag)
  if (name !== '') element.className = name
  return element
}

function show(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
