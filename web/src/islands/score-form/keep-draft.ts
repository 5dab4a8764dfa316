import { keepInTab, parseTexts, recallFromTab } from '../../browser/tab-storage.ts'
import { type Draft, emptyDraft, fieldNames } from './submission.ts'

const key = 'score-draft'

/** Keeps what was typed until the tab is closed, so that a reload loses nothing. */
export const keepDraft = (draft: Draft): void => keepInTab(key, JSON.stringify(draft))

/** The stored draft, over the values that the page begins with. */
export function recallDraft(initial: Draft): Draft {
  const kept = parseTexts(recallFromTab(key), fieldNames)
  const texts = fieldNames.map((name) => [name, initial[name] || (kept[name] ?? '')])
  return { ...emptyDraft, ...Object.fromEntries(texts) }
}

export const forgetDraft = (): void => keepInTab(key, null)

/** The texts of the fields that differ from what the server rendered. */
export function readTyped(form: HTMLElement): Partial<Draft> {
  const inputs = fieldNames.flatMap((name) => [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`),
  ])
  return Object.fromEntries(
    inputs.filter((one) => one.value !== one.defaultValue).map(({ name, value }) => [name, value]),
  )
}
