import type { AdminAppeal, AdminAppeals, AdminIncident, AdminIncidents } from '../../pages.ts'
import { type Asked, ask } from './ask.ts'

/** The most that the API lists at once. */
const maxListed = 50
const closedShown = 10

/** The open appeals, which wait for an answer, before the newest of the others. */
export async function askForAppeals(token: string): Promise<Asked<AdminAppeal[]>> {
  const [open, answered] = await Promise.all([
    askForAll<AdminAppeals>(token, `appeals?state=open&limit=${maxListed}`),
    ask<AdminAppeals>(token, `appeals?state=answered&limit=${closedShown}`),
  ])
  if ('refusal' in open) return open
  if ('refusal' in answered) return answered
  const listed = [...open.response, answered.response].flatMap(({ appeals }) => appeals)
  // An appeal that is answered between the responses is in both, and its answer in the last.
  return { response: [...new Map(listed.map((appeal) => [appeal.appealId, appeal])).values()] }
}

/** The unresolved incidents, however old they are, before the newest of the others. */
export async function askForIncidents(token: string): Promise<Asked<AdminIncident[]>> {
  const [open, resolved] = await Promise.all([
    askForAll<AdminIncidents>(token, `incidents?state=open&limit=${maxListed}`),
    ask<AdminIncidents>(token, `incidents?state=resolved&limit=${closedShown}`),
  ])
  if ('refusal' in open) return open
  if ('refusal' in resolved) return resolved
  const listed = [...open.response, resolved.response].flatMap(({ incidents }) => incidents)
  // An incident that is resolved between the responses is in both, and its end in the last.
  return { response: [...new Map(listed.map((incident) => [incident.id, incident])).values()] }
}

/** Every page of a list. */
async function askForAll<Page extends { nextCursor: string | null }>(
  token: string,
  path: string,
): Promise<Asked<Page[]>> {
  const pages: Page[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked: Asked<Page> = await ask<Page>(token, cursor === '' ? path : `${path}&cursor=${cursor}`)
    if ('refusal' in asked) return asked
    pages.push(asked.response)
    cursor = asked.response.nextCursor
  }
  return { response: pages }
}
