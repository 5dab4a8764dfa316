import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { minuteMs } from '../../contract/time.ts'

/** A bot counts as listening for this long after its last response. */
const heardForMs = 3 * minuteMs

/** The name of the bot, while a replica receives what visitors write to it. */
export async function findBotName(db: Db, botId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('telegram_bots')
    .select('username')
    .where('id', '=', botId)
    .where('heard_at', '>', new Date(now.getTime() - heardForMs))
    .executeTakeFirst()
  return row?.username ?? undefined
}

interface Lease {
  botId: string
  listener: string
  now: Date
  until: Date
}

/** Takes or renews the lease of a bot. Returns the next update to ask for; undefined: another replica listens. */
export async function leaseBot(db: Db, { botId, listener, now, until }: Lease): Promise<number | undefined> {
  const { rows } = await sql<{ nextUpdate: number }>`
    insert into telegram_bots as bot (id, listener, listening_until) values (${botId}, ${listener}, ${until})
    on conflict (id) do update set listener = excluded.listener, listening_until = excluded.listening_until
      where bot.listener = ${listener} or bot.listening_until is null or bot.listening_until <= ${now}
    returning next_update::float8 as "nextUpdate"`.execute(db)
  return rows[0]?.nextUpdate
}

export async function noteHeard(
  db: Db,
  { botId, listener, now, nextUpdate, username }: Omit<Lease, 'until'> & { nextUpdate: number; username: string },
): Promise<void> {
  await db
    .updateTable('telegram_bots')
    .set({ heard_at: now, username, next_update: sql`greatest(next_update, ${nextUpdate}::bigint)` })
    .where('id', '=', botId)
    .where('listener', '=', listener)
    .execute()
}

/** No replica listens before `until`, and pages don't offer the bot. */
export async function pauseBot(db: Db, { botId, until }: Pick<Lease, 'botId' | 'until'>): Promise<void> {
  await db
    .updateTable('telegram_bots')
    .set({ listener: null, listening_until: until, heard_at: null })
    .where('id', '=', botId)
    .execute()
}

/** Lets another replica listen immediately. */
export async function releaseBot(db: Db, { botId, listener }: Pick<Lease, 'botId' | 'listener'>): Promise<void> {
  await db
    .updateTable('telegram_bots')
    .set({ listener: null, listening_until: null })
    .where('id', '=', botId)
    .where('listener', '=', listener)
    .execute()
}
