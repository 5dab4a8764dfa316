import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { actor } from './actor.ts'
import { announceChange, insertAudit, lockKey, updateRevokedAt } from './store.ts'

type RevokeDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'random'>

/** launchscore keys revoke */
export const revokeKeyCommand: Command<Deps> = {
  usage: 'keys revoke <prefix>',
  summary: 'revoke a key at once, on every replica within a second',
  run: async (deps, { positionals: [prefix = ''] }) => {
    const { revokedAt } = await revokeKey(deps, { prefix, actor: actor() })
    return { lines: [`${prefix} is revoked since ${revokedAt}`], json: { prefix, revokedAt } }
  },
}

/** Revokes a key for ever; one that is revoked already keeps its time. */
export async function revokeKey(
  deps: RevokeDeps,
  { prefix, actor }: { prefix: string; actor: string },
): Promise<{ revokedAt: string }> {
  const { db, keys, clock, random } = deps
  const revokedAt = await db.transaction().execute(async (tx) => {
    const key = await lockKey(tx, prefix)
    if (!key) throw unknownPrefix()
    if (key.revoked_at) return key.revoked_at
    const now = clock.now()
    await updateRevokedAt(tx, key.id, now)
    await insertAudit(tx, { id: random.uuid(), keyId: key.id, action: 'revoked', actor, doneAt: now })
    await announceChange(tx, prefix)
    return now
  })
  keys.forget(prefix)
  return { revokedAt: revokedAt.toISOString() }
}

export const unknownPrefix = () => new Error('there is no key with this prefix: see keys list')
