import { sql } from 'kysely'
import type { ReminderChannel } from '../database/column-types.ts'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import { dayMs, hourMs } from '../../contract/time.ts'
import type { HashedNetwork } from '../platform/client-network.ts'
import type { Page } from './channels/send-to-each.ts'
import { isNotified } from './subscription-store.ts'

interface Address {
  channel: ReminderChannel
  addressHash: string
}

/** Counts the requests of the launch, and those of the last day from the network and from its site (IPv6 /48). */
export async function countReminders(
  tx: Tx,
  { enrollmentId, network, site, now }: HashedNetwork & { enrollmentId: string; now: Date },
): Promise<{ ofLaunch: number; ofNetwork: number; ofSite: number }> {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ ofLaunch: number; ofNetwork: number; ofSite: number }>`select
    (select count(*)::int from reminders where enrollment_id = ${enrollmentId}) as "ofLaunch",
    (select count(*)::int from reminders where network = ${network} and asked_at > ${since}) as "ofNetwork",
    (select count(*)::int from reminders where site = ${site} and asked_at > ${since}) as "ofSite"`.execute(tx)
  return rows[0] ?? { ofLaunch: 0, ofNetwork: 0, ofSite: 0 }
}

interface NewReminder extends Address, Partial<HashedNetwork> {
  id: string
  enrollmentId: string
  /** Makes the encrypted address of the row with this id. */
  seal: (id: string) => string
  isConfirmed: boolean
  now: Date
}

/** A repeated request has another day to confirm. A confirmed one stays confirmed and a refused one refused: neither gets a mail. */
export async function upsertReminder(tx: Tx, given: NewReminder): Promise<void> {
  const { id, enrollmentId, channel, addressHash, seal, isConfirmed, network = null, site = null, now } = given
  const known = await tx
    .selectFrom('reminders')
    .select('id')
    .where('enrollment_id', '=', enrollmentId)
    .where('channel', '=', channel)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  const address = seal(known?.id ?? id)
  const confirmedAt = isConfirmed ? now : null
  const mailDueAt = isConfirmed ? null : now
  const mailedBefore = new Date(now.getTime() - hourMs)
  await sql`
    insert into reminders (id, enrollment_id, channel, address, address_hash, asked_at, confirmed_at, mail_due_at, network, site)
    values (${id}, ${enrollmentId}, ${channel}, ${address}, ${addressHash}, ${now}, ${confirmedAt}, ${mailDueAt},
      ${network}, ${site})
    on conflict (enrollment_id, channel, address_hash) do update set
      address = case when reminders.refused_at is null then excluded.address end, asked_at = excluded.asked_at, network = excluded.network, site = excluded.site,
      confirmed_at = coalesce(reminders.confirmed_at, excluded.confirmed_at),
      mail_due_at = case when reminders.confirmed_at is not null then null
        when reminders.address is not null and reminders.mailed_at > ${mailedBefore} then reminders.mail_due_at
        else excluded.mail_due_at end`.execute(tx)
}

export interface DueConfirmation {
  id: string
  name: string
  symbol: string
  isHidden: boolean
  /** Encrypted. */
  address: string
  failures: number
}

/** Confirmation mails in a day to addresses that didn't confirm. More would make the sender look like a spammer. */
const unansweredMails = 1_000
/** Confirmation mails to one address until it confirms. */
const unansweredMailsOfAddress = 3

/**
 * Claims the confirmation mail that is due longest, at most one an hour for an address. It counts as sent from here on, so
 * that nobody gets it twice.
 */
export const claimConfirmation = (db: Db, now: Date): Promise<DueConfirmation | undefined> =>
  db.transaction().execute(async (tx) => {
    const [hourAgo, dayAgo] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
    // One replica at a time counts the mails of the others.
    await sql`select pg_advisory_xact_lock(hashtextextended('confirmation mails', 84))`.execute(tx)
    const { rows } = await sql<DueConfirmation>`
      update reminders r set mail_due_at = null, mailed_at = ${now}, mails = mails + 1
      from enrollments e join submissions u on u.id = e.submission_id
      where e.id = r.enrollment_id and r.id = (
        select due.id from reminders due
        where due.mail_due_at <= ${now} and due.confirmed_at is null and due.address is not null
          and due.asked_at > ${dayAgo}
          and not exists (select from reminders o where o.address_hash = due.address_hash and o.refused_at is not null)
          and not exists (select from reminders o where o.address_hash = due.address_hash and o.mailed_at > ${hourAgo})
          and (select coalesce(sum(o.mails), 0) from reminders o
            where o.address_hash = due.address_hash and o.confirmed_at is null) < ${unansweredMailsOfAddress}
          and (select coalesce(sum(o.mails), 0) from reminders o
            where o.confirmed_at is null and o.asked_at > ${dayAgo}) < ${unansweredMails}
        order by due.mail_due_at, due.id limit 1 for update skip locked)
      returning r.id, u.name, u.symbol, u.hidden_reason is not null as "isHidden", r.address, r.failures`.execute(tx)
    return rows[0]
  })

/** The server certainly didn't take the mail. */
export async function postponeConfirmation(db: Db, id: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('reminders')
    .set(({ eb }) => ({
      mail_due_at: dueAt,
      mailed_at: null,
      mails: eb('mails', '-', 1),
      failures: eb('failures', '+', 1),
    }))
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('address', 'is not', null)
    .execute()
}

export const findReminderWords = (db: Db, enrollmentId: string): Promise<{ name: string; symbol: string }> =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .select(['u.name', 'u.symbol'])
    .where('e.id', '=', enrollmentId)
    .executeTakeFirstOrThrow()

export interface ReminderState {
  enrollmentId: string
  name: string
  isConfirmed: boolean
  /** The address is deleted, or was not confirmed within a day. */
  isOver: boolean
}

export async function findReminder(db: Db, id: string, now: Date): Promise<ReminderState | undefined> {
  const { rows } = await sql<ReminderState>`
    select r.enrollment_id as "enrollmentId", u.name, r.confirmed_at is not null as "isConfirmed",
      r.address is null or (r.confirmed_at is null and r.asked_at <= ${new Date(now.getTime() - dayMs)}) as "isOver"
    from reminders r join enrollments e on e.id = r.enrollment_id join submissions u on u.id = e.submission_id
    where r.id = ${id}`.execute(db)
  return rows[0]
}

export async function confirmReminder(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ confirmed_at: now, mail_due_at: null })
    .where('id', '=', id)
    .where('address', 'is not', null)
    .where('confirmed_at', 'is', null)
    .execute()
}

const noAddress = { address: null, confirmed_at: null, mail_due_at: null }

/** Deletes the addresses; the rows follow after a day. */
export async function stopReminders(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('reminders')
    .set(noAddress)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Deletes the address, and for 30 days it gets no confirmation mail of any launch. */
export async function refuseReminder(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ ...noAddress, refused_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes the reminders of all launches. No row is kept, because a chat gets no confirmation mails. */
export async function deleteRemindersOf(db: Db, { channel, addressHash }: Address): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('reminders')
    .where('channel', '=', channel)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countRemindersOf(tx: Tx, { channel, addressHash }: Address): Promise<number> {
  const { count } = await tx
    .selectFrom('reminders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('channel', '=', channel)
    .where('address_hash', '=', addressHash)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The launches and channels that somebody waits for, as `<channel> <enrollmentId>`. */
export async function listAwaited(tx: Tx, enrollmentIds: string[]): Promise<Set<string>> {
  if (enrollmentIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('reminders')
    .select(['channel', 'enrollment_id'])
    .distinct()
    .where('enrollment_id', '=', sql<string>`any(${enrollmentIds})`)
    .where('confirmed_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ channel, enrollment_id }) => `${channel} ${enrollment_id}`))
}

interface Reminded {
  id: string
  /** Encrypted. */
  address: string
  isNotified: boolean
}

export async function listReminded(
  db: Db,
  channel: ReminderChannel,
  { enrollmentId, afterId, limit, ...slot }: Page,
): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    select id, address, ${isNotified(slot)} as "isNotified"
    from reminders
    where enrollment_id = ${enrollmentId} and channel = ${channel} and confirmed_at is not null and address is not null
      and (${afterId}::uuid is null or id > ${afterId}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows
}

/** How long reminders of a launch without a time are kept, and refusals. */
const longestMs = 30 * dayMs

/**
 * Deletes addresses that were not confirmed or were stopped, after a day; those of a launch an hour after its time, when the
 * last message is out; those of a launch that has had no time for a month; and refusals after a month.
 */
export const deleteOldReminders = (db: Db, now: Date, signal: AbortSignal): Promise<number> => {
  const [hourAgo, dayAgo] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
  const monthAgo = new Date(now.getTime() - longestMs)
  const where = sql`case when refused_at is not null then refused_at <= ${monthAgo}
    when confirmed_at is null then asked_at <= ${dayAgo}
    else exists (
      select from enrollments e left join launch_pages p on p.enrollment_id = e.id
      where e.id = reminders.enrollment_id and (e.scheduled_for <= ${hourAgo} or (e.scheduled_for is null
        and greatest(reminders.asked_at, p.updated_at) <= ${monthAgo}))) end`
  return deleteRows(db, { table: 'reminders', where }, signal)
}
