/** The service's clock, which tests can set. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

// In milliseconds.
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
