import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { withoutFlush } from '../database/without-flush.ts'

/** A stored sample of the judge: the raw arguments of the tool, and the tokens they cost. */
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

/** The samples of this content since `since`, by the model id that the configured name resolved to last. */
export async function listSamples(
  db: Db,
  { contentKey, provider, model, since }: SampleKey & { since: Date },
): Promise<StoredSample[]> {
  const rows = await db
    .selectFrom('judge_samples')
    .select(sampleColumns)
    .where('content_key', '=', contentKey)
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
  return rows.map(toSample)
}

/**
 * Inserts a sample, unless one of the same content, model and index since `since` exists: then it returns that one, so that
 * concurrent judgements of the same content end with the same verdict.
 */
export async function insertSample(
  db: Db,
  { contentKey, provider, model, since, sample }: SampleKey & { since: Date; sample: StoredSample },
): Promise<StoredSample> {
  const values = {
    provider,
    model,
    arguments: JSON.stringify(sample.arguments),
    request_id: sample.requestId,
    input_tokens: sample.inputTokens,
    output_tokens: sample.outputTokens,
    latency_ms: sample.latencyMs,
    created_at: sample.createdAt,
  }
  const key = { content_key: contentKey, resolved_model: sample.resolvedModel, sample_index: sample.sampleIndex }
  const inserted = await db
    .insertInto('judge_samples')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['content_key', 'resolved_model', 'sample_index'])
        .doUpdateSet(values)
        .where('judge_samples.created_at', '<=', since),
    )
    .returning(sampleColumns)
    .returning(withoutFlush) // the score that uses it commits later
    .executeTakeFirst()
  return toSample(inserted ?? (await findSample(db, key)))
}

async function findSample(
  db: Db,
  key: { content_key: string; resolved_model: string; sample_index: number },
): Promise<SampleRow> {
  return db
    .selectFrom('judge_samples')
    .select(sampleColumns)
    .where('content_key', '=', key.content_key)
    .where('resolved_model', '=', key.resolved_model)
    .where('sample_index', '=', key.sample_index)
    .executeTakeFirstOrThrow()
}

/** Deletes the samples made at or before an instant; returns how many. */
export async function deleteSamples(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('judge_samples').where('created_at', '<=', before).executeTakeFirst()
  return Number(numDeletedRows)
}

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

/** The tokens used with the model on `day` (UTC, `YYYY-MM-DD`). */
export async function findTokensSpent(db: Db, day: string): Promise<number> {
  const row = await db.selectFrom('model_usage').select('tokens').where('day', '=', day).executeTakeFirst()
  return Number(row?.tokens ?? 0)
}

export async function addTokensSpent(db: Db, day: string, tokens: number): Promise<void> {
  await db
    .insertInto('model_usage')
    .values({ day, tokens: String(tokens) })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ tokens: sql`model_usage.tokens + excluded.tokens` }))
    .execute()
}
