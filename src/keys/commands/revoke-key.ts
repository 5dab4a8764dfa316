import type { Deps } from '../../deps.ts'
import type { CommandResult } from '../../platform/cli/command.ts'
import { getActor } from '../../platform/cli/get-actor.ts'
import { createUnknownPrefixError } from './create-unknown-prefix-error.ts'
import { announceChange, insertAudit, lockKey, updateRevokedAt } from '../store.ts'

/** launchscore keys revoke */
export async function revokeKeyCommand(deps: Deps, prefix: string): Promise<CommandResult> {
  const { revokedAt } = await revokeKey(deps, { prefix, actor: getActor() })
  return { lines: [`${prefix} was revoked at ${revokedAt}`], json: { prefix, revokedAt } }
}

/** A key that is already revoked keeps its time. */
export async function revokeKey(
  deps: Deps,
  { prefix, actor }: { prefix: string; actor: string },
): Promise<{ revokedAt: string }> {
  const { db, keys, clock, random } = deps
  const revokedAt = await db.transaction().execute(async (tx) => {
    const key = await lockKey(tx, prefix)
    if (!key) throw createUnknownPrefixError()
    if (key.revokedAt) return key.revokedAt
    const now = clock.now()
    await updateRevokedAt(tx, key.id, now)
    await insertAudit(tx, { id: random.uuid(), keyId: key.id, action: 'revoked', actor, doneAt: now })
    await announceChange(tx, prefix)
    return now
  })
  keys.forget(prefix)
  return { revokedAt: revokedAt.toISOString() }
}
