import { untilAborted } from './until-aborted.ts'

interface Flight<T> {
  landing: Promise<T>
  waiting: number
  cancel: AbortController
}

/** Joins the flight under way for `key`, or starts one. */
export type ShareFlight<T> = (
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>

/**
 * Callers for the same key at the same time share one run of `start` and its outcome.
 * A caller whose own signal aborts leaves at once with its reason; the run is cancelled when the last one has left.
 */
export function shareFlights<T>(): ShareFlight<T> {
  const flights = new Map<string, Flight<T>>()

  const takeOff = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const cancel = new AbortController()
    const flight = { landing: start(cancel.signal), waiting: 0, cancel }
    flights.set(key, flight)
    const land = () => forget(key, flight)
    flight.landing.then(land, land)
    return flight
  }
  // A cancelled flight makes room for the next one before it has ended.
  const forget = (key: string, flight: Flight<T>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return async (key, start, signal) => {
    signal.throwIfAborted()
    const flight = flights.get(key) ?? takeOff(key, start)
    flight.waiting += 1
    try {
      return await untilAborted(signal, () => flight.landing)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && signal.aborted) {
        forget(key, flight)
        flight.cancel.abort(signal.reason)
      }
    }
  }
}
