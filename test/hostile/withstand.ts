import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freshAddress } from '../world/fresh-address.ts'
import { quantile, startProbe } from './probe.ts'
import { type Target, score, send } from './target.ts'

/** The timeout of the liveness probe in deploy/kubernetes: an attack that holds the process for longer restarts it. */
const maxHealthMs = 3000
/** Reported, not asserted: it holds on a quiet machine. */
const quietHealthMs = 250
const maxHonestMs = 15_000
/** Long enough for a 99th percentile. */
const minWatchMs = 2000
const mib = 1024 * 1024

export interface Bounds {
  /** How much more memory the service may hold once the attack is over. */
  memoryMib?: number
  /** How much more disk its data folder may take. */
  diskMib?: number
  /** False where scoring itself is closed on purpose. */
  scores?: boolean
}

/**
 * Runs an attack while honest clients, each from an address of its own, go on scoring: `/health` and their scores stay
 * within bounds that a slow machine keeps too, and afterwards memory, disk, descriptors and readiness are as before.
 */
export async function withstand<T>(target: Target, attack: () => Promise<T>, bounds: Bounds = {}): Promise<T> {
  const { memoryMib = 200, diskMib = 100, scores = true } = bounds
  await score(target, freshAddress()) // warm
  const before = measure(target)
  const probe = startProbe(target.url)
  const honest = startHonestScores(target, scores)
  const [attacked] = await Promise.allSettled([attack(), pause(minWatchMs)])
  const [health, taken] = await Promise.all([probe.stop(), honest.stop()])
  if (attacked.status === 'rejected') throw attacked.reason
  assert.ok(health.length > 0)
  const p99 = Math.round(quantile(health, 0.99))
  if (p99 > quietHealthMs) console.log(`p99 of /health: ${p99} ms, above ${quietHealthMs} ms`)
  assert.ok(p99 < maxHealthMs, `p99 of /health: ${p99} ms`)
  for (const { status, ms, text } of taken) {
    assert.equal(status, 201, text)
    assert.ok(ms < maxHonestMs, `an honest score took ${Math.round(ms)} ms`)
  }
  await eventually(async () => {
    assert.equal((await send(target, freshAddress(), { path: '/ready' })).status, 200)
    const after = measure(target)
    assert.ok(after.descriptors <= before.descriptors + 30, `descriptors: ${before.descriptors}, ${after.descriptors}`)
    assert.ok(after.memory <= before.memory + memoryMib * mib, `memory: ${before.memory}, ${after.memory}`)
    assert.ok(after.disk <= before.disk + diskMib * mib, `disk: ${before.disk}, ${after.disk}`)
  })
  return attacked.value
}

/** One score after another, each by another client, until `stop`. */
function startHonestScores(target: Target, isOpen: boolean) {
  const taken: { status: number; ms: number; text: string }[] = []
  const stopped = new AbortController()
  if (!isOpen) stopped.abort()
  const run = async () => {
    while (!stopped.signal.aborted) {
      const since = performance.now()
      const { status, text } = await score(target, freshAddress())
      taken.push({ status, ms: performance.now() - since, text })
      await pause(200)
    }
    return taken
  }
  const running = run()
  return {
    stop: () => {
      stopped.abort()
      return running
    },
  }
}

interface Footprint {
  /** Bytes. */
  memory: number
  descriptors: number
  /** Bytes. */
  disk: number
}

/** By the operating system's account. */
export function measure({ pid, folder }: Target): Footprint {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const memory = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
  const disk = folder === null ? 0 : Number(execFileSync('du', ['-sb', folder]).toString().split('\t')[0])
  return { memory, descriptors: countDescriptors(pid, folder), disk }
}

/** Without those of the embedded database, which keeps each file of a table open from its first use on. */
function countDescriptors(pid: number, folder: string | null): number {
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => readTarget(`/proc/${pid}/fd/${name}`))
  return targets.filter((target) => target !== undefined && (folder === null || !target.startsWith(folder))).length
}

function readTarget(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined // closed meanwhile
  }
}

/** Tries until it holds, for up to `ms`. */
export async function eventually<T>(check: () => Promise<T>, ms = 30_000): Promise<T> {
  const until = performance.now() + ms
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(250)
    }
  }
}
