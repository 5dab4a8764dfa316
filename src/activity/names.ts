/** Triggers count scores and enrollments, the judge counts tokens, and each process adds its metrics. */
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
  // Counted in the hour of the score.
  'enrolled',
  'attested',
  'model.call',
  'model.input-token',
  'model.output-token',
  'model.cached-token',
  'model.saved-token',
  'response.error',
  'response.limited',
  'delivery.success',
  'delivery.failure',
] as const

export type ActivityName = (typeof activityNames)[number]
