import type { AdminAppeal, AdminAppeals } from '../../../../contract/schemas/appeal.ts'
import type { AdminIncident, AdminIncidents } from '../../../../contract/schemas/incident.ts'
import { type Asked, ask } from './ask.ts'

/** The most that the API lists at once. */
const maxListed = 50
const closedShown = 10

/** The open appeals, which wait for an answer, before the newest of the others. */
export const askForAppeals = (token: string): Promise<Asked<AdminAppeal[]>> =>
  askForOpenFirst<AdminAppeals, AdminAppeal>(token, {
    path: 'appeals',
    closed: 'answered',
    list: ({ appeals }) => appeals,
    getId: ({ appealId }) => appealId,
  })

/** The unresolved incidents, however old they are, before the newest of the others. */
export const askForIncidents = (token: string): Promise<Asked<AdminIncident[]>> =>
  askForOpenFirst<AdminIncidents, AdminIncident>(token, {
    path: 'incidents',
    closed: 'resolved',
    list: ({ incidents }) => incidents,
    getId: ({ id }) => id,
  })

interface Records<Page, One> {
  path: string
  /** The state of those that aren't open. */
  closed: string
  list: (page: Page) => One[]
  getId: (one: One) => string
}

/** All open records, and then the newest of the closed ones. */
async function askForOpenFirst<Page extends { nextCursor: string | null }, One>(
  token: string,
  { path, closed, list, getId }: Records<Page, One>,
): Promise<Asked<One[]>> {
  const [open, ended] = await Promise.all([
    askForAll<Page>(token, `${path}?state=open&limit=${maxListed}`),
    ask<Page>(token, `${path}?state=${closed}&limit=${closedShown}`),
  ])
  if ('refusal' in open) return open
  if ('refusal' in ended) return ended
  const listed = [...open.response, ended.response].flatMap(list)
  // A record that is closed between the responses is in both, and its end in the last.
  return { response: [...new Map(listed.map((one) => [getId(one), one])).values()] }
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
