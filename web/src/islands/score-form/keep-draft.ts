import { type Draft, emptyDraft, fieldNames } from './submission.ts'

const key = 'score-draft'

/** Keeps what was typed until the tab is closed, so that a reload loses nothing. */
export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // storage may be full or off: the form works without it
  }
}

/** The stored draft, over the values that the page begins with. */
export function recallDraft(initial: Draft): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Record<string, unknown>>
    const texts = fieldNames.map((name) => [name, initial[name] || toText(kept[name])])
    return { ...emptyDraft, ...Object.fromEntries(texts) }
  } catch {
    return initial
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4000) : '')

/** The texts of the fields that differ from what the server rendered. */
export function readTyped(form: HTMLElement): Partial<Draft> {
  const inputs = fieldNames.flatMap((name) => [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`),
  ])
  return Object.fromEntries(
    inputs.filter((one) => one.value !== one.defaultValue).map(({ name, value }) => [name, value]),
  )
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // as above
  }
}
