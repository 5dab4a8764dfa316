import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'

export interface ClaimedSend {
  id: string
  slotId: string
  claim: string
  attempts: number
  receipt: string | null
}

/**
 * Claims one due, unclaimed send of a channel, unless the channel is paused: the earliest to expire, of the creator who has
 * waited longest, of the network that has waited longest. So a network with many launches and wallets delays each message of
 * another network by one message only.
 */
export async function claimDueSend(
  db: Db,
  { channel, claim, now, until }: { channel: string; claim: string; now: Date; until: Date },
): Promise<ClaimedSend | undefined> {
  const { rows } = await sql<Omit<ClaimedSend, 'claim'>>`
    with due as (
      select sends.id, sends.enrolled_from, sends.creator from notification_sends as sends
        left join notification_turns as network on network.channel = ${channel}
          and network.enrolled_from = sends.enrolled_from and network.creator = ''
        left join notification_turns as own on own.channel = ${channel}
          and own.enrolled_from = sends.enrolled_from and own.creator = sends.creator
      where sends.channel = ${channel} and state = 'pending' and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
        and not exists (select from paused_channels as paused
          where paused.channel = ${channel} and paused.until > ${now})
      order by network.turn nulls first, own.turn nulls first, useful_until, next_attempt_at, sends.id
      limit 1 for update of sends skip locked),
    turned as (
      insert into notification_turns (channel, enrolled_from, creator, turn, taken_at)
      select ${channel}, enrolled_from, whose, nextval('notification_turn'), ${now}
      from (select enrolled_from, '' as whose from due union select enrolled_from, creator from due order by whose) as taken
      on conflict (channel, enrolled_from, creator)
        do update set turn = excluded.turn, taken_at = excluded.taken_at)
    update notification_sends as sends set claim = ${claim}, claimed_until = ${until}, attempts = attempts + 1
    from due where sends.id = due.id
    returning sends.id, slot_id as "slotId", attempts, receipt`.execute(db)
  const [row] = rows
  return row && { ...row, claim }
}

export const deleteTurns = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'notification_turns', where: sql`taken_at < ${before}` }, signal)

/** Counts the announcements since then on each of these channels, by the announcers of these slots. */
export async function countAnnouncements(
  tx: Tx,
  { channels, slots, since }: { channels: string[]; slots: AnnouncementSource[]; since: Date },
): Promise<(AnnouncementSource & { channel: string; count: number })[]> {
  if (channels.length === 0 || slots.length === 0) return []
  // serialises the fan-outs of all channels and replicas, so that each counts the sends of the others
  await sql`select pg_advisory_xact_lock(hashtextextended('announcements', 84))`.execute(tx)
  const { rows } = await sql<AnnouncementSource & { channel: string; count: number }>`
    select channel, creator, enrolled_from as "enrolledFrom", count(*)::int as count
    from notification_sends as sends join notification_slots as slots on slots.id = slot_id
    where fanned_out_at >= ${since} and channel = any(${channels}) and sends.state <> 'skipped'
      and (creator = any(${slots.map(({ creator }) => creator)})
        or enrolled_from = any(${slots.map(({ enrolledFrom }) => enrolledFrom)}))
    group by channel, creator, enrolled_from`.execute(tx)
  return rows
}

export interface AnnouncementSource {
  /** The hash of the network that enrolled the launch; empty if unknown. */
  enrolledFrom: string
  creator: string
}

/** Messages per UTC day on each shared channel (Discord, Telegram, e-mail): the three slots of four launches. */
const announcementsPerCreator = 12
/** The same for all creators of one network, because new wallets cost nothing. */
const announcementsPerNetwork = 120

export function createAnnouncementQuota(
  made: readonly (AnnouncementSource & { count: number })[],
): (by: AnnouncementSource) => boolean {
  const counts = new Map<string, number>()
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
  const toKeys = ({ creator, enrolledFrom }: AnnouncementSource) =>
    [`creator ${creator}`, `network ${enrolledFrom}`] as const
  for (const { count, ...by } of made) for (const key of toKeys(by)) add(key, count)
  return (by) => {
    const [creator, network] = toKeys(by)
    if ((counts.get(creator) ?? 0) >= announcementsPerCreator) return false
    if (by.enrolledFrom !== '' && (counts.get(network) ?? 0) >= announcementsPerNetwork) return false
    add(creator, 1)
    add(network, 1)
    return true
  }
}
