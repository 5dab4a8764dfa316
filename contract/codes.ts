export const launchOutcomes = ['graduated', 'alive', 'dead', 'rugged'] as const
export type LaunchOutcome = (typeof launchOutcomes)[number]

export const warningCodes = [
  'honeypot',
  'cannot_sell',
  'confiscatory_tax',
  'owner_can_take_tokens',
  'owner_can_seize',
  'listed_deployer',
  'owner_can_block_sales',
  'owner_can_pause_trading',
  'unknown_tax',
  'name_mismatch',
  'not_examined',
  'copycat',
  'instruction_attempt',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** How the creator's wallet of a submission was verified. */
export const creatorProofs = ['signature', 'voucher', 'none'] as const
export type CreatorProof = (typeof creatorProofs)[number]
