import type { Db } from '../database/db.ts'

/** Runs are comparable when all settings agree. */
export interface RunSettings {
  kind: 'sets' | 'anchors'
  promptVersion: string
  provider: string
  model: string
  setHash: string
  items: number
  attacks: number
  repeats: number
}

export interface FinishedRun extends RunSettings {
  id: string
  resolvedModel: string | null
  startedAt: Date
  finishedAt: Date
  hasPassed: boolean
  summary: unknown
}

const toRow = ({ kind, promptVersion, provider, model, setHash, items, attacks, repeats }: RunSettings) => ({
  kind,
  prompt_version: promptVersion,
  provider,
  model,
  set_hash: setHash,
  items,
  attacks,
  repeats,
})

export async function insertRun(db: Db, run: RunSettings & { id: string; startedAt: Date }): Promise<void> {
  await db
    .insertInto('evaluation_runs')
    .values({ ...toRow(run), id: run.id, started_at: run.startedAt })
    .execute()
}

/** Finds the newest unfinished run with these settings that started after `since`. */
export async function findUnfinishedRun(db: Db, settings: RunSettings, since: Date): Promise<string | undefined> {
  const { kind, promptVersion, provider, model, setHash, repeats } = settings
  const row = await db
    .selectFrom('evaluation_runs')
    .select('id')
    .where('kind', '=', kind)
    .where('prompt_version', '=', promptVersion)
    .where('provider', '=', provider)
    .where('model', '=', model)
    .where('set_hash', '=', setHash)
    .where('repeats', '=', repeats)
    .where('finished_at', 'is', null)
    .where('anchor_day', 'is', null)
    .where('started_at', '>', since)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Returns undefined if they have run, or another replica claimed them after `abandonedBefore`. */
export async function claimAnchorDay(
  db: Db,
  { day, abandonedBefore, ...run }: RunSettings & { id: string; startedAt: Date; day: string; abandonedBefore: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('evaluation_runs')
    .values({ ...toRow(run), id: run.id, started_at: run.startedAt, anchor_day: day })
    .onConflict((conflict) =>
      conflict
        .column('anchor_day')
        .doUpdateSet({ ...toRow(run), started_at: run.startedAt })
        .where('evaluation_runs.finished_at', 'is', null)
        .where('evaluation_runs.started_at', '<', abandonedBefore),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function finishRun(
  db: Db,
  run: Pick<FinishedRun, 'id' | 'resolvedModel' | 'finishedAt' | 'hasPassed'> & { summary: object },
): Promise<void> {
  const { id, resolvedModel, finishedAt, hasPassed, summary } = run
  await db
    .updateTable('evaluation_runs')
    .set({
      resolved_model: resolvedModel,
      finished_at: finishedAt,
      has_passed: hasPassed,
      summary: JSON.stringify(summary),
    })
    .where('id', '=', id)
    .execute()
}

const selectFinished = (db: Db, kind: RunSettings['kind']) =>
  db
    .selectFrom('evaluation_runs')
    .select([
      'id',
      'kind',
      'prompt_version as promptVersion',
      'provider',
      'model',
      'resolved_model as resolvedModel',
      'set_hash as setHash',
      'items',
      'attacks',
      'repeats',
      'started_at as startedAt',
      'finished_at as finishedAt',
      'has_passed as hasPassed',
      'summary',
    ])
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)

export async function listRuns(db: Db, kind: RunSettings['kind'], limit: number): Promise<FinishedRun[]> {
  const rows = await selectFinished(db, kind).orderBy('finished_at', 'desc').limit(limit).execute()
  return rows.map(toRun)
}

export async function findSeries(
  db: Db,
  { kind, promptVersion, provider, model, setHash }: RunSettings,
): Promise<{ first: FinishedRun; last: FinishedRun } | undefined> {
  const series = selectFinished(db, kind)
    .where('prompt_version', '=', promptVersion)
    .where('provider', '=', provider)
    .where('model', '=', model)
    .where('set_hash', '=', setHash)
  const first = await series.orderBy('finished_at').limit(1).executeTakeFirst()
  const last = await series.orderBy('finished_at', 'desc').limit(1).executeTakeFirst()
  return first && last && { first: toRun(first), last: toRun(last) }
}

type Row = Omit<FinishedRun, 'kind' | 'finishedAt' | 'hasPassed'> & {
  kind: string
  finishedAt: Date | null
  hasPassed: boolean | null
}

const toRun = ({ kind, finishedAt, hasPassed, startedAt, ...row }: Row): FinishedRun => ({
  ...row,
  kind: kind === 'anchors' ? 'anchors' : 'sets',
  startedAt,
  finishedAt: finishedAt ?? startedAt,
  hasPassed: hasPassed ?? false,
})
