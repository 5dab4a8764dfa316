import { type Logger, pino } from 'pino'

export type Log = Logger

/** Structured logs on standard output. Nothing that may carry a secret (headers, bodies, URLs of providers) is logged at all. */
export const openLog = (level: string): Log => pino({ level, base: null })
