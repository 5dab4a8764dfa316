import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import type { Impact, Incident, UpdateKind } from '../../contract/news.ts'

export type IncidentState = 'open' | 'resolved'

export interface IncidentRecord extends Incident {
  /** `actor` is null for updates from before actors were recorded. */
  updates: (Incident['updates'][number] & { actor: string | null })[]
}

export async function insertIncident(
  tx: Tx,
  { id, title, impact, openedAt }: { id: string; title: string; impact: Impact; openedAt: Date },
): Promise<void> {
  await tx.insertInto('incidents').values({ id, title, impact, opened_at: openedAt }).execute()
}

export async function insertUpdate(
  tx: Tx,
  update: { id: string; incidentId: string; kind: UpdateKind; body: string; actor: string; postedAt: Date },
): Promise<void> {
  const { id, incidentId, kind, body, actor, postedAt } = update
  await tx
    .insertInto('incident_updates')
    .values({ id, incident_id: incidentId, kind, body, actor, posted_at: postedAt })
    .execute()
}

/** Locks an incident until the transaction ends; `resolvedAt` is null while it is unresolved. */
export const lockIncident = (tx: Tx, id: string): Promise<{ resolvedAt: Date | null } | undefined> =>
  tx.selectFrom('incidents').select('resolved_at as resolvedAt').where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateResolvedAt(tx: Tx, id: string, resolvedAt: Date): Promise<void> {
  await tx.updateTable('incidents').set({ resolved_at: resolvedAt }).where('id', '=', id).execute()
}

const incidents = (db: Db) =>
  db
    .selectFrom('incidents as i')
    .select(['i.id', 'i.title', 'i.impact', 'i.opened_at', 'i.resolved_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('incident_updates as u')
          .select(['u.kind', 'u.body', 'u.actor', 'u.posted_at'])
          .whereRef('u.incident_id', '=', 'i.id')
          .orderBy('u.posted_at')
          .orderBy('u.id'),
      ).as('updates'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof incidents>['execute']>>[number]

const toRecord = ({ id, title, impact, opened_at, resolved_at, updates }: Row): IncidentRecord => ({
  id,
  title,
  impact,
  openedAt: opened_at.toISOString(),
  resolvedAt: resolved_at?.toISOString() ?? null,
  updates: updates.map(({ kind, body, actor, posted_at }) => {
    const postedAt = new Date(posted_at).toISOString()
    return { kind, body, actor, postedAt }
  }),
})

/** The public isn't told which operator writes. */
export const withoutActors = ({ updates, ...incident }: IncidentRecord): Incident => ({
  ...incident,
  updates: updates.map(({ kind, body, postedAt }) => ({ kind, body, postedAt })),
})

export async function listIncidents(db: Db, limit: number): Promise<Incident[]> {
  return (await listIncidentRecords(db, { limit: limit - 1, after: null, state: null })).map(withoutActors)
}

/** One more than `limit` when the list continues. */
export async function listIncidentRecords(
  db: Db,
  { limit, after, state }: PageRequest & { state: IncidentState | null },
): Promise<IncidentRecord[]> {
  let newest = incidents(db)
    .orderBy('i.opened_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
  if (after) newest = newest.where(sql<boolean>`(i.opened_at, i.id) < (${after.at}, ${after.id})`)
  if (state) newest = newest.where('i.resolved_at', state === 'open' ? 'is' : 'is not', null)
  return (await newest.execute()).map(toRecord)
}

export async function getIncident(db: Db, id: string): Promise<IncidentRecord> {
  return toRecord(await incidents(db).where('i.id', '=', id).executeTakeFirstOrThrow())
}
