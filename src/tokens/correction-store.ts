import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

const reasons = ['not_theirs', 'wrong_token', 'wrong_data', 'wrong_rule'] as const
export type Reason = (typeof reasons)[number]

export interface Correction {
  id: string
  /** `binding:<id>` or `outcome:<id>:30d` */
  subject: string
  reason: Reason
  explanation: string
  /** The binding that holds in place of the wrong one; null: none does. */
  replacement: { binding: string } | null
  correctedAt: Date
  /** Whose word it is; null: from before this was kept. */
  madeBy: 'creator' | 'operator' | 'service' | null
}

/** A correction stays for good, and is part of the day's file. */
export const insertCorrection = async (tx: Db | Tx, row: Correction): Promise<void> => {
  const replacement = row.replacement && JSON.stringify(row.replacement)
  await sql`
    insert into corrections (id, subject, reason, explanation, replacement, corrected_at, made_by)
    values (${row.id}, ${row.subject}, ${row.reason}, ${row.explanation}, ${replacement}::jsonb, ${row.correctedAt},
      ${row.madeBy})`.execute(tx)
}

/** The corrections of a binding and of its outcomes, the oldest first. */
export async function listCorrections(db: Db | Tx, bindingId: string): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select id, subject, reason, explanation, replacement, corrected_at as "correctedAt",
      made_by as "madeBy" from corrections
    where subject in (${`binding:${bindingId}`}, ${`outcome:${bindingId}:24h`}, ${`outcome:${bindingId}:7d`},
      ${`outcome:${bindingId}:30d`}, ${`outcome:${bindingId}:90d`})
    order by corrected_at, id`.execute(db)
  return rows
}

/** Whether the record has the outcome that a correction names. */
export async function hasOutcome(db: Db | Tx, bindingId: string, horizon: string): Promise<boolean> {
  const { rows } = await sql`
    select from outcomes where binding_id = ${bindingId} and horizon = ${horizon}`.execute(db)
  return rows.length > 0
}
