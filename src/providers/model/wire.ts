import { parseJson } from '../../platform/values.ts'
import type { Dialect } from './dialect.ts'
import type { JudgeRequest } from './model.ts'

export interface Wire {
  path: string
  baseUrl: string
  toHeaders: (apiKey: string | null, dialect: Dialect) => Record<string, string>
  /** `imagePlace` stands for the base64 of the image. */
  toBody: (call: WireCall) => object
  /** null: not an answer of a model. */
  read: (body: Fields) => WireAnswer | null
}

export interface WireCall {
  name: string
  request: JudgeRequest
  dialect: Dialect
  texts: string[]
  maxOutputTokens: number
}

/** Nothing else of an answer is read, so nothing else can be wrong. */
export interface WireAnswer {
  /** Undefined arguments could not be read. */
  calls: { name: string; arguments: unknown }[]
  reason: string
  isRefusal: boolean
  error: unknown
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

/** Servers send a single object alone, or none as null. */
export const toList = (value: unknown): Fields[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one): one is Fields => typeof one === 'object' && one !== null && !Array.isArray(one),
  )

export const toWord = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** JSON text or an object, whatever the format says. */
export function toArguments(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? undefined
  const text = given
    .trim()
    .replace(/^```(?:json)?/, '')
    .replace(/```$/, '')
  const value = parseJson(text)
  return typeof value === 'string' ? parseJson(value) : value
}

/** Removes the keyword that a server doesn't know. The order of the properties stays. */
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

/** Servers send a number, text, null, or nothing. */
export function toCount(reported: unknown): number {
  const count = typeof reported === 'string' && reported.trim() !== '' ? Number(reported) : reported
  return typeof count === 'number' ? Math.min(maxCount, Math.max(0, Math.round(count) || 0)) : 0
}
