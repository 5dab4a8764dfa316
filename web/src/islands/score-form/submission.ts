import { isReadable, normaliseText } from '../../rules.ts'

export type FieldName =
  'name' | 'symbol' | 'description' | 'imageUrl' | 'xHandle' | 'creatorAddress' | 'contractAddress'
export type Draft = Record<FieldName, string>
/** What is wrong, by field. */
export type Faults = Partial<Record<FieldName, string | undefined>>

export interface FieldWords {
  name: FieldName
  label: string
  help?: string
  example: string
  isLong?: boolean
  isOptional?: boolean
}

export const fields: FieldWords[] = [
  { name: 'name', label: 'Name', example: 'Left Sock' },
  { name: 'symbol', label: 'Ticker', example: 'SOCK' },
  {
    name: 'description',
    label: 'Pitch',
    example: 'Every washing machine takes one. This is the token of the other.',
    isLong: true,
  },
  {
    name: 'imageUrl',
    label: 'Image',
    help: 'An https address of a PNG, JPEG, WebP or GIF of at most 5 MiB.',
    example: 'https://…/left-sock.png',
  },
  { name: 'xHandle', label: 'X handle', example: '@leftsock' },
  {
    name: 'creatorAddress',
    label: 'Creator’s wallet',
    help: 'It signs, should this launch be enrolled.',
    example: '0x…',
  },
  {
    name: 'contractAddress',
    label: 'Token contract',
    help: 'If there is one already.',
    example: '0x…',
    isOptional: true,
  },
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

/** As the service will take it: what it would trim is trimmed, what is empty is left out. */
export function toSubmission(draft: Draft): Partial<Draft> {
  const tidy = Object.entries(draft).map(([name, text]) => [name, text.trim().normalize('NFC')])
  return Object.fromEntries(tidy.filter(([, text]) => text !== ''))
}

/** What the service would refuse at once, by the schema of its contract and by its own rules of text. */
export function findFaults(draft: Draft): Faults {
  const submission = toSubmission(draft)
  return Object.fromEntries(fields.map(({ name }) => [name, findFault(name, submission[name])]))
}

function findFault(name: FieldName, text: string | undefined): string | undefined {
  const { maxLength = Infinity, pattern, format, description } = submissionSchema.properties[name] ?? {}
  if (text === undefined) return submissionSchema.required.includes(name) ? 'This is needed.' : undefined
  const length = Array.from(text).length
  if (length > maxLength) return `At most ${maxLength} characters; these are ${length}.`
  const read = normaliseText(text, name === 'description' ? 'paragraph' : 'line')
  if ('fault' in read) return sentence(read.fault)
  if (!isReadable(text)) return 'Must hold something to read.'
  if (pattern && !new RegExp(pattern, 'u').test(text)) return sentence(`must be ${description ?? 'valid'}`)
  return format === 'uri' ? addressFault(text) : undefined
}

function addressFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'Must be a whole address, with https:// before it.'
  // plain http is for the service to refuse: it takes it from hosts that its operator exempted
  return /^https?:$/.test(new URL(text).protocol) ? undefined : 'Must begin with https://.'
}

/** `must be so` → `Must be so.` */
export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/\.\.$/, '.')
