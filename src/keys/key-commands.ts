import type { ApiKey, Tier } from '../../contract/schemas/own-scores.ts'
import { normaliseText } from '../../contract/text.ts'
import { dayMs, hourMs, parseInstant } from '../../contract/time.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, getActor, UsageError } from '../platform/cli/command.ts'
import { findMode, hashText, type KeyMode, toKey, toPrefix } from './authenticate.ts'
import { findOriginsFault } from './origins.ts'
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
  proxy?: boolean
  publishable?: boolean
  origin?: string[]
}

/** launchscore keys issue */
export async function issueKeyCommand(deps: Deps, options: IssueOptions): Promise<CommandResult> {
  const { tier, vouch, proxy, successorOf } = options
  const mode = findModeOption(options)
  const issued = await issueKey(deps, {
    tier,
    label: parseLineOption('label', options.label),
    owner: parseLineOption('owner', options.owner),
    expiresAt: parseExpiry(options.expires, deps.clock.now()) ?? null,
    mode,
    origins: parseOrigins(mode, options.origin),
    isVouching: vouch === true,
    isProxy: proxy === true,
    ...(successorOf !== undefined && { predecessor: successorOf }),
    actor: getActor(),
  })
  return { lines: formatIssued(issued), json: issued }
}

function findModeOption({ test, vouch, proxy, publishable }: IssueOptions): KeyMode {
  if (!publishable) return test ? 'test' : 'live'
  if (test || vouch || proxy)
    throw new UsageError(
      '--publishable can’t be combined with --test, --vouch or --proxy: everybody can read such a key',
    )
  return 'publishable'
}

function parseOrigins(mode: KeyMode, given: string[] = []): string[] | null {
  if (mode !== 'publishable') {
    if (given.length > 0) throw new UsageError('--origin is only for --publishable keys')
    return null
  }
  if (given.length === 0) throw new UsageError('a --publishable key needs at least one --origin')
  const origins = [...new Set(given)]
  const fault = findOriginsFault(origins)
  if (fault) throw new UsageError(fault)
  return origins
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
  proxy?: true
  publishable?: true
  origins?: string[]
  expiresAt?: string
}

const formatIssued = (issued: IssuedKey): string[] => [
  issued.key,
  `prefix ${issued.prefix}, tier ${issued.tier}, label ${issued.label}, owner ${issued.owner}${formatKind(issued)}${issued.expiresAt ? `, expires ${issued.expiresAt}` : ''}`,
  'The key is not shown again, because only its hash is stored.',
]

/** What the key may do that others may not. */
const formatKind = ({ vouch, proxy, origins }: { vouch?: boolean; proxy?: boolean; origins?: string[] | null }) =>
  [vouch && ', vouches', proxy && ', names its visitors', origins && `, publishable for ${origins.join(' ')}`]
    .filter(Boolean)
    .join('')

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
  isProxy?: boolean
  /** Of a publishable key. */
  origins?: string[] | null
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

/** All keys of a lineage have the same mode. */
async function findLineage(tx: Tx, prefix: string, { mode = 'live' }: Request): Promise<{ rootId: string }> {
  const key = await lockKey(tx, prefix)
  if (!key) throw createUnknownPrefixError()
  const predecessorMode = findMode(prefix)
  if (predecessorMode !== mode)
    throw new UsageError(`${prefix} is a ${predecessorMode} key, so its successor must be one too`)
  return { rootId: key.rootId }
}

/** Inserts a new key, or the successor of the keys with this root, in the caller's transaction. */
async function insertNewKey(
  { clock, random }: Deps,
  tx: Tx,
  request: Request & { rootId?: string },
): Promise<IssuedKey> {
  const { tier, label, owner, actor, rootId, mode } = request
  const { isVouching = false, isProxy = false, origins = null, expiresAt = null } = request
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
    isProxy,
    origins,
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
    ...(isProxy && { proxy: true }),
    ...(origins && { publishable: true, origins }),
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
    const { tier, label, owner, isVouching, isProxy, origins, rootId } = old
    const expiry = expiresAt === undefined ? old.expiresAt : expiresAt
    const kept = { tier, label, owner, isVouching, isProxy, origins, rootId }
    const successor = { ...kept, actor, mode: findMode(prefix), expiresAt: expiry }
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
    (key.lastUsedAt ? `used ${key.lastUsedAt.slice(0, 10)}` : 'never used').padEnd(15),
    `${key.label} (${key.owner})${formatKind(key)}`,
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
  `label ${key.label}, owner ${key.owner}${formatKind(key)}`,
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
  test: findMode(row.prefix) === 'test',
  vouch: row.isVouching,
  proxy: row.isProxy,
  publishable: row.origins !== null,
  origins: row.origins,
  label: row.label,
  owner: row.owner,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  rootId: row.rootId,
})
