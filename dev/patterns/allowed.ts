import type { Pattern } from './collect.ts'

/** A pattern that the checker finds fault with or can't read, by the start of its source, and why it does no harm. */
export interface Allowed {
  file: string
  start: string
  why: string
}

const settings = 'reads the operator’s settings'
const readByTest = 'looks around or is too large for the checker; test/hostile/regular-expressions.test.ts runs it'
const shortReason = `${readByTest}; a reason is cut at 1,000 characters`

/** The only ones. A new pattern is written so that it needs no entry. */
export const allowed: Allowed[] = [
  { file: 'src/config/read-service.ts', start: String.raw`\/+$`, why: settings },
  { file: 'src/config/read-service.ts', start: '=+$', why: settings },
  { file: 'src/platform/otlp-tracer.ts', start: String.raw`\/+$`, why: settings },
  { file: 'src/platform/env.ts', start: String.raw`^\s*([^<>\p{Cc}]*<`, why: settings },
  { file: 'src/platform/outbound/outbound-target.ts', start: String.raw`^(?:\[([\da-f:.]+)\]|`, why: settings },
  { file: 'src/platform/curve-keys.ts', start: '=+$', why: settings },
  { file: 'contract/public-address.ts', start: '^(?=.{1,253}$)', why: readByTest },
  { file: 'src/providers/chain/attester-viem.ts', start: '0x[0-9a-f]{65,}', why: readByTest },
  { file: 'src/providers/creator-data/txlist-explorer.ts', start: String.raw`\b(OK|NOTOK)-Missing`, why: readByTest },
  { file: 'src/signals/rules/token-caps-1.0.0.ts', start: String.raw`^\d*\.?\d+`, why: 'reads at most 100 characters' },
  {
    file: 'src/signals/judge/rules/clean-1.0.0.ts',
    start: String.raw` *\n[ \n]*`,
    why: 'frozen; nothing calls it',
  },
  {
    file: 'src/signals/judge/rules/clean-1.0.0.ts',
    start: String.raw`\{[^{}]*["'`,
    why: 'frozen; nothing calls it',
  },
  { file: 'src/signals/judge/rules/clean-1.0.0.ts', start: '(["\'`])(?:score', why: 'frozen; nothing calls it' },
  { file: 'src/signals/judge/rules/clean-1.1.0.ts', start: '(["\'`])(?:score', why: readByTest },
  { file: 'src/signals/judge/rules/scan-1.1.0.ts', start: String.raw`(?<=\p{sc=Latin})[\u200B`, why: readByTest },
  { file: 'src/signals/judge/rules/scan-1.2.0.ts', start: String.raw`(?<=\p{sc=Latin})[\u200B`, why: readByTest },
  {
    file: 'src/signals/judge/rules/scan-views-1.1.0.ts',
    start: String.raw`(?:(?:0x|\\x)?[0-9a-f]{2}`,
    why: readByTest,
  },
  {
    file: 'src/signals/judge/rules/scan-views-1.1.0.ts',
    start: String.raw`(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!]`,
    why: readByTest,
  },
  { file: 'src/signals/judge/rules/reason-1.1.0.ts', start: '(?:[a-z][a-z0-9+.-]{0,12}:', why: shortReason },
  { file: 'src/signals/judge/rules/reason-1.1.0.ts', start: '0x[0-9a-f]{8,}|', why: shortReason },
  { file: 'src/signals/judge/rules/reason-1.1.0.ts', start: '`+|', why: shortReason },
  { file: 'src/signals/judge/rules/reason-1.1.0.ts', start: String.raw`(?<![\p{L}\p{N}])_+|`, why: shortReason },
  { file: 'src/signals/judge/rules/reason-1.1.0.ts', start: String.raw`[\p{L}\p{N}_.+-]{1,64}@`, why: shortReason },
  {
    file: 'src/signals/judge/rules/reason-1.1.0.ts',
    start: String.raw`(?<![\p{L}\p{M}\p{N}-])[\p{L}`,
    why: shortReason,
  },
]

export const isAllowed = ({ file, source }: Pattern): boolean =>
  allowed.some((one) => one.file === file && source.startsWith(one.start))

/** Entries that no source needs any more. */
export const unused = (patterns: Pattern[]): Allowed[] =>
  allowed.filter(({ file, start }) => !patterns.some((one) => one.file === file && one.source.startsWith(start)))

/** Reads what strangers, models and providers write: only for these the time on hostile text matters. */
export const meetsStrangers = (pattern: Pattern): boolean =>
  !allowed.some(
    ({ file, start, why }) => pattern.file === file && pattern.source.startsWith(start) && !why.startsWith(readByTest),
  )
