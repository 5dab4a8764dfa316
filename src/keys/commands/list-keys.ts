import type { Deps } from '../../deps.ts'
import type { CommandResult } from '../../platform/cli/command.ts'
import type { ApiKey } from '../../../contract/schemas/key.ts'
import { toApiKey } from '../to-api-key.ts'
import { listKeyRows } from '../store.ts'

/** launchscore keys list */
export async function listKeysCommand({ db, clock }: Deps): Promise<CommandResult> {
  const keys = (await listKeyRows(db)).map(toApiKey)
  const now = clock.now().toISOString()
  return { lines: keys.length > 0 ? keys.map((key) => formatKey(key, now)) : ['no API keys'], json: keys }
}

const formatKey = (key: ApiKey, now: string): string =>
  [
    key.prefix,
    key.tier.padEnd(10),
    getState(key, now).padEnd(32),
    `${key.label} (${key.owner})${key.vouch ? ', vouches' : ''}`,
  ].join('  ')

/** `active`, `ends` with its end, or `revoked` with its time. */
export function getState({ revokedAt, endsAt }: Pick<ApiKey, 'revokedAt' | 'endsAt'>, now: string): string {
  if (revokedAt) return `revoked ${revokedAt}`
  if (!endsAt) return 'active'
  return endsAt <= now ? `revoked ${endsAt}` : `ends ${endsAt}`
}
