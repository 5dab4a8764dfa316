import type { Deps } from '../../deps.ts'
import type { CommandResult } from '../../platform/cli/command.ts'
import { getState } from './list-keys.ts'
import { createUnknownPrefixError } from './create-unknown-prefix-error.ts'
import type { ApiKey } from '../../../contract/schemas/key.ts'
import { toApiKey } from '../to-api-key.ts'
import { findKey, listAudit } from '../store.ts'

/** launchscore keys show */
export async function showKeyCommand({ db, clock }: Deps, prefix: string): Promise<CommandResult> {
  const row = await findKey(db, prefix)
  if (!row) throw createUnknownPrefixError()
  const history = (await listAudit(db, row.id)).map(toAct)
  const key = toApiKey(row)
  return { lines: formatLines(key, history, clock.now().toISOString()), json: { ...key, history } }
}

type Act = ReturnType<typeof toAct>

const toAct = ({ action, actor, doneAt }: Awaited<ReturnType<typeof listAudit>>[number]) => ({
  action,
  actor,
  at: doneAt.toISOString(),
})

const formatLines = (key: ApiKey, history: Act[], now: string): string[] => [
  `${key.prefix}  ${key.tier}  ${getState(key, now)}`,
  `label ${key.label}, owner ${key.owner}${key.vouch ? ', vouches' : ''}`,
  `last used ${key.lastUsedAt ?? 'never'}`,
  ...history.map(({ action, actor, at }) => `${at}  ${action} by ${actor}`),
]
