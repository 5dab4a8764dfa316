import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '../../src/database/db.ts'
import { toBand } from '../../contract/bands.ts'
import type { DrawnLaunch, DrawnObservation } from './draw-history.ts'

const rowsPerInsert = 1000

/** The scores and enrollments of a history, which come before everything else in it. */
export async function storeScores(db: Db, launches: DrawnLaunch[]): Promise<void> {
  const rows = launches.map((launch) => ({
    ...toIds(launch.number),
    number: launch.number,
    creator: toAddress('c', launch.creator),
    aggregate: launch.aggregateX100,
    band: toBand(launch.aggregateX100),
    scoredAt: launch.scoredAt,
    isEnrolled: launch.isEnrolled,
  }))
  await inBatches(db, rows, async (connection, drawn) => {
    await sql`insert into images (hash, bytes, media_type, width, height, created_at)
      values ('00', '', 'image/png', 1, 1, now()) on conflict do nothing`.execute(connection)
    await sql`insert into submissions (id, name, symbol, description, image_url, x_handle, handle, creator_address,
        image_hash, identity, is_named, created_at)
      select "submissionId", 'Launch ' || number, 'L' || number, 'The pitch of launch ' || number,
        'https://pictures.example/a.png', '@launch', 'launch', creator, '00',
        decode(lpad(to_hex(number), 64, '0'), 'hex'), true, "scoredAt" from ${drawn}`.execute(connection)
    await sql`insert into scores (id, submission_id, aggregate_x100, band, has_stubs, prompt_version, prompt_name,
        prompt_major, body, evidence, created_at)
      select "scoreId", "submissionId", aggregate, band, false, 'launch-score@1.1.0', 'launch-score', 1, '{}', '{}',
        "scoredAt" from ${drawn}`.execute(connection)
    await sql`insert into enrollments (id, score_id, submission_id, band, creator_address, message, signature,
        verified_by, enrolled_at)
      select "enrollmentId", "scoreId", "submissionId", band, creator, 'drawn', '', 'key', "scoredAt"
      from ${drawn} where "isEnrolled"`.execute(connection)
  })
}

/** Their tokens, found on the chain and under watch. */
export async function storeTokens(db: Db, launches: DrawnLaunch[]): Promise<void> {
  const rows = launches.map((launch) => ({
    ...toIds(launch.number),
    creator: toAddress('c', launch.creator),
    token: toAddress('d', launch.number),
    isEnrolled: launch.isEnrolled,
    isAnchored: launch.isAnchored,
    isRenamed: launch.isRenamed,
    hasCurve: launch.hasCurve,
    createdAt: launch.createdAt,
  }))
  await inBatches(db, rows, async (connection, drawn) => {
    await sql`insert into token_bindings (id, score_id, submission_id, enrollment_id, chain_id, token, creator_address,
        state, origin, creation_tx, creation_block, created_block_at, is_anchored, bound_at, excluded, has_curve)
      select "bindingId", "scoreId", "submissionId", case when "isEnrolled" then "enrollmentId" end, 8453, token, creator,
        'proven', 'found', '0x01', 1, "createdAt", "isAnchored", "createdAt", case when "isRenamed" then 'renamed' end,
        "hasCurve" from ${drawn}`.execute(connection)
    await sql`insert into token_proofs (binding_id, kind, tx_hash, block_number, shown_at)
      select "bindingId", 'deployed', '0x01', 1, "createdAt" from ${drawn}`.execute(connection)
    await sql`insert into watches (binding_id, next_look_at) select "bindingId", "createdAt" from ${drawn}`.execute(
      connection,
    )
  })
}

/** When they began to trade. */
export async function storeStarts(db: Db, launches: DrawnLaunch[]): Promise<void> {
  const rows = launches.map(({ number, tradingSince }) => ({ ...toIds(number), tradingSince }))
  await inBatches(db, rows, async (connection, drawn) => {
    await sql`update watches w set trading_since = drawn."tradingSince" from ${drawn}
      where w.binding_id = drawn."bindingId"`.execute(connection)
  })
}

/** Observations are appended with the triggers on: those of a closed day are refused. */
export async function storeObservations(
  db: Db,
  observations: (DrawnObservation & { number: number })[],
): Promise<void> {
  const rows = observations.map(({ number, removal, ...observation }) => ({
    ...observation,
    bindingId: toIds(number).bindingId,
    share: removal?.share ?? null,
    by: removal?.by ?? null,
  }))
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await sql`insert into observations (binding_id, seen_at, state, depth, is_partial, chain_depth, buys, sells, volume,
        pairs, counted, removal_share, removal_by, removal_tx, cannot_sell, source)
      select "bindingId", at, state, depth, partial, "chainDepth", buys, sells, volume, 1,
        case state when 'seen' then 1 else 0 end, share, "by", case when share is not null then '0x02' end, "cannotSell",
        'dexscreener' from ${toRecords(rows.slice(start, start + rowsPerInsert))}`.execute(db)
}

/** Without triggers and references: rankings and others have no part in a history of outcomes. */
const inBatches = (
  db: Db,
  rows: object[],
  store: (connection: Kysely<Database>, drawn: ReturnType<typeof toRecords>) => Promise<void>,
): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    for (let start = 0; start < rows.length; start += rowsPerInsert)
      await store(connection, toRecords(rows.slice(start, start + rowsPerInsert)))
    await sql`reset session_replication_role`.execute(connection)
  })

const toRecords = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as drawn (
  number integer, "submissionId" uuid, "scoreId" uuid, "enrollmentId" uuid, "bindingId" uuid, creator text, token text,
  aggregate integer, band text, "isEnrolled" boolean, "isAnchored" boolean, "isRenamed" boolean, "hasCurve" boolean, "scoredAt" timestamptz,
  "createdAt" timestamptz, "tradingSince" timestamptz, at timestamptz, state text, depth numeric, partial boolean,
  "chainDepth" numeric, buys integer, sells integer, volume numeric, share numeric, "by" text, "cannotSell" boolean)`

const toIds = (number: number) => {
  const end = number.toString(16).padStart(12, '0')
  const [submissionId, scoreId, enrollmentId, bindingId] = [0, 1, 2, 3].map(
    (kind) => `00000000-000${kind}-7000-8000-${end}`,
  )
  return { submissionId, scoreId, enrollmentId, bindingId }
}

const toAddress = (prefix: string, number: number): string => `0x${prefix}${number.toString(16).padStart(39, '0')}`
