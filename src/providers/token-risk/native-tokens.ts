import { getWord } from '../../platform/abi-words.ts'
import { UpstreamError } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import type { Clock } from '../../platform/time.ts'
import { callContract } from '../chain/call-contract.ts'
import {
  askHead,
  type AskNode,
  createChainNode,
  createUnusableResponseError,
  parseHex,
  parseQuantity,
  requireChainOnce,
  ResponseTooLarge,
  toHexQuantity,
} from '../chain/chain-node.ts'
import type { CreationReceipt } from '../chain/creation-receipt.ts'
import { askNames } from '../chain/creations.ts'
import type { TokenRisk } from '../token-risk.ts'
import {
  adminRole,
  findNativeKind,
  type Grant,
  type NativeState,
  powerRoles,
  replayRoles,
  roleEvents,
  type RoleLog,
  toNativeFacts,
} from './native-token.ts'

interface Options {
  /** null: no node is configured. */
  read: ReadNativeToken | null
  clock: Clock
}

/**
 * Answers for tokens of the chain itself from their roles: whatever a provider that scans code says about them, that it
 * found nothing proves nothing. Without a node there is no record.
 */
export function withNativeTokens<Risk extends TokenRisk>(source: Risk, { read, clock }: Options): Risk {
  return {
    ...source,
    token: async (address, signal) => {
      const kind = findNativeKind(address)
      if (kind === null) return source.token(address, signal)
      const state = read && (await read(address, signal))
      const answer = { facts: state && toNativeFacts(state), isPartial: false, fetchedAt: clock.now().toISOString() }
      if (!read) return { ...answer, native: { kind, roles: 'not read' }, source: source.source.name }
      const roles = state?.isComplete === false ? 'partly read' : 'read'
      return { ...answer, native: { kind, roles }, source: 'Chain data' }
    },
  }
}

/** null: there is no such token. Throws `UpstreamError` ('chain', 'creator') or the signal's reason. */
export type ReadNativeToken = (token: string, signal: AbortSignal) => Promise<NativeState | null>

interface ReaderOptions {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
  /** Of the transaction that made the token; null: it isn't known. */
  findCreation: (token: string, signal: AbortSignal) => Promise<CreationReceipt | null>
}

/** A day of the roles of a busy token. */
const maxResponseBytes = 8_000_000

export function createReadNativeToken(options: ReaderOptions): ReadNativeToken {
  const { url, chainId, timeoutMs, guard, findCreation } = options
  const node = createChainNode({ url, timeoutMs, maxBytes: maxResponseBytes })
  const check = requireChainOnce(node, chainId)
  // Each call has its own permit, so that the many calls of one token share the node with others.
  const run = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => guard.run(work, signal)
  const ask: AskNode = (method, params, signal) => run((signal) => node(method, params, signal), signal)
  return async (token, signal) => {
    await run(check, signal)
    const names = await askNames(ask, token, signal)
    if (names.name === null && names.symbol === null) return null
    const [head, creation] = await Promise.all([askHead(ask, signal), findCreation(token, signal)])
    const range = { from: creation?.blockNumber ?? 0n, to: head }
    const { logs, isComplete } = await readLogs(
      (part) => run((signal) => askLogs(node, { token, ...part }, signal), signal),
      range,
    )
    const known = isComplete || !creation ? logs : [...logs, ...listCreationLogs(creation, token)]
    const replayed = replayRoles(known)
    const [held, adminRoles, isPaused] = await Promise.all([
      confirmHeld(ask, { token, ...replayed }, signal),
      askAdminRoles(ask, token, signal),
      askFlag(ask, { to: token, data: isPausedTransfer }, signal),
    ])
    return { ...names, held, adminRoles, isPaused, hasTransferPolicy: replayed.hasTransferPolicy, isComplete }
  }
}

/** Nearly all roles are granted where the token is made. */
const listCreationLogs = ({ logs, blockNumber: block }: CreationReceipt, token: string): RoleLog[] =>
  logs.filter(({ address }) => address === token).map(({ topics, data }, index) => ({ topics, data, block, index }))

interface Range {
  from: bigint
  to: bigint
}

/** Enough for a day of a chain with five blocks a second, from a node that answers for 10,000 blocks. */
const maxCalls = 96
const atOnce = 8
const pieces = 8n

/**
 * Nodes limit ranges by blocks or results, with their own codes, so a refused range is asked for in pieces, as long as all of them
 * are few enough.
 */
async function readLogs(
  askPart: (part: Range) => Promise<RoleLog[] | 'refused'>,
  range: Range,
): Promise<{ logs: RoleLog[]; isComplete: boolean }> {
  const logs: RoleLog[] = []
  let parts = [range]
  let answered = 0
  for (let calls = 0; parts.length > 0; calls += atOnce) {
    if (calls + parts.length > maxCalls) {
      if (answered === 0) await requireAnswer(askPart, range.to)
      return { logs, isComplete: false }
    }
    const answers = await Promise.all(
      parts.slice(0, atOnce).map(async (part) => ({ part, answer: await askPart(part) })),
    )
    const refused = answers.filter(({ answer }) => answer === 'refused')
    answered += answers.length - refused.length
    logs.push(...answers.flatMap(({ answer }) => (answer === 'refused' ? [] : answer)))
    parts = [...refused.flatMap(({ part }) => split(part)), ...parts.slice(atOnce)]
  }
  return { logs, isComplete: true }
}

/** A node that doesn't even answer for one block has a fault, not a limit. */
async function requireAnswer(askPart: (part: Range) => Promise<RoleLog[] | 'refused'>, block: bigint): Promise<void> {
  if ((await askPart({ from: block, to: block })) === 'refused') throw createRefusedError(block)
}

const createRefusedError = (block: bigint) =>
  new UpstreamError('chain', 'unavailable', `eth_getLogs: refused for block ${block}`)

function split({ from, to }: Range): Range[] {
  const blocks = to - from + 1n
  if (blocks <= 1n) throw createRefusedError(from)
  const size = blocks < pieces ? 1n : (blocks + pieces - 1n) / pieces
  const count = Number((blocks + size - 1n) / size)
  return Array.from({ length: count }, (_, at) => {
    const start = from + BigInt(at) * size
    return { from: start, to: start + size - 1n < to ? start + size - 1n : to }
  })
}

async function askLogs(
  ask: AskNode,
  { token, from, to }: Range & { token: string },
  signal: AbortSignal,
): Promise<RoleLog[] | 'refused'> {
  const filter = {
    address: token,
    topics: [Object.values(roleEvents)],
    fromBlock: toHexQuantity(from),
    toBlock: toHexQuantity(to),
  }
  try {
    const response = await ask('eth_getLogs', [filter], signal)
    if ('error' in response) return 'refused'
    if (!Array.isArray(response.result)) throw createUnusableResponseError('eth_getLogs', response)
    return response.result.map(toRoleLog)
  } catch (error) {
    if (error instanceof ResponseTooLarge) return 'refused'
    throw error
  }
}

function toRoleLog(value: unknown): RoleLog {
  const { topics, data, blockNumber, logIndex } = Object(value) as Record<string, unknown>
  if (!Array.isArray(topics)) throw createUnusableResponseError('eth_getLogs', { result: value })
  return { topics: topics.map(hex), data: hex(data), block: number(blockNumber), index: Number(number(logIndex)) }
}

const hex = (result: unknown): string => parseHex('eth_getLogs', { result }).toLowerCase()
const number = (result: unknown): bigint => parseQuantity('eth_getLogs', { result })

const selectors = { hasRole: '0x91d14854', getRoleAdmin: '0x248a9ca3' }
/** isPaused(uint8) of transfers. */
const isPausedTransfer = `0xbc61e733${'0'.repeat(64)}`

/** More grants than this are believed as their logs tell them. */
const maxConfirmed = 40

/** The chain's answer counts more than our reading of its logs. */
async function confirmHeld(
  ask: AskNode,
  { token, held, everGranted }: { token: string; held: Grant[]; everGranted: Grant[] },
  signal: AbortSignal,
): Promise<Grant[]> {
  const asked = everGranted.slice(0, maxConfirmed)
  const confirmed = await Promise.all(
    asked.map(async (grant) => {
      const data = `${selectors.hasRole}${grant.role.slice(2)}${grant.account.slice(2).padStart(64, '0')}`
      const isHeld = (await askFlag(ask, { to: token, data }, signal)) ?? held.includes(grant)
      return isHeld ? [grant] : []
    }),
  )
  return [...confirmed.flat(), ...held.filter((grant) => !asked.includes(grant))]
}

/** A role's administrator may be another role than the administrator's, which has one of its own. */
async function askAdminRoles(ask: AskNode, token: string, signal: AbortSignal): Promise<NativeState['adminRoles']> {
  const found: NativeState['adminRoles'] = {}
  for (let roles: string[] = Object.values(powerRoles); roles.length > 0;) {
    const asked = await Promise.all(roles.map(async (role) => [role, await askAdminRole(ask, { token, role }, signal)]))
    Object.assign(found, Object.fromEntries(asked))
    roles = [...new Set(asked.flatMap(([, admin]) => (admin === undefined || admin === adminRole ? [] : [admin])))]
      .filter((role) => !(role in found))
      .slice(0, maxAdminRoles - Object.keys(found).length)
  }
  return found
}

const maxAdminRoles = 20

async function askAdminRole(
  ask: AskNode,
  { token, role }: { token: string; role: string },
  signal: AbortSignal,
): Promise<string> {
  const bytes = await callContract(ask, { to: token, data: selectors.getRoleAdmin + role.slice(2) }, signal)
  return (bytes && getWord(bytes, 0)) ?? adminRole
}

/** null: the token has no such function. */
async function askFlag(ask: AskNode, call: { to: string; data: string }, signal: AbortSignal): Promise<boolean | null> {
  const bytes = await callContract(ask, call, signal)
  const word = bytes === null ? undefined : getWord(bytes, 0)
  return word === undefined ? null : !/^0x0*$/.test(word)
}
