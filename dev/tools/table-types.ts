import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { format, resolveConfig } from 'prettier'

/**
 * Columns whose values TypeScript knows more of than PostgreSQL, by a type of src/database/column-types.ts. An override of
 * `kysely-codegen` replaces the whole type, with its null and its default, and may name a column that is gone.
 */
const narrowed: Record<string, string> = {
  'api_key_audit.action': 'KeyAction',
  'api_keys.tier': 'Tier',
  'appeals.outcome': 'AppealOutcome',
  'appeals.verified_by': 'Verifier',
  'attestation_jobs.block_hash': 'Hex',
  'attestation_jobs.contract': 'Hex',
  'attestation_jobs.kind': 'JobKind',
  'attestation_jobs.signer': 'Hex',
  'attestation_jobs.state': 'JobState',
  'attestation_jobs.tx_hash': 'Hex',
  'attestation_transactions.hash': 'Hex',
  'attestation_transactions.raw': 'Hex',
  'attestations.data': 'Hex',
  'attestations.digest': 'Hex',
  'attestations.recipient': 'Hex',
  'attestations.ref_uid': 'Hex',
  'attestations.revocation_tx_hash': 'Hex',
  'attestations.schema_id': 'Hex',
  'attestations.uid': 'Hex',
  'attester_nonces.signer': 'Hex',
  'contract_readings.warning_codes': 'WarningCode[]',
  'deliveries.log': 'Attempts',
  'delivery_log.attempts': 'Attempts',
  'delivery_log.state': 'EndState',
  'enrollments.band': 'Band',
  'enrollments.verified_by': 'Verifier',
  'former_rankings.band': 'Band',
  'images.media_type': 'MediaType',
  'incident_updates.kind': 'UpdateKind',
  'incidents.impact': 'Impact',
  'launch_standings.band': 'Band',
  'notification_sends.state': 'SlotState',
  'notification_slots.slot': 'SlotName',
  'notification_slots.state': 'SlotState',
  'page_edits.fields': 'PageFields',
  'submissions.links': 'Links',
  'page_edits.verified_by': 'Verifier',
  'push_subscriptions.told_at': 'TimesBySlot',
  'ranking_counts.span': 'Span',
  'ranking_watermarks.span': 'Span',
  'rankings.band': 'Band',
  'recorded_launches.band': 'Band',
  'reminders.channel': 'ReminderChannel',
  'reminders.told_at': 'TimesBySlot',
  'scores.band': 'Band',
  'scores.warning_codes': 'WarningCode[]',
  'signed_handles.kind': 'HandleKind',
  'submissions.creator_proof': 'CreatorProof',
  'takedown_log.action': 'TakedownAction',
  'takedown_log.kind': 'TakedownKind',
  'takedowns.kind': 'TakedownKind',
  'webhook_subscriptions.disabled_reason': 'DisabledReason',
  'webhook_subscriptions.format': 'DeliveryFormat',
  'webhook_subscriptions.retry_policy': 'RetryPolicy',
}

/** The types that our `pg` gives, by PostgreSQL's name of the type. */
const types: Record<string, string> = {
  _text: 'string[]',
  bool: 'boolean',
  bpchar: 'string',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  jsonb: 'columns.Json',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tstzmultirange: 'string',
  uuid: 'string',
}

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
}

/** The text of src/database/tables.ts for a migrated database. */
export async function describeTables<T>(db: Kysely<T>): Promise<string> {
  const columns = await listColumns(db)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const rows = tables.map((table) => {
    const own = columns.filter((column) => column.table === table)
    return `${table}: {${own.map((column) => `${column.name}: ${toType(column)}`).join('\n')}}`
  })
  const stale = Object.keys(narrowed).filter((key) => !columns.some(({ table, name }) => `${table}.${name}` === key))
  if (stale.length > 0) throw new Error(`There is no column ${stale.join(', ')}.`)
  const text = `// Generated from migrations/ by npm run tables. Do not edit.
import type * as columns from './column-types.ts'

/** The rows of all tables. bigint and numeric are strings, and so is date (YYYY-MM-DD). */
export interface Database {${rows.join('\n')}}
`
  return format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'typescript' })
}

async function listColumns<T>(db: Kysely<T>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as "table", attname as name, typname as type, not attnotnull as "isNullable", atthasdef as "hasDefault"
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations' and attnum > 0 and not attisdropped
    order by relname collate "C", attnum`.execute(db)
  return rows
}

function toType(column: Column): string {
  const type = `${toBase(column)}${column.isNullable ? ' | null' : ''}`
  return column.hasDefault ? `columns.Generated<${type}>` : type
}

function toBase({ table, name, type }: Column): string {
  const narrow = narrowed[`${table}.${name}`]
  const base = narrow ? `columns.${narrow}` : types[type]
  if (base === undefined) throw new Error(`No TypeScript type is known for ${table}.${name}, a ${type}.`)
  return base
}
