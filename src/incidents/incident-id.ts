import { Type } from 'typebox'

/** The parameter of the operators’ routes about one incident. */
export const IncidentId = Type.Object({ id: Type.String({ format: 'uuid', description: 'the id of an incident' }) })
