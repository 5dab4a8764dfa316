import { toPrintable } from '../../contract/text.ts'

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

/** The same for people: local time, level, message, then every other field, and the stack of an error on lines of its own. */
export function describeLogEntry({ level, time, msg = '', ...fields }: LogEntry): string {
  const at = new Date(time).toTimeString().slice(0, 8)
  const stack = findStack(fields)
  const rest = Object.entries(fields).flatMap(([name, value]) =>
    stack.length > 0 && name === 'err' ? [] : [`${name}=${describeValue(value)}`],
  )
  const line = [at, (levels[level] ?? String(level)).padEnd(5), msg, ...rest].join(' ')
  return [line, ...stack].map(toPrintable).join('\n')
}

const describeValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"={}[\]]+$/.test(value) ? value : JSON.stringify(value)

function findStack({ err }: Record<string, unknown>): string[] {
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? err.stack : undefined
  return typeof stack === 'string' ? stack.split('\n').map((line) => `  ${line}`) : []
}
