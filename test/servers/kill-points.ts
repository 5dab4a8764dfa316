/** Where a publisher may die: between each two things that it does. */
export const killPoints = [
  'signed-before-commit',
  'committed-before-broadcast',
  'broadcast-before-record',
  'mined-before-record',
  'recorded-mined',
  'recorded-final',
] as const
export type KillPoint = (typeof killPoints)[number]
