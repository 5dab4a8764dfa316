import { type Kysely, type Transaction, sql } from 'kysely'

export interface TableColumns {
  table: string
  columns: { name: string; type: string }[]
}

/** All tables of the schema but the list of migrations, partitions as part of their parent, with the columns that can be written. */
export async function listTables<T>(db: Kysely<T>): Promise<TableColumns[]> {
  const { rows } = await sql<TableColumns>`
    select c.relname as table,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname) as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  return rows
}

/** The names of the migrations that the database has seen; none in a new database. */
export async function listMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('migrations')::text as name`.execute(db)
  if (!found[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

interface Sequence {
  sequence: string
  value: string
  isCalled: boolean
}

/** The state of all sequences. */
export async function listSequences<T>(tx: Transaction<T>): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`.execute(tx)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: states } = await sql<Omit<Sequence, 'sequence'>>`
      select last_value::text as value, is_called as "isCalled" from ${sql.id(name)}`.execute(tx)
    if (states[0]) sequences.push({ sequence: name, ...states[0] })
  }
  return sequences
}

export const setSequence = <T>(tx: Transaction<T>, { sequence, value, isCalled }: Sequence): Promise<unknown> =>
  sql`select setval(${sequence}::regclass, ${value}::bigint, ${isCalled})`.execute(tx)

/**
 * Takes away the references and the triggers of all tables, so that rows can come in any order and trigger nothing. Returns
 * a function that restores them and checks all references. Only the owner of the tables may do this, as for migrations.
 */
export async function suspendRules<T>(tx: Transaction<T>): Promise<() => Promise<void>> {
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`.execute(tx)
  const { rows: triggered } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger as t join pg_class as c on c.oid = tgrelid
    where not tgisinternal and tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`.execute(tx)
  const alter = (table: string, change: string) => sql.raw(`alter table ${table} ${change}`).execute(tx)
  for (const { table, name } of references) await alter(table, `drop constraint "${name}"`)
  for (const { table } of triggered) await alter(table, 'disable trigger user')
  return async () => {
    for (const { table } of triggered) await alter(table, 'enable trigger user')
    for (const { table, name, definition } of references) await alter(table, `add constraint "${name}" ${definition}`)
  }
}
