import type { Complaint } from './complaint.ts'

type Forcing = 'named' | 'any' | 'auto' | null

/** What a server accepts of the parameters of a request. */
export interface Dialect {
  hasTemperature: boolean
  limit: 'max_tokens' | 'max_completion_tokens'
  maxTokens: number | null
  forcing: Forcing
  isStrict: boolean
  isCached: boolean
  systemRole: 'system' | 'developer'
  /** The schema forbids other properties, which some servers don't know. */
  isClosed: boolean
  /** null: the model refuses a parameter that it was known to need. */
  settings: Readonly<Record<string, string | boolean | null>>
}

/** Some models reason before the call, and that counts too. */
export const maxOutputTokens = 3000

export interface Adaptation {
  parameter: string
  change: Partial<Dialect>
}

export const applyChange = (dialect: Dialect, { settings, ...change }: Partial<Dialect>): Dialect => ({
  ...dialect,
  ...change,
  settings: { ...dialect.settings, ...settings },
})

interface Parameter {
  name: string
  pattern: RegExp
  next: (dialect: Dialect, text: string) => Partial<Dialect> | null
}

const weaker: Record<string, Forcing> = { named: 'any', any: 'auto', auto: null }

const parameters: Parameter[] = [
  {
    name: 'temperature',
    pattern: /\btemperature\b/i,
    next: ({ hasTemperature }) => (hasTemperature ? { hasTemperature: false } : null),
  },
  {
    name: 'tool_choice',
    pattern: /\btool[_ ]?choice\b/i,
    next: ({ forcing }) => (forcing === null ? null : { forcing: weaker[forcing] ?? null }),
  },
  {
    name: 'max_tokens',
    pattern: /\bmax_tokens\b/,
    next: ({ limit, maxTokens }, text) => {
      const most = findLimit(text, maxTokens)
      if (most !== null) return { maxTokens: most }
      // Without the other name it is a complaint about the number.
      const isRenamed = limit === 'max_tokens' && /\bmax_completion_tokens\b/.test(text)
      return isRenamed ? { limit: 'max_completion_tokens' } : null
    },
  },
  {
    name: 'max_completion_tokens',
    pattern: /\bmax_completion_tokens\b/,
    next: ({ limit, maxTokens }, text) => {
      const most = findLimit(text, maxTokens)
      if (most !== null) return { maxTokens: most }
      return limit === 'max_completion_tokens' ? { limit: 'max_tokens' } : null
    },
  },
  { name: 'strict', pattern: /\bstrict\b/, next: ({ isStrict }) => (isStrict ? { isStrict: false } : null) },
  {
    name: 'cache_control',
    pattern: /\bcache_control\b/,
    next: ({ isCached }) => (isCached ? { isCached: false } : null),
  },
  {
    name: 'additionalProperties',
    pattern: /\badditional_?properties\b/i,
    // A strict schema must be closed.
    next: ({ isClosed }) => (isClosed ? { isClosed: false, isStrict: false } : null),
  },
]

const leastTokens = 512

/** null: none that a verdict fits into. */
function findLimit(text: string, known: number | null): number | null {
  if (!/\b(?:too (?:large|high|big|many)|at most|less than|up to|exceeds?|maximum|limit)\b|[<>]/i.test(text))
    return null
  const numbers = (text.match(/\d{3,9}/g) ?? []).map(Number)
  const allowed = numbers.filter((number) => number >= leastTokens && number < (known ?? maxOutputTokens))
  return allowed.length > 0 ? Math.max(...allowed) : null
}

/** With the values that a judge can work with. */
const settable: { name: string; pattern: RegExp; values: Record<string, string | boolean> }[] = [
  {
    name: 'reasoning_effort',
    pattern: /\breasoning[_ .]effort\b/i,
    values: { none: 'none', minimal: 'minimal', low: 'low' },
  },
  { name: 'enable_thinking', pattern: /\benable_thinking\b/, values: { false: false } },
  { name: 'parallel_tool_calls', pattern: /\bparallel_tool_calls\b/, values: { false: false, true: true } },
  { name: 'stream', pattern: /\bstream(?:ing)?\b/i, values: { true: true, enable: true, enabled: true, mode: true } },
]

/** The parameter that a complaint wants to be set. */
export function findSetting({ texts }: Complaint, { settings }: Dialect): Adaptation | null {
  for (const clause of texts.flatMap(toClauses))
    for (const { name, pattern, values } of settable) {
      const at = clause.search(pattern)
      if (at === -1 || !asksToSet.test(clause)) continue
      const told = findValue(clause.slice(at), values)
      if (told !== undefined && settings[name] === undefined)
        return { parameter: `${name}=${told}`, change: { settings: { [name]: told } } }
    }
  return null
}

const asksToSet = /\b(?:set|setting|use|pass|must be|should be|only|requires?)\b/i

const findValue = (text: string, values: Record<string, string | boolean>) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => (Object.hasOwn(values, word) ? [values[word]] : []))[0]

/** As in `param` or FastAPI's `loc`. */
export function findNamed({ paths, texts }: Complaint, dialect: Dialect): Adaptation | null {
  const steps = new Set(paths.flatMap((path) => path.split(/[^\w]+/)))
  const named = parameters.filter(({ name }) => steps.has(name))
  // The rules are a list of blocks only for the cache.
  if (steps.has('system') && dialect.isCached && texts.some((text) => /\bstring\b/.test(text)))
    return { parameter: 'cache_control', change: { isCached: false } }
  return toNext(named, dialect, texts.join('\n')) ?? toUnset(dialect, (name) => steps.has(name))
}

/** A list of what was sent refuses nothing. */
export function findRefused({ texts }: Complaint, dialect: Dialect): Adaptation | null {
  for (const text of texts)
    for (const clause of toClauses(text).filter(hasRefusingWords)) {
      const named = parameters.filter(({ pattern }) => pattern.test(clause))
      const assigned = named.filter(({ name }) => isAssignment(clause, name))
      const meant = assigned.length > 1 ? named.filter((one) => !assigned.includes(one)) : named
      const found = toNext(meant, dialect, text) ?? toUnset(dialect, (_, pattern) => pattern.test(clause))
      if (found) return found
    }
  return findWrongType(texts, dialect)
}

/** Some servers say only that they wanted a string: the forced tool is the one object in its place. */
function findWrongType(texts: string[], { forcing }: Dialect): Adaptation | null {
  const isMeant = texts.some((text) => /\bstring\b/i.test(text) && /\b(?:object|map|dict)\b/i.test(text))
  return forcing === 'named' && isMeant ? { parameter: 'tool_choice', change: { forcing: 'any' } } : null
}

function toNext(named: Parameter[], dialect: Dialect, text: string): Adaptation | null {
  for (const { name, next } of named) {
    const change = next(dialect, text)
    if (change) return { parameter: name, change }
  }
  return null
}

/** Remembered, so that it isn't set again. */
function toUnset({ settings }: Dialect, isMeant: (name: string, pattern: RegExp) => boolean): Adaptation | null {
  const refused = settable.find(({ name, pattern }) => settings[name] !== undefined && isMeant(name, pattern))
  if (!refused || settings[refused.name] === null) return null
  return { parameter: refused.name, change: { settings: { [refused.name]: null } } }
}

export interface Endpoint {
  provider: 'openai' | 'anthropic'
  baseUrl: string | null
  name: string
  apiKey: string | null
}

/** What any server of the format takes. */
const plain: Dialect = {
  hasTemperature: true,
  limit: 'max_tokens',
  maxTokens: null,
  forcing: 'named',
  isStrict: false,
  isCached: false,
  systemRole: 'system',
  isClosed: true,
  settings: {},
}

/** What is not known here is learnt from complaints, at the cost of a request. */
export function findDialect({ provider, baseUrl, name }: Pick<Endpoint, 'provider' | 'baseUrl' | 'name'>): Dialect {
  if (provider === 'anthropic') return { ...plain, isCached: true, ...findClaude(name) }
  // Compatible servers reject unknown parameters, and their model names say little.
  return baseUrl === null ? { ...plain, isStrict: true, ...findGpt(name) } : plain
}

const withoutTemperature: Partial<Dialect> = { hasTemperature: false, isStrict: true }

const claudes: [name: RegExp, dialect: Partial<Dialect>][] = [
  [/claude-(?:sonnet|opus)-5-5|claude-fable-5-[12]/, { ...withoutTemperature, forcing: 'auto' }],
  [/claude-opus-4-[78]|claude-(?:sonnet|opus|haiku|fable)-5/, withoutTemperature],
  [/claude-(?:sonnet|opus)-4-6|claude-(?:sonnet|opus|haiku)-4-5|claude-opus-4-1/, { isStrict: true }],
  [/claude-(?:sonnet|opus)-4(?:-|@)|claude-(?:instant|v?[123])/, {}],
  [/claude-/, withoutTemperature],
]

const findClaude = (name: string): Partial<Dialect> => claudes.find(([pattern]) => pattern.test(name))?.[1] ?? {}

/** Reasoning models take neither temperature nor the old name of the limit. */
function findGpt(name: string): Partial<Dialect> {
  if (/^gpt-4o(?:-mini)?-search-preview/.test(name)) return { hasTemperature: false }
  const [, majorText, minorText, variant = ''] = /^gpt-(\d{1,3})(?:\.(\d{1,3}))?(?:-(.*))?$/.exec(name) ?? []
  const [major, minor] = [Number(majorText ?? 0), Number(minorText ?? 0)]
  const isChat = minorText === undefined && variant.startsWith('chat')
  if (!/^o\d/.test(name) && (major < 5 || isChat)) return {}
  const reasoning: Partial<Dialect> = { limit: 'max_completion_tokens', systemRole: 'developer' }
  // From 5.6 on, tools are taken here only without reasoning, and then a temperature is too.
  if (major === 5 && minor >= 6) return { ...reasoning, settings: { reasoning_effort: 'none' } }
  return { ...reasoning, hasTemperature: false }
}

/** So that words of one clause are not combined with those of another. */
const toClauses = (text: string): string[] => text.split(/[\n;。；]|\.\s/)

const refusing = new RegExp(
  [
    'unsupported|unknown|unrecognized|unrecognised|unexpected|invalid|illegal|deprecated|forbidden|incompatible|disabled',
    'not (?:supported|permitted|allowed|available|valid|accepted|enabled|implemented|recognized|compatible)',
    "(?:do|does|is|are|can|may|should|must)(?: not|n't) (?:support|allow|accept|be|take|enable)",
    'must (?:be|not)|should (?:be|not)|cannot|too (?:large|high|big|many)|at most|maximum|exceeds?|no longer|removed|extra inputs?|no endpoints|only|requires?|expected|may not',
  ].join('|'),
  'i',
)

/** Whether a clause refuses something instead of only naming it. */
const hasRefusingWords = (clause: string): boolean => refusing.test(clause)

/** As a list of what was sent does: `name=…`, `"name": …`. */
function isAssignment(clause: string, name: string): boolean {
  const at = clause.indexOf(name)
  return at !== -1 && /^["'`]?\s?[=:]/.test(clause.slice(at + name.length, at + name.length + 3))
}

/** One clause must match all patterns and not the excluded one. */
export const someClause = (texts: string[], all: RegExp[], not?: RegExp): boolean =>
  texts
    .flatMap(toClauses)
    .some((clause) => all.every((pattern) => pattern.test(clause)) && !(not?.test(clause) ?? false))
