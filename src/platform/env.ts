export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export type Environment = Record<string, string | undefined>
export type EnvReader = ReturnType<typeof createEnvReader>

type UrlPart = 'credentials' | 'query'

/** An address and a path only, for a URL that is appended to, or shown. */
export const bareUrl: UrlPart[] = ['credentials', 'query']

/** Settings that stand in for variables: their values, if they are set, and the names that problems give them. */
type StandIns = ReadonlyMap<string, { value?: string; label: string }>

/** Collects every problem before it throws. Empty variables count as unset. */
export function createEnvReader(environment: Environment, standIns: StandIns = new Map()) {
  const problems: string[] = []
  const toLabel = (name: string): string => (environment[name] === undefined && standIns.get(name)?.label) || name
  const problem = (name: string, message: string) => void problems.push(`${toLabel(name)} ${message}`)
  const given = (name: string): string | undefined => standIns.get(name)?.value ?? environment[name]
  const text = (name: string): string | null => given(name)?.trim() || null
  const checked = (name: string, isGood: (value: string) => boolean, rule: string): string | null => {
    const value = text(name)
    if (value === null || isGood(value)) return value
    problem(name, rule)
    return null
  }
  const list = (name: string, isGood: (entry: string) => boolean, rule: string): string[] => {
    const entries = (text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
    if ((entries.length === 0 && text(name) !== null) || !entries.every(isGood)) problem(name, rule)
    return entries
  }
  return {
    problem,
    text,
    /** For a variable whose empty value has a meaning; null: not set. */
    given: (name: string): string | null => given(name) ?? null,
    checked,
    list,
    integer: (name: string, { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }): number | null => {
      const isGood = (value: string) => /^\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max
      const value = checked(name, isGood, `must be a whole number from ${min}${max < 1e9 ? ` to ${max}` : ''}`)
      return value === null ? null : Number(value)
    },
    choice: <T extends string>(name: string, choices: readonly T[]): T | null => {
      const value = checked(name, (value) => choices.includes(value as T), `must be one of ${choices.join(', ')}`)
      return value as T | null // `checked` made sure of it
    },
    url: (name: string, protocols: string[], example: string, without: UrlPart[] = []): string | null => {
      const value = checked(name, (value) => isAbsoluteUrl(value, protocols), `must be a URL like ${example}`)
      const excess = without.find((part) => value !== null && parts[part].isIn(new URL(value)))
      if (excess === undefined) return value
      problem(name, parts[excess].rule)
      return null
    },
    /** Reports missing members of a group of which some are set. */
    together: (names: string[]): boolean => {
      const missing = names.filter((name) => text(name) === null)
      if (missing.length < names.length)
        for (const name of missing)
          problem(name, `is missing; it is required together with ${others(names, name).map(toLabel).join(', ')}`)
      return missing.length === 0
    },
    /** Reports `names` that are set although `on` is not. */
    needs: (names: string[], on: string): void => {
      const needing = names.filter((name) => text(name) !== null)
      if (text(on) === null && needing.length > 0)
        problem(on, `is missing; it is required by ${needing.map(toLabel).join(' and ')}`)
    },
    /** Throws the problems, if there are any, after those that were found before. */
    finish: (earlier: string[] = []): void => {
      const all = [...earlier, ...problems]
      if (all.length > 0) throw new ConfigError(all)
    },
  }
}

/** Stricter than `URL`, which repairs much: the service uses most URLs as given. */
export function isAbsoluteUrl(value: string, protocols: string[]): boolean {
  const url = /[\s\p{Cc}\p{Cf}"<>\\`]/u.test(value) ? null : URL.parse(value)
  if (url === null || !protocols.includes(url.protocol.slice(0, -1))) return false
  if (url.protocol === 'mailto:') return url.pathname.split(',').every(isMailbox)
  return /^[a-z]+:\/\/[^/?#]/i.test(value) && url.hostname !== ''
}

export function readDecimal({ checked }: EnvReader, name: string, max: number): number | null {
  const isGood = (value: string) => /^\d{1,7}(\.\d{1,6})?$/.test(value) && Number(value) <= max
  const value = checked(name, isGood, `must be a number from 0 to ${max}`)
  return value === null ? null : Number(value)
}

const others = (names: string[], name: string) => names.filter((other) => other !== name)

const parts = {
  credentials: {
    isIn: ({ username, password }: URL) => username !== '' || password !== '',
    rule: 'must not contain a user name or password',
  },
  query: {
    isIn: ({ href }: URL) => /[?#]/.test(href),
    rule: 'must end with its path, without ? or #',
  },
} satisfies Record<UrlPart, { isIn: (url: URL) => boolean; rule: string }>

export const isMailServer = (url: URL): boolean => url.hostname !== '' && canDecodeCredentials(url)

export const isMailbox = (value: string) =>
  /^\s*([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/u.test(value)

export function canDecodeCredentials({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}
