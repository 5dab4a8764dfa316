import type { Incident } from '../../contract/news.ts'
import { longest } from '../../contract/schemas/incident.ts'
import { UsageError } from '../platform/cli/command.ts'
import { type TextShape, isReadable, normaliseText } from '../../contract/text.ts'

type Checked = { text: string } | { fault: string }

/** Returns the fault in words that follow the field's name. */
export const checkTitle = (given: string): Checked => checkText(given, { shape: 'line', maxLength: longest.title })
export const checkBody = (given: string): Checked => checkText(given, { shape: 'paragraph', maxLength: longest.body })

function checkText(given: string, { shape, maxLength }: { shape: TextShape; maxLength: number }): Checked {
  const result = normaliseText(given, shape)
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must not be empty' }
  if (Array.from(result.text).length > maxLength) return { fault: `must have at most ${maxLength} characters` }
  return result
}

export const parseTitle = (given: string): string => parseOption('title', given, checkTitle)
export const parseBody = (given: string): string => parseOption('body', given, checkBody)

/** Parses an option of the command line; throws UsageError with the reason when it is refused. */
function parseOption(name: string, given: string, check: (given: string) => Checked): string {
  const result = check(given)
  if ('fault' in result) throw new UsageError(`--${name} ${result.fault}`)
  return result.text
}

/** One line for a terminal. */
export const formatLine = ({ id, title, impact, openedAt, resolvedAt }: Incident): string =>
  [id, impact, resolvedAt ? `${openedAt} to ${resolvedAt}` : `since ${openedAt}`, title].join('  ')
