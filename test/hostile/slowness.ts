import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The time that the work takes on the machine for which the bounds were set: two cores with nothing else running. */
const referenceMs = 60
const cores = 2

/**
 * How many times as long this machine takes for a fixed piece of work, on two cores at once; at least 1. A bound in
 * milliseconds is multiplied by it, so that a slow or busy machine isn't taken for a slow service.
 */
export async function measureSlowness(): Promise<number> {
  const taken = await Promise.all(Array.from({ length: cores }, measure))
  return Math.max(1, Math.max(...taken) / referenceMs)
}

async function measure(): Promise<number> {
  const worker = new Worker(new URL('./slowness-worker.ts', import.meta.url))
  const [ms] = (await once(worker, 'message')) as [number]
  return ms
}
