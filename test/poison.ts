import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Database, Db } from '../src/database/db.ts'

export const poisoned = /the row is poisoned/

/** Makes every write of a row of the table fail whose column has the value. */
export async function poison(
  t: TestContext,
  db: Db,
  table: keyof Database,
  [column, value]: [string, string],
): Promise<void> {
  await sql`
    create or replace function refuse_row() returns trigger language plpgsql as $$ begin
      if to_jsonb(new) ->> tg_argv[0] = tg_argv[1] then raise exception 'the row is poisoned'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refuse_row before insert or update on ${sql.table(table)}
    for each row execute function refuse_row(${sql.lit(column)}, ${sql.lit(value)})`.execute(db)
  t.after(() => sql`drop trigger if exists refuse_row on ${sql.table(table)}`.execute(db))
}
