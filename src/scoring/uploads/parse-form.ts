export interface FormPart {
  name: string
  /** It has a file name, or the media type of bytes. */
  isFile: boolean
  bytes: Buffer
}

/** `malformed`, or more than `maxParts` parts. */
export type FormFault = 'malformed' | 'too many parts'

const maxParts = 2
const maxHeaderBytes = 4096
const maxHeaders = 16

const lineBreak = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

export function findBoundary(mediaType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(mediaType)) return null
  const boundary = readParameters(mediaType).get('boundary') ?? ''
  return boundary !== '' && boundary.length <= 256 ? boundary : null
}

/**
 * The sender chooses the number of boundaries, so the search ends at the first part beyond the bound. Parts without a
 * name are left out.
 */
export function parseForm(body: Buffer, boundary: string): FormPart[] | FormFault {
  const parts: FormPart[] = []
  if (body.length === 0) return parts
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may begin the body; the others follow a line break.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2)) ? -2 : body.indexOf(delimiter)
  if (at === -1) return 'malformed'
  for (let count = 0; ; count++) {
    const from = at + delimiter.length
    if (body[from] === dash && body[from + 1] === dash) return parts
    if (count === maxParts) return 'too many parts'
    const next = body.indexOf(delimiter, from)
    if (next === -1) return 'malformed'
    const part = parsePart(body.subarray(from, next))
    if (part === 'malformed') return part
    if (part) parts.push(part)
    at = next
  }
}

const dash = 45

/** null: the part has no name. `content` begins after its delimiter. */
function parsePart(content: Buffer): FormPart | 'malformed' | null {
  const end = content.subarray(0, maxHeaderBytes).indexOf(headersEnd)
  if (end === -1) return content.length > maxHeaderBytes ? 'malformed' : null
  const lines = content
    .subarray(content.indexOf(lineBreak) + 2, Math.max(2, end))
    .toString('utf8')
    .split('\r\n')
  if (lines.length > maxHeaders) return 'malformed'
  const headers = new Map(lines.map(splitHeader))
  const disposition = headers.get('content-disposition') ?? ''
  if (!/^form-data\s*(;|$)/i.test(disposition)) return null
  const parameters = readParameters(disposition)
  const name = parameters.get('name')
  if (name === undefined || /[\r\n]/.test(name)) return null
  if (name in Object.prototype) return 'malformed'
  const isFile = parameters.has('filename') || /^application\/octet-stream\s*$/i.test(headers.get('content-type') ?? '')
  return { name, isFile, bytes: content.subarray(end + headersEnd.length) }
}

function splitHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon === -1 ? ['', ''] : [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

/** Names in lower case; the first of duplicates counts. */
function readParameters(value: string): Map<string, string> {
  const parameters = new Map<string, string>()
  let at = value.indexOf(';')
  while (at !== -1) {
    const equals = value.indexOf('=', at)
    if (equals === -1) break
    const name = value
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const { text, end } = readValue(value, equals + 1)
    if (!parameters.has(name)) parameters.set(name, text)
    at = value.indexOf(';', end)
  }
  return parameters
}

/** A token, or a quoted text in which a backslash escapes a quote. */
function readValue(value: string, from: number): { text: string; end: number } {
  let at = from
  while (value[at] === ' ') at++
  if (value[at] !== '"') {
    const end = value.indexOf(';', at)
    const stop = end === -1 ? value.length : end
    return { text: value.slice(at, stop).trim(), end: stop }
  }
  const characters: string[] = []
  for (at++; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '\\' && (value[at + 1] === '"' || value[at + 1] === '\\')) at++
    characters.push(value[at] ?? '')
  }
  return { text: characters.join(''), end: at }
}
