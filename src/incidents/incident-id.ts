import { Type } from 'typebox'

export const IncidentId = Type.Object({ id: Type.String({ format: 'uuid', description: 'the id of an incident' }) })
