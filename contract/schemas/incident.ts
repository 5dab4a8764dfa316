import { type Static, Type } from 'typebox'
import type { Impact, UpdateKind } from '../news.ts'
import { nullable, pageResponse, ref, time } from '../schema.ts'

export const impacts = ['minor', 'major'] as const satisfies Impact[]

/** The most characters of an incident's texts. */
export const longest = { title: 120, body: 5000 }

const title = Type.String({ minLength: 1, maxLength: longest.title, description: 'One line. It is public' })
const body = Type.String({ minLength: 1, maxLength: longest.body, description: 'It is public' })
const impact = Type.Unsafe<Impact>({ type: 'string', enum: [...impacts] })

export const NewIncident = Type.Object(
  {
    title,
    body,
    impact: Type.Optional(Type.Unsafe<Impact>({ ...impact, description: 'Defaults to `minor`' })),
  },
  { $id: 'NewIncident', additionalProperties: false, description: 'A new incident with its first update' },
)

export const NewIncidentUpdate = Type.Object(
  { body },
  { $id: 'NewIncidentUpdate', additionalProperties: false, description: 'An update of an incident' },
)

export const IncidentResolution = Type.Object(
  { body: Type.Optional(Type.String({ ...body, description: 'The last update; defaults to `Resolved.`' })) },
  { $id: 'IncidentResolution', additionalProperties: false, description: 'The end of an incident' },
)

const AdminIncidentUpdate = Type.Object(
  {
    kind: Type.Unsafe<UpdateKind>({ type: 'string', enum: ['opened', 'updated', 'resolved'] }),
    body: Type.String(),
    actor: nullable(
      Type.String({ description: 'The name of the admin token, or the account that ran the command-line tool' }),
    ),
    postedAt: time('When the update was posted'),
  },
  { $id: 'AdminIncidentUpdate' },
)

export const AdminIncident = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    impact,
    openedAt: time('When the incident was opened'),
    resolvedAt: nullable(time('When it was resolved; null while it lasts')),
    updates: Type.Array(ref(AdminIncidentUpdate), { description: 'Oldest first' }),
  },
  { $id: 'AdminIncident', description: 'An incident with its updates and their operators' },
)
export type AdminIncident = Static<typeof AdminIncident>

export const AdminIncidents = Type.Object(
  { incidents: Type.Array(ref(AdminIncident)), ...pageResponse },
  { $id: 'AdminIncidents' },
)
export type AdminIncidents = Static<typeof AdminIncidents>

export const incidentSchemas = [
  NewIncident,
  NewIncidentUpdate,
  IncidentResolution,
  AdminIncidentUpdate,
  AdminIncident,
  AdminIncidents,
]
