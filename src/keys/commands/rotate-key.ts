import { hourMs } from '../../../contract/durations.ts'
import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { type CommandResult, UsageError } from '../../platform/cli/command.ts'
import { getActor } from '../../platform/cli/get-actor.ts'
import { type IssuedKey, formatIssued, insertNewKey } from './issue-key.ts'
import { parseExpiry } from './parse-expiry.ts'
import { isTestKey } from '../key-form.ts'
import { createUnknownPrefixError } from './create-unknown-prefix-error.ts'
import { type KeyRow, announceChange, insertAudit, lockKey, updateEndsAt, updateRevokedAt } from '../store.ts'

const defaultGraceHours = 48
const maxGraceHours = 720

/** launchscore keys rotate */
export async function rotateKeyCommand(
  deps: Deps,
  prefix: string,
  options: { grace?: string; expires?: string },
): Promise<CommandResult> {
  const graceHours = parseHours(options.grace)
  const expiresAt = parseExpiry(options.expires, deps.clock.now())
  const rotated = await rotateKey(deps, { prefix, graceHours, expiresAt, actor: getActor() })
  return { lines: [...formatIssued(rotated), `${prefix} expires at ${rotated.predecessor.endsAt}`], json: rotated }
}

function parseHours(given: string | undefined): number {
  if (given === undefined) return defaultGraceHours
  const hours = /^\d{1,3}(\.\d{1,4})?$/.test(given) ? Number(given) : Infinity
  if (hours > maxGraceHours) throw new UsageError(`--grace must be a number of hours from 0 to ${maxGraceHours}`)
  return hours
}

interface RotatedKey extends IssuedKey {
  predecessor: { prefix: string; endsAt: string }
}

interface Rotation {
  prefix: string
  graceHours: number
  actor: string
  expiresAt?: Date | null | undefined
}

/**
 * Issues a successor that shares the old key's subscriptions and limits. The old key works until the grace period ends.
 */
export async function rotateKey(deps: Deps, { prefix, graceHours, actor, expiresAt }: Rotation): Promise<RotatedKey> {
  const { issued, endsAt } = await deps.db.transaction().execute(async (tx) => {
    const old = await lockKey(tx, prefix)
    if (!old) throw createUnknownPrefixError()
    const now = deps.clock.now()
    const end = findEnd(old)
    if (end && end <= now) throw new Error(`${prefix} is revoked; issue a new key`)
    const requested = new Date(now.getTime() + graceHours * hourMs)
    const endsAt = end && end < requested ? end : requested
    const { tier, label, owner, isVouching, rootId } = old
    const mode = isTestKey(prefix) ? 'test' : 'live'
    const expiry = expiresAt === undefined ? old.expiresAt : expiresAt
    const successor = { tier, label, owner, isVouching, rootId, actor, mode, expiresAt: expiry } as const
    // Before the old key ends: a lineage without an active key stops its webhook subscriptions (D63).
    const issued = await insertNewKey(deps, tx, successor)
    await endKey(deps, tx, { old, endsAt, now, actor })
    return { issued, endsAt }
  })
  deps.keys.forget(prefix)
  deps.keys.forget(issued.prefix)
  return { ...issued, predecessor: { prefix, endsAt: endsAt.toISOString() } }
}

const findEnd = ({ revokedAt, endsAt }: KeyRow): Date | null => revokedAt ?? endsAt

interface KeyEnd {
  old: KeyRow
  endsAt: Date
  now: Date
  actor: string
}

async function endKey({ random }: Deps, tx: Tx, { old, endsAt, now, actor }: KeyEnd): Promise<void> {
  const { id, prefix } = old
  await updateEndsAt(tx, id, endsAt)
  await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'rotated', actor, doneAt: now })
  if (endsAt <= now) {
    await updateRevokedAt(tx, id, now)
    await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'revoked', actor, doneAt: now })
  }
  await announceChange(tx, prefix)
}
