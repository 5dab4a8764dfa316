import type { Db } from '../../database/db.ts'
import { toDay } from '../../platform/utc-day.ts'
import { findDailyBytes } from './daily-bytes-store.ts'
import { listDailyScores } from './daily-store.ts'
import { wholeService } from './payer.ts'

/** The scorings that SCORE_DAILY_TOTAL has counted in the UTC day; 0 without it. */
export async function readScoresTaken(db: Db, now: Date): Promise<number> {
  const day = toDay(now)
  const days = await listDailyScores(db, { bucket: wholeService, since: day })
  return days.find((one) => one.day === day)?.scores ?? 0
}

/** The bytes that scorings have stored in the UTC day. */
export async function readBytesStored(db: Db, now: Date): Promise<number> {
  return (await findDailyBytes(db, toDay(now), [wholeService])).get(wholeService) ?? 0
}
