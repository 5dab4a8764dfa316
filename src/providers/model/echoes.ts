import type { JudgeRequest } from './model.ts'

export type CutEchoes = (text: string) => string

const gramLength = 24
const maxLength = 4000
const requestKeys = ['model', 'messages', 'temperature', 'max_tokens', 'tools', 'tool_choice', 'system', 'contents']

/**
 * Only what the server says itself may be read or shown. Requests are echoed as sent or escaped, whole or in pieces.
 */
export function createCutEchoes({ instructions, text, reminder, tool }: JudgeRequest): CutEchoes {
  let grams: Set<string> | null = null
  return (given) => {
    const said = given.slice(0, maxLength)
    if (said.length < gramLength) return said
    grams ??= toGrams([instructions, text, reminder, tool.description, JSON.stringify(tool.schema)])
    return cutStructures(cutGrams(said, grams))
  }
}

function toGrams(texts: string[]): Set<string> {
  const grams = new Set<string>()
  for (const text of texts.flatMap(toForms))
    for (let at = 0; at + gramLength <= text.length; at += 1) grams.add(text.slice(at, at + gramLength))
  return grams
}

function toForms(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1)
  const inAscii = escaped.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [...new Set([text, text.replaceAll('\n', ' '), escaped, inAscii])]
}

function cutGrams(text: string, grams: Set<string>): string {
  let kept = ''
  let cutUntil = 0
  for (let at = 0; at < text.length; at += 1) {
    if (grams.has(text.slice(at, at + gramLength))) {
      if (at >= cutUntil) kept += '…'
      cutUntil = at + gramLength
    }
    if (at >= cutUntil) kept += text[at]
  }
  return kept
}

/** Cuts objects that have the keys of a request. */
function cutStructures(text: string): string {
  const opened: number[] = []
  let kept = ''
  for (const character of text) {
    if (character === '{') opened.push(kept.length)
    kept += character
    if (character !== '}') continue
    const start = opened.pop()
    if (start !== undefined && isOfRequest(kept.slice(start))) kept = `${kept.slice(0, start)}…`
  }
  const start = opened.find((at) => isOfRequest(kept.slice(at)))
  return start === undefined ? kept : `${kept.slice(0, start)}…`
}

const isOfRequest = (text: string): boolean => {
  const keys = requestKeys.filter((key) => text.includes(`"${key}"`) || text.includes(`'${key}'`))
  return keys.length > 1
}

const maxExcerpt = 240

/** Short and on one line, without addresses, keys and data; empty: nothing. */
export function toExcerpt(texts: string[], secret: string | null): string {
  const [first = '', ...others] = [...new Set(texts.map((text) => clean(text, secret)))].filter((text) => text !== '')
  // A gateway's words are followed by those of the server behind it.
  const [second = ''] = others.filter((text) => !first.includes(text) && !text.includes(first))
  const excerpt = second === '' ? first : `${first} | ${second}`
  return excerpt.length > maxExcerpt ? `${excerpt.slice(0, maxExcerpt - 1)}…` : excerpt
}

/** Shorter ones, such as `none`, only fill the field of a server without keys. */
const minSecret = 8

function clean(text: string, secret: string | null): string {
  const open = secret === null || secret.length < minSecret ? text : text.replaceAll(secret, '…')
  const words = open.toWellFormed().split(/[\s\p{Cc}\p{Cf}]+/u)
  return words
    .filter((word) => word !== '')
    .map((word) => (isData(word) ? '…' : word))
    .join(' ')
}

/** An address, a key (even masked) or encoded data. */
const isData = (word: string): boolean =>
  word.includes('://') ||
  [...word.matchAll(/\b(?:sk|pk|gsk|xai|key|AIza|ey[JK])[-\w*]+/g)].some(([key]) => key.length >= 12) ||
  [...word.matchAll(/[\w+/=*-]+/g)].some(([run]) => run.length >= 40)
