/** The names of all counters. Triggers count scores and enrollments (migrations/0013-activity.sql), the judge counts tokens. */
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
] as const

export type ActivityName = (typeof activityNames)[number]
