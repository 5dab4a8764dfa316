/** What is counted. Triggers on the tables of scores and enrollments note theirs (0012), the judge what the model takes. */
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
