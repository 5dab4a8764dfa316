import { parseJson } from '../../platform/parse-json.ts'
import type { Dialect } from './dialect.ts'
import type { JudgeRequest } from './model.ts'

/** One of the two formats in which models are asked over HTTP. */
export interface Wire {
  /** Below the base URL. */
  path: string
  /** The provider's own. */
  baseUrl: string
  toHeaders: (apiKey: string | null, dialect: Dialect) => Record<string, string>
  /** The body; `imagePlace` stands for the base64 of the image. */
  toBody: (call: WireCall) => object
  /** Reads the body of a 200; null: it is no answer of a model. */
  read: (body: Fields) => WireAnswer | null
}

export interface WireCall {
  name: string
  request: JudgeRequest
  dialect: Dialect
  /** The request's text, and the reminder of a second attempt. */
  texts: string[]
  maxOutputTokens: number
}

/** What a verdict needs of an answer. Nothing else of it is read, so nothing else can be wrong. */
export interface WireAnswer {
  /** The calls of tools; undefined arguments could not be read. */
  calls: { name: string; arguments: unknown }[]
  /** Why the model stopped, in lower case. */
  reason: string
  /** The model says that it refuses. */
  isRefusal: boolean
  /** An error of the server behind a gateway. */
  error: unknown
  /** The id of the model that answered; empty: unknown. */
  model: string
  usage: WireUsage
}

export interface WireUsage {
  input: number
  output: number
  cacheRead: number
  cacheWritten: number
}

/** No text of a request holds this character, and JSON escapes it. */
export const imagePlace = '\0'

export type Fields = Record<string, unknown>

export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A list of objects, of which servers send a single one alone, or none as null. */
export const toList = (value: unknown): Fields[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one): one is Fields => typeof one === 'object' && one !== null && !Array.isArray(one),
  )

export const toWord = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Arguments are JSON text or an object, whatever the format says. */
export function toArguments(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? undefined
  const text = given
    .trim()
    .replace(/^```(?:json)?/, '')
    .replace(/```$/, '')
  const value = parseJson(text)
  return typeof value === 'string' ? parseJson(value) : value
}

/** The tool's schema as it is, or without the keyword that a server doesn't know. The order of the properties stays. */
export const toSchema = (schema: unknown, { isClosed }: Dialect): unknown =>
  isClosed ? schema : withoutClosing(schema)

function withoutClosing(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutClosing)
  if (typeof schema !== 'object' || schema === null) return schema
  const fields = Object.entries(schema).filter(([name]) => name !== 'additionalProperties')
  return Object.fromEntries(fields.map(([name, value]) => [name, withoutClosing(value)]))
}

/** The maximum of the database's integer. */
const maxCount = 2 ** 31 - 1

/** A count of tokens, which servers send as a number, as text, as null, or not at all. */
export function toCount(reported: unknown): number {
  const count = typeof reported === 'string' && reported.trim() !== '' ? Number(reported) : reported
  return typeof count === 'number' ? Math.min(maxCount, Math.max(0, Math.round(count) || 0)) : 0
}
