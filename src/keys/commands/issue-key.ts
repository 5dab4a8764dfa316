import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { type CommandResult, UsageError } from '../../platform/cli/command.ts'
import { normaliseText } from '../../../contract/text.ts'
import { getActor } from '../../platform/cli/get-actor.ts'
import { createUnknownPrefixError } from './create-unknown-prefix-error.ts'
import { parseExpiry } from './parse-expiry.ts'
import { type KeyMode, hashText, isTestKey, toKey, toPrefix } from '../key-form.ts'
import type { Tier } from '../../../contract/schemas/key.ts'
import { announceChange, insertAudit, insertKey, lockKey } from '../store.ts'

interface IssueOptions {
  tier: Tier
  label: string
  owner: string
  expires?: string
  successorOf?: string
  test?: boolean
  vouch?: boolean
}

/** launchscore keys issue */
export async function issueKeyCommand(deps: Deps, options: IssueOptions): Promise<CommandResult> {
  const { tier, test, vouch, successorOf } = options
  const issued = await issueKey(deps, {
    tier,
    label: parseLineOption('label', options.label),
    owner: parseLineOption('owner', options.owner),
    expiresAt: parseExpiry(options.expires, deps.clock.now()) ?? null,
    mode: test ? 'test' : 'live',
    isVouching: vouch === true,
    ...(successorOf !== undefined && { predecessor: successorOf }),
    actor: getActor(),
  })
  return { lines: formatIssued(issued), json: issued }
}

export interface IssuedKey {
  id: string
  prefix: string
  key: string
  tier: Tier
  label: string
  owner: string
  createdAt: string
  vouch?: true
  expiresAt?: string
}

export const formatIssued = ({ key, prefix, tier, label, owner, vouch, expiresAt }: IssuedKey): string[] => [
  key,
  `prefix ${prefix}, tier ${tier}, label ${label}, owner ${owner}${vouch ? ', vouches' : ''}${expiresAt ? `, expires ${expiresAt}` : ''}`,
  'The key is not shown again, because only its hash is stored.',
]

function parseLineOption(name: string, given: string): string {
  if (given.trim() === '') throw new UsageError(`missing --${name}`)
  const result = normaliseText(given, 'line')
  if ('fault' in result) throw new UsageError(`--${name} ${result.fault}`)
  if (Array.from(result.text).length > maxLength)
    throw new UsageError(`--${name} must have at most ${maxLength} characters`)
  return result.text
}

const maxLength = 100

interface Request {
  tier: Tier
  label: string
  owner: string
  actor: string
  mode?: KeyMode
  isVouching?: boolean
  expiresAt?: Date | null
  /** The prefix of a key, revoked or not, whose lineage the new key joins. */
  predecessor?: string
}

export async function issueKey(deps: Deps, request: Request): Promise<IssuedKey> {
  const issued = await deps.db.transaction().execute(async (tx) => {
    const { predecessor } = request
    return insertNewKey(deps, tx, { ...request, ...(predecessor && (await findLineage(tx, predecessor, request))) })
  })
  deps.keys.forget(issued.prefix)
  return issued
}

/** A lineage has either live keys or test keys. */
async function findLineage(tx: Tx, prefix: string, { mode }: Request): Promise<{ rootId: string }> {
  const key = await lockKey(tx, prefix)
  if (!key) throw createUnknownPrefixError()
  if (isTestKey(prefix) !== (mode === 'test'))
    throw new UsageError(`${prefix} is a ${isTestKey(prefix) ? 'test' : 'live'} key, so its successor must be one too`)
  return { rootId: key.rootId }
}

/** Inserts a new key, or the successor of the keys with this root, in the caller's transaction. */
export async function insertNewKey(
  { clock, random }: Deps,
  tx: Tx,
  { tier, label, owner, actor, rootId, mode, isVouching = false, expiresAt = null }: Request & { rootId?: string },
): Promise<IssuedKey> {
  const [id, createdAt, key] = [random.uuid(), clock.now(), toKey(Buffer.from(random.hex(32), 'hex'), mode)]
  const prefix = toPrefix(key)
  await insertKey(tx, {
    id,
    rootId: rootId ?? id,
    prefix,
    hash: hashText(key).toString('hex'),
    tier,
    label,
    owner,
    isVouching,
    createdAt,
    expiresAt,
  })
  await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'issued', actor, doneAt: createdAt })
  await announceChange(tx, prefix)
  return {
    id,
    prefix,
    key,
    tier,
    label,
    owner,
    createdAt: createdAt.toISOString(),
    ...(isVouching && { vouch: true }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  }
}
