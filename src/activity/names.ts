/**
 * The names of all counters. Triggers count scores and enrollments (`note_scores`, `note_enrollments`), the judge counts tokens,
 * and each process adds what its metrics counted.
 */
export const activityNames = [
  'score.green',
  'score.amber',
  'score.red',
  'score.preliminary',
  'rescore',
  'enrollment.green',
  'enrollment.amber',
  'enrollment.red',
  'attestation',
  // in the hour of the score, not of what became of it
  'enrolled',
  'attested',
  'model.call',
  'model.input-token',
  'model.output-token',
  // input tokens read from the provider’s cache, and how many tokens’ price that saved: less than 0 where it cost more
  'model.cached-token',
  'model.saved-token',
  'response.error',
  'response.limited',
  'delivery.success',
  'delivery.failure',
] as const

export type ActivityName = (typeof activityNames)[number]
