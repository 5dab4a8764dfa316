import type { Deps, Tx } from '../deps.ts'
import { type Command, UsageError } from '../platform/command.ts'
import { actor } from './actor.ts'
import { type IssuedKey, linesFor, makeKey } from './issue-key.ts'
import { unknownPrefix } from './revoke-key.ts'
import { type KeyRow, announceChange, insertAudit, lockKey, updateEndsAt, updateRevokedAt } from './store.ts'

type RotateDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'random'>

const usualGraceHours = 48
const longestGraceHours = 720

/** launchscore keys rotate */
export const rotateKeyCommand: Command<Deps> = {
  usage: 'keys rotate <prefix> [--grace <hours>]',
  summary: `issue a key's successor; the old one ends after ${usualGraceHours} hours, with --grace 0 at once`,
  options: { grace: { type: 'string' } },
  run: async (deps, { positionals: [prefix = ''], options }) => {
    const rotated = await rotateKey(deps, { prefix, graceHours: hoursOf(options['grace']), actor: actor() })
    return { lines: [...linesFor(rotated), `${prefix} ends at ${rotated.predecessor.endsAt}`], json: rotated }
  },
}

function hoursOf(given: string | boolean | undefined): number {
  if (given === undefined) return usualGraceHours
  const hours = /^\d{1,3}(\.\d{1,4})?$/.test(`${given}`) ? Number(given) : Infinity
  if (hours > longestGraceHours)
    throw new UsageError(`--grace must be a number of hours from 0 to ${longestGraceHours}`)
  return hours
}

export interface RotatedKey extends IssuedKey {
  predecessor: { prefix: string; endsAt: string }
}

/**
 * Issues a successor of the same tier, label and owner, which shares the old key's subscriptions and limits (D39). The old
 * key works until the grace is over, then it is revoked by itself.
 */
export async function rotateKey(
  deps: RotateDeps,
  { prefix, graceHours, actor }: { prefix: string; graceHours: number; actor: string },
): Promise<RotatedKey> {
  const { issued, endsAt } = await deps.db.transaction().execute(async (tx) => {
    const old = await lockKey(tx, prefix)
    if (!old) throw unknownPrefix()
    const now = deps.clock.now()
    const end = endOf(old)
    if (end && end <= now) throw new Error(`${prefix} is revoked: issue a new key`)
    const asked = new Date(now.getTime() + graceHours * 3_600_000)
    const endsAt = end && end < asked ? end : asked
    await endKey(deps, tx, { old, endsAt, now, actor })
    const { tier, label, owner, root_id: rootId } = old
    return { issued: await makeKey(deps, tx, { tier, label, owner, rootId, actor }), endsAt }
  })
  deps.keys.forget(prefix)
  deps.keys.forget(issued.prefix)
  return { ...issued, predecessor: { prefix, endsAt: endsAt.toISOString() } }
}

const endOf = ({ revoked_at: revokedAt, ends_at: endsAt }: KeyRow): Date | null => revokedAt ?? endsAt

interface Ending {
  old: KeyRow
  endsAt: Date
  now: Date
  actor: string
}

async function endKey({ random }: Pick<Deps, 'random'>, tx: Tx, { old, endsAt, now, actor }: Ending): Promise<void> {
  const { id, prefix } = old
  await updateEndsAt(tx, id, endsAt)
  await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'rotated', actor, doneAt: now })
  if (endsAt <= now) {
    await updateRevokedAt(tx, id, now)
    await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'revoked', actor, doneAt: now })
  }
  await announceChange(tx, prefix)
}
