import type { Db } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { dayMs, hourMs } from '../../../contract/durations.ts'
import { sealDays } from '../days/seal-days.ts'
import { findLastDay } from '../days/store.ts'
import { listObservations } from '../deciding/store.ts'
import { confirmedAfterHours, measureSurvival } from '../rules/survival-1.0.0.ts'
import { fixClaims, readShares } from './claims.ts'
import { type FoldInput, horizonNames } from '../figures/fold.ts'
import type { FoldParams } from '../figures/launch-record.ts'
import { openFolder } from '../folding/open-folder.ts'
import {
  findClaims,
  findFoldedAt,
  listCohortDays,
  listLaunchRecords,
  listLiving,
  lockFolds,
  upsertFold,
  upsertSurvivals,
} from './store.ts'

const batchSize = 200
const firstId = '00000000-0000-0000-0000-000000000000'

/** Seals the days that are over, and makes the figures of the last one. */
export async function foldSealedDays(deps: Deps, signal: AbortSignal): Promise<void> {
  await fixClaims(deps)
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
  for (let after = firstId; !signal.aborted;) {
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
 * All figures change in one transaction, so that no reader sees those of two days. Those of a newer day, which another replica
 * has made meanwhile, stay.
 */
export async function foldAll({ db }: Deps, asOf: Date): Promise<void> {
  const claims = await findClaims(db)
  const shares = claims && claims.fixedAt < asOf ? readShares(claims.body) : null
  const input = { cohorts: await listCohortDays(db), asOf, claims: shares }
  const made: Fold[] = []
  for (const cohort of listCohorts(input.cohorts)) made.push(...(await foldCohort(db, cohort, input)))
  await db.transaction().execute(async (tx) => {
    await lockFolds(tx)
    const foldedAt = await findFoldedAt(tx)
    if (foldedAt && foldedAt > asOf) return
    for (const { params, body } of made) await upsertFold(tx, params, body, asOf)
  })
}

interface Fold {
  params: FoldParams
  body: string
}

async function foldCohort(db: Db, cohort: Cohort, input: Omit<FoldInput, 'launches'>): Promise<Fold[]> {
  await using folder = openFolder()
  await db.transaction().execute(async (tx) => {
    for await (const page of listLaunchRecords(tx, cohort, input.asOf)) await folder.ask({ page })
  })
  const made: Fold[] = []
  for (const params of listParams(cohort)) made.push({ params, body: await folder.ask({ params, input }) })
  return made
}

type Cohort = Pick<FoldParams, 'promptName' | 'promptMajor'>

export const listCohorts = (days: Cohort[]): Cohort[] => [
  ...new Map(
    days.map(({ promptName, promptMajor }) => [`${promptName}@${promptMajor}`, { promptName, promptMajor }]),
  ).values(),
]

export const listParams = (cohort: Cohort): FoldParams[] =>
  horizonNames.flatMap((horizon) =>
    (['committed', 'observed'] as const).flatMap((population) =>
      (['creator', 'token'] as const).map((unit) => ({ horizon, population, unit, ...cohort })),
    ),
  )
