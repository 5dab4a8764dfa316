import type { LaunchPage } from '../../../../contract/schemas/launch.ts'
import { type PageFields, normalisePageFields } from '../../../../contract/page-fields.ts'
import { editorWords } from '../../words/editor.ts'
import { pickWords } from '../../words/language.ts'
import { toFault, toInstant, toLocal } from '../schedule/schedule-field.tsx'
import type { Fault } from '../wallet/sign.ts'

export type TextName = 'tagline' | 'description' | 'ctaLabel' | 'ctaUrl'
type Name = TextName | 'scheduledFor'
/** As typed: an empty text is no value, and the time is local. */
export type Draft = Record<Name, string>
/** The faults, by field. */
export type Faults = Partial<Record<Name, Fault>>

export const textNames: TextName[] = ['tagline', 'description', 'ctaLabel', 'ctaUrl']
export const draftNames: Name[] = [...textNames, 'scheduledFor']

export const toDraft = (page: LaunchPage): Draft => ({
  tagline: page.tagline ?? '',
  description: page.description ?? '',
  ctaLabel: page.ctaLabel ?? '',
  ctaUrl: page.ctaUrl ?? '',
  scheduledFor: page.scheduledFor ? toLocal(new Date(page.scheduledFor)) : '',
})

/** The changes of the draft to the page; null clears a field. */
export function toChanges(draft: Draft, page: LaunchPage): PageFields {
  return Object.fromEntries(listChanged(draft, page).map((name) => [name, toValue(name, draft[name])]))
}

/** The fields of the draft that differ from the page, as typed. */
export const toEdits = (draft: Draft, page: LaunchPage): Partial<Draft> =>
  Object.fromEntries(listChanged(draft, page).map((name) => [name, draft[name]]))

function listChanged(draft: Draft, page: LaunchPage): Name[] {
  const before = toDraft(page)
  return draftNames.filter((name) => draft[name].trim() !== before[name])
}

function toValue(name: Name, text: string): string | null {
  if (text.trim() === '') return null
  if (name === 'scheduledFor') return toInstant(text)?.toISOString() ?? text
  return name === 'ctaUrl' ? text.trim() : text
}

/** The faults for which the service would refuse it, by its own rules. */
export function findFaults(changes: PageFields): Faults {
  const { tooLong } = pickWords(editorWords)
  const longOnes = textNames.flatMap((name) => {
    const over = countCharacters(changes[name] ?? '') - pageLimits[name]
    return over > 0 ? [[name, { words: tooLong(over) }] as const] : []
  })
  if (Object.keys(changes).length === 0) return {}
  const read = normalisePageFields(changes, { now: new Date(), scheduledFor: null })
  return { ...('details' in read ? faultsIn(read.details) : {}), ...Object.fromEntries(longOnes) }
}

/** As the service says it, by field. */
export const faultsIn = (details: { path: string; message: string }[]): Faults =>
  Object.fromEntries(details.map(({ path, message }) => [path, toFault(message)]))

/** As the service counts: after trimming and composing. */
export const countCharacters = (text: string): number => Array.from(text.trim().normalize('NFC')).length
