import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../database/db.ts'
import type { Impact, Incident, UpdateKind } from './incident.ts'

export async function insertIncident(
  tx: Tx,
  { id, title, impact, openedAt }: { id: string; title: string; impact: Impact; openedAt: Date },
): Promise<void> {
  await tx.insertInto('incidents').values({ id, title, impact, opened_at: openedAt }).execute()
}

export async function insertUpdate(
  tx: Tx,
  update: { id: string; incidentId: string; kind: UpdateKind; body: string; postedAt: Date },
): Promise<void> {
  const { id, incidentId, kind, body, postedAt } = update
  await tx
    .insertInto('incident_updates')
    .values({ id, incident_id: incidentId, kind, body, posted_at: postedAt })
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
          .select(['u.kind', 'u.body', 'u.posted_at'])
          .whereRef('u.incident_id', '=', 'i.id')
          .orderBy('u.posted_at')
          .orderBy('u.id'),
      ).as('updates'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof incidents>['execute']>>[number]

const shown = ({ id, title, impact, opened_at, resolved_at, updates }: Row): Incident => ({
  id,
  title,
  impact,
  openedAt: opened_at.toISOString(),
  resolvedAt: resolved_at?.toISOString() ?? null,
  updates: updates.map(({ kind, body, posted_at }) => ({ kind, body, postedAt: new Date(posted_at).toISOString() })),
})

/** Incidents with their updates, newest first. */
export async function listIncidents(db: Db, limit: number): Promise<Incident[]> {
  const rows = await incidents(db).orderBy('i.opened_at', 'desc').orderBy('i.id', 'desc').limit(limit).execute()
  return rows.map(shown)
}

export async function getIncident(db: Db, id: string): Promise<Incident> {
  return shown(await incidents(db).where('i.id', '=', id).executeTakeFirstOrThrow())
}
