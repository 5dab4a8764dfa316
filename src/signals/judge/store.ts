import { sql } from 'kysely'
import { type Activity, toInsertion } from '../../activity/store.ts'
import type { Db, Tx } from '../../database/db.ts'
import { withoutFlush } from '../../database/sql.ts'
import { deleteRows } from '../../database/upkeep.ts'

export interface StoredSample {
  sampleIndex: number
  resolvedModel: string
  arguments: unknown
  requestId: string | null
  inputTokens: number
  outputTokens: number
  latencyMs: number
  createdAt: Date
}

interface SampleKey {
  contentKey: string
  provider: string
  model: string
}

const sampleColumns = [
  'sample_index',
  'resolved_model',
  'arguments',
  'request_id',
  'input_tokens',
  'output_tokens',
  'latency_ms',
  'created_at',
] as const

interface WantedSamples extends Omit<SampleKey, 'contentKey'> {
  contentKeys: string[]
  since: Date
}

/** By their content key, and by the model id that the configured name last resolved to. */
export async function listSamples(
  db: Db,
  { contentKeys, provider, model, since }: WantedSamples,
): Promise<Map<string, StoredSample[]>> {
  const rows = await db
    .selectFrom('judge_samples')
    .select(['content_key', ...sampleColumns])
    .where('content_key', '=', sql<string>`any(${contentKeys}::text[])`)
    .where('created_at', '>', since)
    .where('resolved_model', '=', (query) =>
      query
        .selectFrom('judge_samples')
        .select('resolved_model')
        .where('provider', '=', provider)
        .where('model', '=', model)
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .orderBy('sample_index')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.content_key)].map(([contentKey, found]) => [contentKey, found.map(toSample)]),
  )
}

interface NewSample extends SampleKey {
  since: Date
  sample: StoredSample
  /** Counted in the same statement, whether the sample is inserted or not. */
  activity?: Activity
}

/**
 * Returns an existing sample of the same content, model and index instead of inserting one, so that concurrent
 * judgements end with the same verdict.
 */
export async function insertSample(
  db: Db,
  { contentKey, provider, model, since, sample, activity }: NewSample,
): Promise<StoredSample> {
  const { sampleIndex, resolvedModel, requestId, inputTokens, outputTokens, latencyMs, createdAt } = sample
  // No flush: the score that uses it commits later.
  const { rows } = await sql<SampleRow>`
    ${activity ? sql`with activity as (${toInsertion(activity)})` : sql``}
    insert into judge_samples (content_key, resolved_model, sample_index, provider, model, arguments, request_id, input_tokens,
      output_tokens, latency_ms, created_at)
    values (${contentKey}, ${resolvedModel}, ${sampleIndex}, ${provider}, ${model}, ${JSON.stringify(sample.arguments)},
      ${requestId}, ${inputTokens}, ${outputTokens}, ${latencyMs}, ${createdAt})
    on conflict (content_key, resolved_model, sample_index) do update set provider = excluded.provider, model = excluded.model,
      arguments = excluded.arguments, request_id = excluded.request_id, input_tokens = excluded.input_tokens,
      output_tokens = excluded.output_tokens, latency_ms = excluded.latency_ms, created_at = excluded.created_at
    where judge_samples.created_at <= ${since}
    returning ${sql.join(sampleColumns.map((column) => sql.ref(column)))}, ${withoutFlush}`.execute(db)
  return toSample(rows[0] ?? (await findSample(db, { contentKey, resolvedModel, sampleIndex })))
}

async function findSample(
  db: Db,
  key: { contentKey: string; resolvedModel: string; sampleIndex: number },
): Promise<SampleRow> {
  return db
    .selectFrom('judge_samples')
    .select(sampleColumns)
    .where('content_key', '=', key.contentKey)
    .where('resolved_model', '=', key.resolvedModel)
    .where('sample_index', '=', key.sampleIndex)
    .executeTakeFirstOrThrow()
}

export const deleteSamples = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'judge_samples', where: sql`created_at <= ${before}` }, signal)

interface SampleRow {
  sample_index: number
  resolved_model: string
  arguments: unknown
  request_id: string | null
  input_tokens: number
  output_tokens: number
  latency_ms: number
  created_at: Date
}

const toSample = (row: SampleRow): StoredSample => ({
  sampleIndex: row.sample_index,
  resolvedModel: row.resolved_model,
  arguments: row.arguments,
  requestId: row.request_id,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  latencyMs: row.latency_ms,
  createdAt: row.created_at,
})

export interface Activation {
  id: string
  version: string
  reason: string
  actor: string
  activatedAt: Date
}

export const activationChannel = 'prompt_activations'

const columns = ['id', 'version', 'reason', 'actor', 'activated_at as activatedAt'] as const

export const findActivation = (db: Db): Promise<Activation | undefined> => newestFirst(db).limit(1).executeTakeFirst()

export const listActivations = (db: Db, limit: number): Promise<Activation[]> => newestFirst(db).limit(limit).execute()

const newestFirst = (db: Db) =>
  db.selectFrom('prompt_activations').select(columns).orderBy('activated_at', 'desc').orderBy('id', 'desc')

/** Serialises activations, and notifies all replicas at the end of the transaction. */
export async function lockActivations(tx: Tx): Promise<void> {
  await sql`lock table prompt_activations in share row exclusive mode`.execute(tx)
  await sql`select pg_notify(${activationChannel}, '')`.execute(tx)
}

export async function insertActivation(tx: Tx, { activatedAt, ...row }: Activation): Promise<void> {
  await tx
    .insertInto('prompt_activations')
    .values({ ...row, activated_at: activatedAt })
    .execute()
}
