import type { AdminAppeal } from '../../../../contract/schemas/appeal.ts'
import type { AdminAnalytics, AdminKeys, AdminStatus, AdminTakedowns } from '../../../../contract/schemas/admin.ts'
import type { AdminBudgets, AdminHours, LimitedCallerList } from '../../../../contract/schemas/operations.ts'
import type { AdminIncident } from '../../../../contract/schemas/incident.ts'
import type { FailingWebhooks } from '../../../../contract/schemas/failing-webhook.ts'
import { type Asked, type Refusal, ask } from './ask.ts'
import { askForAppeals, askForIncidents } from './ask-for-records.ts'

/** Everything that the page refreshes, each part or why it is missing. */
export interface Snapshot {
  status: AdminStatus
  /** How long the service took to answer, with the way there and back. */
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

/** Asks one route first, so that a wrong token fails once and not ten times. */
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
