import { isReadable, normaliseText } from '../../../../contract/text.ts'
import { parseAddress } from '../../../../contract/address.ts'
import { type FieldName, formWords } from '../../words/form.ts'
import { pickWords } from '../../words/language.ts'
import type { Fault } from '../wallet/sign.ts'

export type Draft = Record<FieldName, string>
/** The faults, by field. */
export type Faults = Partial<Record<FieldName, Fault | undefined>>

/** In the order of the form. */
export const fieldNames: FieldName[] = [
  'name',
  'symbol',
  'description',
  'imageUrl',
  'xHandle',
  'creatorAddress',
  'contractAddress',
]

export const emptyDraft: Draft = {
  name: '',
  symbol: '',
  description: '',
  imageUrl: '',
  xHandle: '',
  creatorAddress: '',
  contractAddress: '',
}

/** `leftsock`, `@leftsock`, `x.com/leftsock` and `https://twitter.com/leftsock/` as `@leftsock`; other text as it is. */
export function toHandle(text: string): string {
  const [, linked] =
    /^(?:https?:\/\/)?(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/@?(\w{1,15})\/?(?:[?#].*)?$/i.exec(text) ?? []
  if (linked !== undefined) return `@${linked}`
  return /^\w{1,15}$/.test(text) ? `@${text}` : text
}

/** As the service takes it: trimmed, the handle in its one form, and without what is empty. */
export function toSubmission(draft: Draft): Partial<Draft> {
  const tidy = Object.entries(draft).map(([name, text]): [string, string] => {
    const trimmed = text.trim().normalize('NFC')
    return [name, name === 'xHandle' ? toHandle(trimmed) : trimmed]
  })
  return Object.fromEntries(tidy.filter(([, text]) => text !== ''))
}

/** The faults for which the service would refuse it at once, by the schema of its contract and by its own rules of text. */
export function findFaults(draft: Draft): Faults {
  const submission = toSubmission(draft)
  const faults = fieldNames.map((name) => [name, toWords(findFault(name, submission[name]))] as const)
  return Object.fromEntries(faults)
}

const toWords = (words: string | undefined): Fault | undefined => (words === undefined ? undefined : { words })

function findFault(name: FieldName, text: string | undefined): string | undefined {
  const t = pickWords(formWords)
  const { maxLength = Infinity, pattern, format } = submissionSchema.properties[name] ?? {}
  if (text === undefined) return submissionSchema.required.includes(name) ? t.fields[name].missing : undefined
  const length = Array.from(text).length
  if (length > maxLength) return t.tooLong(maxLength, length)
  if ('fault' in normaliseText(text, name === 'description' ? 'paragraph' : 'line')) return t.unusual
  if (!isReadable(text)) return t.unreadable
  if (pattern && !new RegExp(pattern, 'u').test(text)) return patternFault(name)
  if (name === 'creatorAddress' || name === 'contractAddress') return checksumFault(text)
  return format === 'uri' ? addressFault(text) : undefined
}

function patternFault(name: FieldName): string {
  const t = pickWords(formWords)
  if (name === 'symbol') return t.badSymbol
  return name === 'xHandle' ? t.badHandle : t.badAddress
}

const checksumFault = (text: string): string | undefined =>
  'fault' in parseAddress(text) ? pickWords(formWords).badChecksum : undefined

function addressFault(text: string): string | undefined {
  const t = pickWords(formWords)
  const protocol = readProtocol(text)
  if (protocol === null) return t.badUrl
  // plain http is for the service to refuse: it takes it from hosts that its operator exempted
  return /^https?:$/.test(protocol) ? undefined : t.notHttps
}

/** Null: it is no URL. Safari before 17 lacks `URL.canParse`. */
function readProtocol(text: string): string | null {
  try {
    return new URL(text).protocol
  } catch {
    return null
  }
}

/** The service's message about a field, in the form's words where it has some. */
export function toFault(path: string, message: string): Fault {
  const t = pickWords(formWords)
  const [, status] = path === 'imageUrl' ? (/status 200, not (\d{3})/.exec(message) ?? []) : []
  if (status !== undefined) return { words: t.pictureStatus(status) }
  return message.includes('EIP-55 checksum') ? { words: t.badChecksum } : { english: sentence(message) }
}

/** `must be so` → `Must be so.` */
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/\.\.$/, '.')
