import { write, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { describeLogEntry, readLogEntry } from './log-line.ts'
import { currentTrace } from './trace.ts'

export type Log = Logger

/**
 * Lines of traced work have the trace's id. Headers, bodies and provider URLs are never logged. Lines are JSON, but on a terminal
 * they are text for people.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino({ level, base: null, mixin: addTraceId }, destination ?? openStandardOutput())

function addTraceId(): { traceId?: string } {
  const trace = currentTrace()
  return trace ? { traceId: trace.traceId } : {}
}

let standardOutput: LogOutput | undefined

function openStandardOutput(): LogOutput {
  if (standardOutput) return standardOutput
  standardOutput = new LogOutput(process.stdout.fd, process.stdout.isTTY ? toText : (line) => line)
  process.on('exit', () => standardOutput?.flushSync())
  return standardOutput
}

function toText(line: string): string {
  const entry = readLogEntry(line)
  return entry ? `${describeLogEntry(entry)}\n` : line
}

const retryMs = 100
const maxRetriesAtExit = 10
const newline = 10
/** In characters. A reader that has stopped must not fill the memory. */
const maxWaiting = 16 * 1024 * 1024

/**
 * Pino's own destination keeps lines that a full disk refuses, and retries them forever at exit. This one drops them,
 * and continues once there is space.
 */
class LogOutput implements DestinationStream {
  private readonly fd: number
  private readonly format: (line: string) => string
  private lines = ''
  /** The unwritten part of the lines in the current write. */
  private rest: Buffer = Buffer.alloc(0)
  private state: 'idle' | 'writing' | 'waiting' | 'closed' = 'idle'
  private endsInLine = false
  private hasReported = false

  constructor(fd: number, format: (line: string) => string) {
    this.fd = fd
    this.format = format
  }

  write(line: string): void {
    if (this.state === 'closed') return
    if (this.lines.length > maxWaiting) return this.reportDrops('nobody reads it')
    this.lines += this.format(line)
    if (this.state === 'idle') this.writeNext()
  }

  /** Gives up when nobody reads the pipe for a second. */
  flushSync(): void {
    // A thread finishes the write in progress, also while the process exits.
    const started = this.state === 'writing' ? Buffer.alloc(0) : this.rest
    let rest = Buffer.concat([started, this.takeLines()])
    if (this.state === 'waiting') this.rest = Buffer.alloc(0)
    let retries = 0
    while (this.state !== 'closed' && rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.fd, rest))
        retries = 0
      } catch (error) {
        retries += 1
        if (!isBusy(error) || retries > maxRetriesAtExit) return this.drop(error)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
      }
    }
  }

  private writeNext(): void {
    if (this.state === 'closed') return
    if (this.rest.length === 0) this.rest = this.takeLines()
    this.state = this.rest.length > 0 ? 'writing' : 'idle'
    if (this.state === 'idle') return
    write(this.fd, this.rest, (error, written) => {
      if (error && isBusy(error)) return this.writeLater()
      if (error) this.drop(error)
      else this.advance(written)
      this.writeNext()
    })
  }

  private writeLater(): void {
    this.state = 'waiting'
    setTimeout(() => this.writeNext(), retryMs)
  }

  private advance(written: number): void {
    this.endsInLine = this.rest[written - 1] !== newline
    this.rest = this.rest.subarray(written)
  }

  /** Ends a truncated line first. */
  private takeLines(): Buffer {
    const isCutOff = this.endsInLine && this.rest.length === 0 && this.lines !== ''
    const taken = Buffer.from(isCutOff ? `\n${this.lines}` : this.lines)
    this.lines = ''
    return taken
  }

  private drop(error: unknown): void {
    this.rest = Buffer.alloc(0)
    this.lines = ''
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') this.state = 'closed'
    this.reportDrops(message)
  }

  private reportDrops(reason: string): void {
    if (!this.hasReported) report(`Log lines are dropped while standard output can’t be written: ${reason}`)
    this.hasReported = true
  }
}

/** The reader of a pipe is slower than we are. */
const isBusy = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

function report(line: string): void {
  try {
    writeSync(process.stderr.fd, `${line}\n`)
  } catch {
    // standard error may be on the same full disk
  }
}
