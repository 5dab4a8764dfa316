/** One line of the service's log. */
export interface LogEntry {
  level: number
  /** Unix time in milliseconds. */
  time: number
  msg?: string
  [field: string]: unknown
}

/** null: the line is no log entry. */
export function readLogEntry(line: string): LogEntry | null {
  try {
    const entry: unknown = JSON.parse(line)
    return isLogEntry(entry) ? entry : null
  } catch {
    return null
  }
}

const isLogEntry = (entry: unknown): entry is LogEntry =>
  typeof entry === 'object' &&
  entry !== null &&
  'level' in entry &&
  typeof entry.level === 'number' &&
  'time' in entry &&
  typeof entry.time === 'number'

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** The same for people: local time, level, message, then every other field. */
export function describeLogEntry({ level, time, msg = '', ...fields }: LogEntry): string {
  const at = new Date(time).toTimeString().slice(0, 8)
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [at, (levels[level] ?? String(level)).padEnd(5), msg, ...rest].join(' ')
}
