import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import type { ApiKey } from './schemas.ts'
import { shownKey } from './shown-key.ts'
import { listKeyRows } from './store.ts'

/** launchscore keys list */
export const listKeysCommand: Command<Deps> = {
  usage: 'keys list',
  summary: 'all keys, the newest first',
  run: async ({ db, clock }) => {
    const keys = (await listKeyRows(db)).map(shownKey)
    const now = clock.now().toISOString()
    return { lines: keys.length > 0 ? keys.map((key) => lineFor(key, now)) : ['no key has been issued'], json: keys }
  },
}

const lineFor = (key: ApiKey, now: string): string =>
  [key.prefix, key.tier.padEnd(10), stateOf(key, now).padEnd(32), `${key.label} (${key.owner})`].join('  ')

/** `active`, until when, or since when no more. */
export function stateOf({ revokedAt, endsAt }: Pick<ApiKey, 'revokedAt' | 'endsAt'>, now: string): string {
  if (revokedAt) return `revoked ${revokedAt}`
  if (!endsAt) return 'active'
  return endsAt <= now ? `revoked ${endsAt}` : `ends ${endsAt}`
}
