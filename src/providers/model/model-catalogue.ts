import type { Dialect } from './dialect.ts'

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
