import { readFileSync } from 'node:fs'

const mib = 1024

/** The resident memory of a process in MiB, as Linux counts it. */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kib) throw new Error(`the memory of process ${pid} can't be read`)
  return Number(kib) / mib
}

/** The processor time that a process has used since its start, in user and kernel mode. */
export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 // hundredths of a second
}

/** Reads a service and its scorer. */
export function addUp(pid: number, read: (pid: number) => number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [pid, ...children].reduce((sum, one) => sum + read(one), 0)
}

/** Reads the resident memory of a service and its scorer, in MiB, until it is stopped. */
export function watchMemory(pid: number, everyMs: number): { stop: () => number[] } {
  const seenMiB: number[] = []
  const timer = setInterval(() => seenMiB.push(addUp(pid, residentMiB)), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return seenMiB
    },
  }
}
