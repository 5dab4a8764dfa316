import { bulkhead } from 'cockatiel'
import { untilAborted } from './until-aborted.ts'

/** Runs work whose beginning is heavy; the work says when it has begun. Throws the signal's reason while it waits. */
export type Enter = <T>(work: (begun: () => void) => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Lets `places` begin at a time, in the order in which they came, so that a burst leaves the process free to answer what
 * is quick. Nobody keeps a place for longer than `longestMs`: a slow beginner doesn't hold the others up.
 */
export function openEntrance({ places, longestMs }: { places: number; longestMs: number }): Enter {
  const gate = bulkhead(places, Infinity)
  return <T>(work: (begun: () => void) => Promise<T>, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const begin = () =>
      new Promise<void>((leave) => {
        const timer = setTimeout(leave, longestMs).unref()
        const end = () => {
          clearTimeout(timer)
          leave()
        }
        resolve(work(leave).finally(end))
      })
    gate.execute(begin, signal).catch((error: unknown) => reject(signal.aborted ? signal.reason : error))
    return untilAborted(signal, () => promise) // cockatiel looks at the signal only when a place is free
  }
}
