import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { notifyWorkers } from './delivery-queue-store.ts'
import { createUnknownPrefixError } from '../keys/key-commands.ts'
import { findKey, hasActiveKey, listKeyRows } from '../keys/store.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import { toSubscriptionResponse } from './subscriptions.ts'
import {
  type SubscriptionRow,
  activate,
  announceSubscription,
  deactivate,
  deleteSubscription,
  findAnySubscription,
  listAllSubscriptions,
  lockOwner,
  lockSubscription,
} from './subscription-store.ts'

/** `launchscore webhooks list`: all subscriptions, or those of one key's lineage. */
export async function listCommand(deps: Deps, { key }: { key?: string }): Promise<CommandResult> {
  const rows = await listRows(deps, key)
  const prefixes = await findPrefixes(deps)
  const now = deps.clock.now()
  const json = rows.map((row) => ({ ...toSubscriptionResponse(row, now), key: prefixes.get(row.ownerId) ?? null }))
  const lines = json.map(({ id, active, disabledReason, pausedUntil, key, endpoint, events }) => {
    const paused = pausedUntil ? `paused until ${pausedUntil}` : 'active'
    return [id, active ? paused : `inactive (${disabledReason})`, key, events.join(','), endpoint].join('  ')
  })
  return { lines: lines.length > 0 ? lines : ['no subscriptions'], json }
}

const batchSize = 500

async function listRows({ db }: Deps, prefix: string | undefined): Promise<SubscriptionRow[]> {
  const key = prefix === undefined ? undefined : await findKey(db, prefix)
  if (prefix !== undefined && !key) throw createUnknownPrefixError()
  const rows: SubscriptionRow[] = []
  for (let afterId = ''; ;) {
    const batch = await listAllSubscriptions(db, afterId, batchSize)
    rows.push(...batch.filter(({ ownerId }) => !key || ownerId === key.rootId))
    if (batch.length < batchSize) return rows
    afterId = batch.at(-1)?.id ?? ''
  }
}

async function findPrefixes({ db }: Deps): Promise<Map<string, string>> {
  const keys = await listKeyRows(db)
  return new Map(keys.toReversed().map(({ rootId, prefix }) => [rootId, prefix]))
}

/** `launchscore webhooks disable`: stops a subscription. Its owner can't resume it. */
export async function disableCommand({ db, clock }: Deps, id: string): Promise<CommandResult> {
  await changeSubscription(db, id, async (tx, row) => {
    await deactivate(tx, row, { reason: 'operator', now: clock.now() })
  })
  return { lines: [`${id} is disabled`], json: { id, active: false } }
}

/** `launchscore webhooks enable`: resumes deliveries, regardless of why they stopped. */
export async function enableCommand({ db, clock }: Deps, id: string): Promise<CommandResult> {
  await changeSubscription(db, id, async (tx, row) => {
    if (!(await hasActiveKey(tx, row.ownerId, clock.now())))
      throw new Error(
        'all API keys of this subscription are revoked; issue a successor first: keys issue --successor-of',
      )
    await activate(tx, row, clock.now())
    await notifyWorkers(tx)
  })
  return { lines: [`${id} is active`], json: { id, active: true } }
}

/** `launchscore webhooks delete`: deletes a subscription. Its queued deliveries are not sent. */
export async function deleteCommand({ db }: Deps, id: string): Promise<CommandResult> {
  await changeSubscription(db, id, async (tx, row) => void (await deleteSubscription(tx, row)))
  return { lines: [`${id} is deleted`], json: { id, deleted: true } }
}

const changeSubscription = (
  db: Deps['db'],
  id: string,
  change: (tx: Tx, row: SubscriptionRow) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await findAnySubscription(tx, id)
    if (found) await lockOwner(tx, found.ownerId)
    const row = found && (await lockSubscription(tx, found))
    if (!row) throw new Error('no subscription with this id; see webhooks list')
    await change(tx, row)
    await announceSubscription(tx, id)
  })
