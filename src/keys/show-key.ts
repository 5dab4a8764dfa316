import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { stateOf } from './list-keys.ts'
import { unknownPrefix } from './revoke-key.ts'
import type { ApiKey } from './schemas.ts'
import { shownKey } from './shown-key.ts'
import { findKey, listAudit } from './store.ts'

/** launchscore keys show */
export const showKeyCommand: Command<Deps> = {
  usage: 'keys show <prefix>',
  summary: 'one key, and what was done to it',
  run: async ({ db, clock }, { positionals: [prefix = ''] }) => {
    const row = await findKey(db, prefix)
    if (!row) throw unknownPrefix()
    const history = (await listAudit(db, row.id)).map(shownAct)
    const key = shownKey(row)
    return { lines: linesFor(key, history, clock.now().toISOString()), json: { ...key, history } }
  },
}

type Act = ReturnType<typeof shownAct>

const shownAct = ({ action, actor, done_at: doneAt }: Awaited<ReturnType<typeof listAudit>>[number]) => ({
  action,
  actor,
  at: doneAt.toISOString(),
})

const linesFor = (key: ApiKey, history: Act[], now: string): string[] => [
  `${key.prefix}  ${key.tier}  ${stateOf(key, now)}`,
  `label ${key.label}, owner ${key.owner}`,
  `last used ${key.lastUsedAt ?? 'never'}`,
  ...history.map(({ action, actor, at }) => `${at}  ${action} by ${actor}`),
]
