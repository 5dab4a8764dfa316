import type { Measured } from '../schemas.ts'

/** A signal whose provider isn't configured (D16); `reason` says which setting is pending. */
export const stubSignal = (reason: string): Measured => ({
  reading: { score: 50, reason, stub: true, confidence: null },
  evidence: null,
})
