import { toChecksumAddress } from '../../../contract/address.ts'
import type { AppealRow, NamedAppeal } from './appeal-store.ts'
import type { AdminAppeal, Appeal } from '../../../contract/schemas/appeal.ts'

export const toAppealResponse = (row: AppealRow): Appeal => ({
  appealId: row.id,
  scoreRequestId: row.scoreId,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  reason: row.reason,
  state: row.outcome === null ? 'open' : 'answered',
  appealedAt: row.appealedAt.toISOString(),
  outcome: row.outcome,
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  rescoredAs: row.rescoredAs,
  message: row.message,
  signature: `0x${row.signature.toString('hex')}`,
})

export const toAdminAppeal = (row: NamedAppeal): AdminAppeal => ({
  ...toAppealResponse(row),
  name: row.name,
  symbol: row.symbol,
  answeredBy: row.answeredBy,
})
