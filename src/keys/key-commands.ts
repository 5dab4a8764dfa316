import type { ApiKey, Tier } from '../../contract/schemas/own-scores.ts'
import { normaliseText } from '../../contract/text.ts'
import { dayMs, hourMs, parseInstant } from '../../contract/time.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, getActor, UsageError } from '../platform/cli/command.ts'
import { hashText, isTestKey, type KeyMode, toKey, toPrefix } from './authenticate.ts'
import {
  announceChange,
  findKey,
  insertAudit,
  insertKey,
  type KeyRow,
  listAudit,
  listKeyRows,
  lockKey,
  updateEndsAt,
  updateRevokedAt,
} from './store.ts'

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

interface IssuedKey {
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

const formatIssued = ({ key, prefix, tier, label, owner, vouch, expiresAt }: IssuedKey): string[] => [
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
async function insertNewKey(
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
function getState({ revokedAt, endsAt }: Pick<ApiKey, 'revokedAt' | 'endsAt'>, now: string): string {
  if (revokedAt) return `revoked ${revokedAt}`
  if (!endsAt) return 'active'
  return endsAt <= now ? `revoked ${endsAt}` : `ends ${endsAt}`
}

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

const maxDays = 3650

/** The value of `--expires`: a time, a number of days like `90d`, or `never` (null). Undefined: not given. */
function parseExpiry(given: string | undefined, now: Date): Date | null | undefined {
  if (given === undefined) return undefined
  if (given === 'never') return null
  const expiresAt = toInstant(given, now)
  if (expiresAt <= now || expiresAt.getTime() > now.getTime() + maxDays * dayMs)
    throw new UsageError(`--expires must be in the future and at most ${maxDays} days ahead`)
  return expiresAt
}

function toInstant(text: string, now: Date): Date {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? []
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMs)
  const parsed = parseInstant(text)
  if ('fault' in parsed)
    throw new UsageError('--expires must be a time like 2027-01-31T00:00:00Z, a number of days like 90d, or never')
  return parsed.instant
}

export const createUnknownPrefixError = () => new Error('no API key with this prefix; see keys list')

/** Never contains the key or its hash. */
export const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  prefix: row.prefix,
  tier: row.tier,
  test: isTestKey(row.prefix),
  vouch: row.isVouching,
  label: row.label,
  owner: row.owner,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  rootId: row.rootId,
})
