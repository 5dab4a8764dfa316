import { nilUuid } from '../../contract/uuid.ts'
import { dayMs, hourMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { sealDays } from './seal-days.ts'
import { findLastDay } from './day-store.ts'
import { listObservations } from './outcome-store.ts'
import { confirmedAfterHours, measureSurvival } from '../tokens/rules/outcome-1.0.0.ts'
import { type Cohort, type FigureParams, horizonNames, toFigures } from './figures.ts'
import {
  countLaunches,
  findFoldedAt,
  listCohorts,
  listLiving,
  lockFolds,
  upsertFold,
  upsertSurvivals,
} from './track-record-store.ts'

const batchSize = 200

/** Seals the days that are over, and makes the figures of the last one. */
export async function foldSealedDays(deps: Deps, signal: AbortSignal): Promise<void> {
  await sealDays(deps, signal)
  const last = await findLastDay(deps.db)
  if (!last || signal.aborted) return
  const asOf = new Date(Date.parse(last.day) + dayMs)
  const foldedAt = await findFoldedAt(deps.db)
  if (foldedAt && foldedAt >= asOf) return
  await measureSurvivals(deps, { asOf, foldedAt }, signal)
  if (!signal.aborted) await foldAll(deps, asOf)
}

/** A death needs a week to be confirmed, so lengths of life are counted up to a week before the day's end. */
async function measureSurvivals(
  { db }: Deps,
  { asOf, foldedAt }: { asOf: Date; foldedAt: Date | null },
  signal: AbortSignal,
): Promise<void> {
  for (let after = nilUuid; !signal.aborted;) {
    const launches = await listLiving(db, { asOf, foldedAt, after, limit: batchSize })
    const last = launches.at(-1)
    if (!last) return
    const observations = await listObservations(db, launches, new Date(asOf.getTime() - 1))
    const rows = launches.map(({ bindingId, tradingSince }) => {
      const untilHours = (asOf.getTime() - tradingSince.getTime()) / hourMs - confirmedAfterHours
      return { bindingId, survival: measureSurvival(observations.get(bindingId) ?? [], untilHours) }
    })
    await upsertSurvivals(db, rows)
    after = last.bindingId
  }
}

/**
 * Stores all figures in one transaction, so that no reader sees those of two days. If another replica has stored the figures of
 * a newer day meanwhile, those stay.
 */
export async function foldAll({ db }: Deps, asOf: Date): Promise<void> {
  const cohorts = await listCohorts(db, asOf)
  const folds: { params: FigureParams; body: string }[] = []
  for (const cohort of listPrompts(cohorts)) {
    const counted = await countLaunches(db, cohort, asOf)
    for (const horizon of horizonNames) {
      const [params, launches] = [{ horizon, ...cohort }, counted[horizon]]
      folds.push({ params, body: JSON.stringify(toFigures({ cohorts, launches, asOf }, params)) })
    }
  }
  await db.transaction().execute(async (tx) => {
    await lockFolds(tx)
    const foldedAt = await findFoldedAt(tx)
    if (foldedAt && foldedAt > asOf) return
    for (const { params, body } of folds) await upsertFold(tx, params, body, asOf)
  })
}

/** Each prompt once, of the counts of all its bands. */
export function listPrompts(cohorts: Cohort[]): Cohort[] {
  const names = new Map(cohorts.map((one) => [`${one.promptName}@${one.promptMajor}`, one]))
  return [...names.values()].map(({ promptName, promptMajor }) => ({ promptName, promptMajor }))
}
