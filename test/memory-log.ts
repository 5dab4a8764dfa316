import { Writable } from 'node:stream'
import { type Log, createLog } from '../src/platform/log.ts'

/** A log at its most talkative, kept in memory. */
export function memoryLog(): { log: Log; logged: () => string } {
  const lines: string[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(chunk.toString())
    done()
  }
  return { log: createLog('trace', new Writable({ write })), logged: () => lines.join('') }
}
