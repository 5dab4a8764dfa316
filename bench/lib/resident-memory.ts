import { readFileSync } from 'node:fs'

const mib = 1024

/** The resident memory of a process in MiB, as Linux counts it. */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kib) throw new Error(`the memory of process ${pid} can't be read`)
  return Number(kib) / mib
}
