import { useState } from 'preact/hooks'
import type { AdminAppeal, AdminAppeals } from '../../../../contract/schemas/appeal.ts'
import type { AdminIncident, AdminIncidents } from '../../../../contract/schemas/incident.ts'
import type { AdminAnalytics, AdminKeys, AdminStatus, AdminTakedowns } from '../../../../contract/schemas/admin.ts'
import type { AdminBudgets, AdminHours, LimitedCallerList } from '../../../../contract/schemas/operations.ts'
import type { FailingWebhooks } from '../../../../contract/schemas/failing-webhook.ts'
import { type Asked as ApiAsked, type ApiRequest, askApi } from '../../browser/ask.ts'
import { operatorWords as t } from '../../words/operator.ts'

export type Asked<T> = ApiAsked<T, Refusal>

export interface Refusal {
  kind: 'token' | 'not-configured' | 'connection' | 'other'
  /** A sentence that says what to do next. */
  message: string
}

/** Reads one of the operators' routes. */
export async function ask<T>(token: string, path: string): Promise<Asked<T>> {
  const asked = await send<T>(token, path, {})
  if ('response' in asked) return asked
  const { status, code } = asked.refusal
  if (status === 401) return { refusal: { kind: 'token', message: t.wrongToken } }
  if (code === 'not_configured') return { refusal: { kind: 'not-configured', message: t.notConfigured } }
  return { refusal: toSentence(asked.refusal) }
}

/** Sends a change to one of the operators' routes. A 401 keeps the service's message here: a read-only token is valid. */
async function tell<T>(token: string, path: string, body: object): Promise<Asked<T>> {
  const asked = await send<T>(token, path, { method: 'POST', body })
  return 'response' in asked ? asked : { refusal: toSentence(asked.refusal) }
}

const send = <T>(token: string, path: string, request: ApiRequest) =>
  askApi<T>(`/v1/admin/${path}`, { ...request, token }, t)

const toSentence = ({ status, message }: { status: number | null; message: string }): Refusal => ({
  kind: status === null ? 'connection' : 'other',
  message,
})

/** `fetch` throws when a header has other characters. */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)

/** The most that the API lists at once. */
const maxListed = 50
const closedShown = 10

/** The open appeals, then the newest answered ones. */
const askForAppeals = (token: string): Promise<Asked<AdminAppeal[]>> =>
  askForOpenFirst<AdminAppeals, AdminAppeal>(token, {
    path: 'appeals',
    closed: 'answered',
    list: ({ appeals }) => appeals,
    getId: ({ appealId }) => appealId,
  })

/** The unresolved incidents, then the newest resolved ones. */
const askForIncidents = (token: string): Promise<Asked<AdminIncident[]>> =>
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

/** All open records, then the newest closed ones. */
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
  // A record that was closed between the two responses is in both; the later one wins.
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

/** Everything that the page refreshes. Each part is its response or the reason why it is missing. */
export interface Snapshot {
  status: AdminStatus
  /** The round-trip time of the request. */
  milliseconds: number
  hours: Asked<AdminHours>
  budgets: Asked<AdminBudgets>
  failing: Asked<FailingWebhooks>
  limited: Asked<LimitedCallerList>
  incidents: Asked<AdminIncident[]>
  appeals: Asked<AdminAppeal[]>
  analytics: Asked<AdminAnalytics>
  keys: Asked<AdminKeys>
  takedowns: Asked<AdminTakedowns>
}

/** Asks one route first, so that a wrong token fails once instead of ten times. */
export async function loadSnapshot(token: string): Promise<{ snapshot: Snapshot } | { refusal: Refusal }> {
  const askedAt = performance.now()
  const status = await ask<AdminStatus>(token, 'status')
  const milliseconds = performance.now() - askedAt
  if ('refusal' in status) return status
  const [hours, budgets, failing, limited, incidents, appeals, analytics, keys, takedowns] = await Promise.all([
    ask<AdminHours>(token, 'hours'),
    ask<AdminBudgets>(token, 'budgets'),
    ask<FailingWebhooks>(token, 'webhooks/failing'),
    ask<LimitedCallerList>(token, 'limited-callers'),
    askForIncidents(token),
    askForAppeals(token),
    ask<AdminAnalytics>(token, 'analytics'),
    ask<AdminKeys>(token, 'api-keys'),
    ask<AdminTakedowns>(token, 'takedowns?limit=10'),
  ])
  const parts = { hours, budgets, failing, limited, incidents, appeals, analytics, keys, takedowns }
  return { snapshot: { status: status.response, milliseconds, ...parts } }
}

/** Sends the changes of a form and keeps their state: whether a request runs, and why the last one was refused. */
export function useSend(token: string) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async <T>(path: string, body: object): Promise<T | null> => {
    setBusy(true)
    const asked = await tell<T>(token, path, body)
    setBusy(false)
    setProblem('refusal' in asked ? asked.refusal.message : '')
    return 'response' in asked ? asked.response : null
  }
  return { isBusy, problem, setProblem, send }
}
