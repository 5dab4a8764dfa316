import { dayMs, hourMs, minuteMs } from '../../contract/time.ts'
import type { ChainSources, Deps } from '../deps.ts'
import { isOutage, isStorageFault } from '../platform/database-fault.ts'
import { UpstreamError } from '../platform/errors.ts'
import type { HashedBlock, LaunchFilter, LaunchLog } from '../providers/chain/launch-logs.ts'
import {
  type Batch,
  claimReader,
  type Cursor,
  deleteAfter,
  deleteChain,
  extendHold,
  findCursor,
  insertBatch,
  listUnnamed,
  newVersion,
  noteFault,
  noteHead,
  postponeUnnamed,
  releaseReader,
  saveCreator,
  saveCursor,
  type UnnamedLaunch,
} from './reader-store.ts'
import { addCheckpoint, type Checkpoint } from './rules/checkpoints.ts'
import { findLaunchSender } from './rules/find-sender.ts'
import { learnRange } from './rules/learn-range.ts'
import { listWanted, readLaunches } from './rules/read-launches.ts'

/** How long another replica waits after a reader has died. */
const holdMs = minuteMs
/** Calls for logs in one run: forward, for a second look, and back. */
const maxCalls = { forward: 500, check: 100, back: 100 }
/** Nodes of a cluster that lag leave logs out; after this time they have them. */
const checkAfterMs = 15 * minuteMs
/** The time that one call covers: first, and at most. */
const firstSpanMs = 10 * minuteMs
const longestSpanMs = 6 * hourMs
const maxFirstRange = 2000
/** Creators that are asked for in one run, and at once. */
const maxAsked = 200
const askedAtOnce = 8

/** A chain whose launches are read. */
type ReadChain = ChainSources & {
  [Name in 'launchLogs' | 'blockTimes' | 'proofSources']: NonNullable<ChainSources[Name]>
}

interface Reading {
  deps: Deps
  chain: ReadChain
  holder: string
  /** Measured at the start of a run. */
  secondsPerBlock: number
}

/**
 * Reads the events of known launchpads into the index, on every chain with a node: forward to the newest settled block, a second
 * time when every node must have them, and back over backfill_days in TUNING. A fault of one chain doesn't stop the others: it is
 * thrown at the end.
 */
export async function indexLaunches(deps: Deps, signal: AbortSignal): Promise<void> {
  const chains = [...deps.chains.values()].filter(isRead)
  const results = await Promise.allSettled(chains.map((chain) => readChain(deps, chain, signal)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

const isRead = (chain: ChainSources): chain is ReadChain =>
  chain.launchLogs !== null &&
  chain.blockTimes !== null &&
  chain.proofSources !== null &&
  listWanted(chain.launchpads).addresses.length > 0

async function readChain(deps: Deps, chain: ReadChain, signal: AbortSignal): Promise<void> {
  const { db, clock, random, log } = deps
  const { chainId } = chain
  const holder = random.uuid()
  if (!(await claimReader(db, { chainId, holder, now: clock.now(), until: toHoldEnd(deps) }))) return
  const faults: Error[] = []
  const tryStep = async (step: () => Promise<void>) => {
    const fault = signal.aborted ? null : await catchFault(step)
    if (fault) faults.push(fault)
  }
  try {
    await tryStep(async () => {
      const reading = { deps, chain, holder, secondsPerBlock: await chain.blockTimes.secondsPerBlock(signal) }
      for (const step of [readForward, checkAgain, readBack, askCreators]) await tryStep(() => step(reading, signal))
    })
    if (signal.aborted) return
    const [first] = faults
    await noteFault(db, { chainId, fault: first?.message ?? null, now: clock.now() })
    if (!first) return
    log.warn({ chainId, reason: first.message }, 'launches could not be read')
    throw first
  } finally {
    await releaseReader(db, { chainId, holder })
  }
}

const toHoldEnd = ({ clock }: Deps): Date => new Date(clock.now().getTime() + holdMs)

/** A database that fails would fail everywhere; a reader that another one overtook has nothing to report. */
async function catchFault(work: () => Promise<void>): Promise<Error | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Overtaken) return null
    if (error instanceof Error && !isOutage(error) && !isStorageFault(error)) return error
    throw error
  }
}

/** Another replica has read the same blocks meanwhile. */
class Overtaken extends Error {}

async function readForward(reading: Reading, signal: AbortSignal): Promise<void> {
  const { deps, chain } = reading
  const head = await chain.blockTimes.safe(signal)
  await noteHead(deps.db, { chainId: chain.chainId, headAt: head.at, now: deps.clock.now() })
  const stored = await findCursor(deps.db, chain.chainId)
  let cursor = stored ? await checkLast(reading, stored, signal) : await startAt(reading, head.number, signal)
  for (let calls = 0; calls < maxCalls.forward && cursor.last.block < head.number && !signal.aborted; calls += 1)
    cursor = await readNext(reading, { cursor, head: head.number }, signal)
}

/** Both directions start at the newest settled block. */
async function startAt(
  { deps, chain, secondsPerBlock }: Reading,
  number: bigint,
  signal: AbortSignal,
): Promise<Cursor> {
  const { hash, at } = await needBlock(chain, number, signal)
  const start = { block: number, hash, at }
  // Blocks that are young now are read back at once, and need a second look too.
  const young = BigInt(toBlocks(secondsPerBlock, checkAfterMs))
  const blocks = Math.min(maxFirstRange, toBlocks(secondsPerBlock, firstSpanMs))
  const saved = await saveCursor(deps.db, {
    chainId: chain.chainId,
    first: { block: number + 1n, at },
    last: start,
    checkedBlock: number > young ? number - young : -1n,
    checkpoints: [start],
    range: { blocks, refused: null },
    version: newVersion,
  })
  if (!saved) throw new Overtaken()
  return saved
}

const toBlocks = (secondsPerBlock: number, spanMs: number): number =>
  Math.max(1, Math.floor(spanMs / 1000 / secondsPerBlock))

async function needBlock({ launchLogs }: ReadChain, number: bigint, signal: AbortSignal): Promise<HashedBlock> {
  const block = await launchLogs.block(number, signal)
  if (!block) throw new UpstreamError('chain', 'unavailable', `eth_getBlockByNumber: the node lacks block ${number}`)
  return block
}

/**
 * Reads the blocks after the last one. They are of one chain with it if that block still has its hash, and the newest block has
 * the same before and after; a node that lacks the newest block has no logs of it either.
 */
async function readNext(
  reading: Reading,
  { cursor, head }: { cursor: Cursor; head: bigint },
  signal: AbortSignal,
): Promise<Cursor> {
  const { chain } = reading
  const fromBlock = cursor.last.block + 1n
  const toBlock = least(cursor.last.block + BigInt(cursor.range.blocks), head)
  const before = await needBlock(chain, toBlock, signal)
  const part = await readPart(reading, { cursor, fromBlock, toBlock }, signal)
  const last = await needBlock(chain, cursor.last.block, signal)
  if (last.hash !== cursor.last.hash) return stepBack(reading, cursor, signal)
  if (!part.logs) return part.cursor
  const newest = await needBlock(chain, toBlock, signal)
  // It was replaced while it was read: read it again.
  if (newest.hash !== before.hash) return cursor
  const batch = await toBatch(reading, { logs: part.logs, from: last, to: newest }, signal)
  const checkpoint = { block: toBlock, hash: newest.hash, at: newest.at }
  const checkpoints = addCheckpoint(cursor.checkpoints, checkpoint)
  const { saved } = await save(reading, { ...part.cursor, last: checkpoint, checkpoints }, batch)
  return saved
}

/** A block that the node doesn't have says nothing: the node may lag. */
async function checkLast(reading: Reading, cursor: Cursor, signal: AbortSignal): Promise<Cursor> {
  const last = await reading.chain.launchLogs.block(cursor.last.block, signal)
  return last && last.hash !== cursor.last.hash ? stepBack(reading, cursor, signal) : cursor
}

/** The newest block that was read is gone: what was read after the newest one that is still there is forgotten. */
async function stepBack({ deps, chain }: Reading, cursor: Cursor, signal: AbortSignal): Promise<Cursor> {
  const ancestor = await findAncestor(chain, cursor, signal)
  const { chainId } = chain
  deps.log.warn(
    { chainId, block: String(cursor.last.block), to: String(ancestor?.block ?? null) },
    'a chain was reorganised',
  )
  const saved = await deps.db.transaction().execute(async (tx) => {
    const { checkpoints, checkedBlock } = cursor
    const back = ancestor && {
      ...cursor,
      last: ancestor,
      checkedBlock: least(checkedBlock, ancestor.block),
      checkpoints: checkpoints.filter(({ block }) => block <= ancestor.block),
    }
    const stored = await saveCursor(tx, back ?? cursor)
    if (!stored) throw new Overtaken()
    if (ancestor) await deleteAfter(tx, chainId, ancestor)
    else await deleteChain(tx, chainId)
    return ancestor && stored
  })
  if (!saved)
    throw new UpstreamError('chain', 'unavailable', 'the node serves another chain than before: it is read anew')
  return saved
}

async function findAncestor(
  chain: ReadChain,
  { checkpoints }: Cursor,
  signal: AbortSignal,
): Promise<Checkpoint | null> {
  for (const checkpoint of checkpoints) {
    const block = await chain.launchLogs.block(checkpoint.block, signal)
    if (block?.hash === checkpoint.hash) return checkpoint
  }
  return null
}

/** Reads blocks again that are old enough for every node to have them: what one of them left out is found. */
async function checkAgain(reading: Reading, signal: AbortSignal): Promise<void> {
  const { deps, chain } = reading
  const until = new Date(deps.clock.now().getTime() - checkAfterMs)
  let cursor = await findCursor(deps.db, chain.chainId)
  const end = cursor?.checkpoints.find(({ at }) => at <= until)
  if (!end) return
  for (let calls = 0; calls < maxCalls.check && cursor && cursor.checkedBlock < end.block; calls += 1) {
    if (signal.aborted) return
    const fromBlock = cursor.checkedBlock + 1n
    const toBlock = least(cursor.checkedBlock + BigInt(cursor.range.blocks), end.block)
    const part = await readPart(reading, { cursor, fromBlock, toBlock }, signal)
    cursor = part.cursor
    if (!part.logs) continue
    const batch = await toBatch(reading, { logs: part.logs, from: null, to: null }, signal)
    const { saved, count } = await save(reading, { ...cursor, checkedBlock: toBlock }, batch)
    cursor = saved
    if (count > 0) deps.log.warn({ chainId: chain.chainId, count }, 'launches that the node had left out were found')
  }
}

/** Reads the blocks before the first one, until they are older than is wanted. */
async function readBack(reading: Reading, signal: AbortSignal): Promise<void> {
  const { deps, chain } = reading
  const since = new Date(deps.clock.now().getTime() - deps.config.launchesBackfillDays * dayMs)
  let cursor = await findCursor(deps.db, chain.chainId)
  for (
    let calls = 0;
    calls < maxCalls.back && cursor && cursor.first.block > 0n && cursor.first.at > since;
    calls += 1
  ) {
    if (signal.aborted) return
    const toBlock = cursor.first.block - 1n
    const fromBlock =
      cursor.first.block > BigInt(cursor.range.blocks) ? cursor.first.block - BigInt(cursor.range.blocks) : 0n
    const part = await readPart(reading, { cursor, fromBlock, toBlock }, signal)
    if (!part.logs) {
      cursor = part.cursor
      continue
    }
    const oldest = await needBlock(chain, fromBlock, signal)
    const newest = { number: cursor.first.block, at: cursor.first.at }
    const batch = await toBatch(reading, { logs: part.logs, from: oldest, to: newest }, signal)
    const first = { block: fromBlock, at: oldest.at }
    cursor = (await save(reading, { ...part.cursor, first }, batch)).saved
  }
}

interface Part {
  /** null: the node refused this many blocks. */
  logs: LaunchLog[] | null
  /** With the range that was learnt, and stored after a refusal. */
  cursor: Cursor
}

async function readPart(
  reading: Reading,
  { cursor, fromBlock, toBlock }: { cursor: Cursor; fromBlock: bigint; toBlock: bigint },
  signal: AbortSignal,
): Promise<Part> {
  const { chain, deps } = reading
  const blocks = Number(toBlock - fromBlock + 1n)
  const filter = { ...listWanted(chain.launchpads), fromBlock, toBlock }
  const most = toBlocks(reading.secondsPerBlock, longestSpanMs)
  const learn = (outcome: 'answered' | 'too large' | 'refused'): Cursor => ({
    ...cursor,
    range: learnRange(cursor.range, { blocks, outcome, most, now: deps.clock.now() }),
  })
  try {
    const logs = await readTwiceIfEmpty(reading, filter, signal)
    if (typeof logs !== 'string') return { logs, cursor: learn('answered') }
    if (blocks === 1) return { logs: await readBlockInParts(reading, filter, signal), cursor }
    return { logs: null, cursor: await saveOnly(reading, learn(logs)) }
  } catch (error) {
    // A node that is too slow for this many blocks may answer for fewer.
    const isSlow = error instanceof UpstreamError && ['timeout', 'unavailable'].includes(error.fault)
    if (isSlow && blocks > 1 && !signal.aborted)
      await saveOnly(reading, { ...cursor, range: { ...cursor.range, blocks: Math.max(1, blocks >> 1) } })
    throw error
  }
}

/** A node without logs of old blocks may answer that there are none; another one of its cluster may have them. */
async function readTwiceIfEmpty({ chain, secondsPerBlock }: Reading, filter: LaunchFilter, signal: AbortSignal) {
  const logs = await chain.launchLogs.read(filter, signal)
  const isLong = Number(filter.toBlock - filter.fromBlock) * secondsPerBlock * 1000 >= firstSpanMs
  return isLong && logs.length === 0 ? chain.launchLogs.read(filter, signal) : logs
}

/** For a block that is too much for one call: fewer contracts at a time. What is too much even so is left out, and logged. */
async function readBlockInParts(
  reading: Reading,
  { addresses, topics, fromBlock, toBlock }: LaunchFilter,
  signal: AbortSignal,
): Promise<LaunchLog[]> {
  const found: LaunchLog[] = []
  const half = addresses.length >> 1
  for (const some of [addresses.slice(0, half), addresses.slice(half)]) {
    const filter = { addresses: some, topics, fromBlock, toBlock }
    const logs = await reading.chain.launchLogs.read(filter, signal)
    if (typeof logs !== 'string') found.push(...logs)
    else if (some.length > 1) found.push(...(await readBlockInParts(reading, filter, signal)))
    else if (logs === 'refused')
      throw new UpstreamError('chain', 'unavailable', `eth_getLogs: refused for block ${fromBlock}`)
    else
      reading.deps.log.warn(
        { chainId: reading.chain.chainId, contract: some[0], block: String(fromBlock) },
        'a block has more events than can be read',
      )
  }
  return found
}

interface Timed {
  number: bigint
  at: Date
}

async function toBatch(
  { chain }: Reading,
  { logs, from, to }: { logs: LaunchLog[]; from: Timed | null; to: Timed | null },
  signal: AbortSignal,
): Promise<Batch> {
  const read = readLaunches(logs, chain)
  const rows = [...read.launches, ...read.graduations]
  const known = new Map(logs.flatMap(({ block, at }) => (at === null ? [] : [[block, at] as const])))
  for (const timed of [from, to]) if (timed) known.set(timed.number, timed.at)
  const times = await findTimes(chain, { blocks: rows.map(({ block }) => block), known }, signal)
  const timeOf = (block: bigint) => times.get(block) ?? new Date(0)
  return {
    launches: read.launches.map((launch) => ({ ...launch, launchedAt: timeOf(launch.block) })),
    graduations: read.graduations.map((graduation) => ({ ...graduation, at: timeOf(graduation.block) })),
  }
}

/**
 * The times of blocks, with few calls: blocks between two of the same time have it too, and chains make several blocks a second.
 */
async function findTimes(
  chain: ReadChain,
  { blocks, known }: { blocks: bigint[]; known: Map<bigint, Date> },
  signal: AbortSignal,
): Promise<Map<bigint, Date>> {
  const times = new Map(known)
  const ordered = [...new Set(blocks)].toSorted((a, b) => Number(a - b))
  const find = async (some: bigint[]): Promise<void> => {
    const missing = some.filter((block) => !times.has(block))
    const [first, last] = [missing[0], missing.at(-1)]
    if (first === undefined || last === undefined) return
    const [low, high] = [findNear(times, first, -1), findNear(times, last, 1)]
    if (low && high && low.getTime() === high.getTime()) {
      for (const block of missing) times.set(block, low)
      return
    }
    const middle = missing.length >> 1
    const block = missing[middle] ?? first
    times.set(block, (await needBlock(chain, block, signal)).at)
    await find(missing.slice(0, middle))
    await find(missing.slice(middle + 1))
  }
  await find(ordered)
  return times
}

/** The time of the nearest block before (-1) or after (1) one. */
function findNear(times: Map<bigint, Date>, block: bigint, side: -1 | 1): Date | undefined {
  let near: bigint | undefined
  for (const one of times.keys())
    if (side * Number(one - block) > 0 && (near === undefined || side * Number(one - near) < 0)) near = one
  return near === undefined ? undefined : times.get(near)
}

/** Stores what was read together with how far, while the hold lasts. */
async function save(
  { deps, chain: { chainId }, holder }: Reading,
  cursor: Cursor,
  batch: Batch,
): Promise<{ saved: Cursor; count: number }> {
  return deps.db.transaction().execute(async (tx) => {
    const saved = await saveCursor(tx, cursor)
    if (!saved || !(await extendHold(tx, { chainId, holder, until: toHoldEnd(deps) }))) throw new Overtaken()
    return { saved, count: await insertBatch(tx, batch, deps.clock.now()) }
  })
}

async function saveOnly({ deps }: Reading, cursor: Cursor): Promise<Cursor> {
  const saved = await saveCursor(deps.db, cursor)
  if (!saved) throw new Overtaken()
  return saved
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Asks for the creators that events don't name, those of the newest launches first. */
async function askCreators(reading: Reading, signal: AbortSignal): Promise<void> {
  const { deps, chain } = reading
  const { chainId } = chain
  const due = await listUnnamed(deps.db, { chainId, now: deps.clock.now(), limit: maxAsked })
  for (let at = 0; at < due.length && !signal.aborted; at += askedAtOnce) {
    const some = due.slice(at, at + askedAtOnce)
    const faults = await Promise.all(some.map((launch) => askCreator(reading, launch, signal)))
    const fault = faults.find((one) => one !== null)
    if (fault) throw fault
  }
}

const firstDelayMs = minuteMs
const longestDelayMs = dayMs

/**
 * A node that can't answer is asked again later, ever more rarely, so that no launch keeps others from being asked for. Returns
 * a fault that isn't about this launch alone.
 */
async function askCreator(
  { deps, chain }: Reading,
  launch: UnnamedLaunch,
  signal: AbortSignal,
): Promise<UpstreamError | null> {
  const { chainId } = chain
  let fault: UpstreamError | null = null
  try {
    const creator = await findCreator(chain, launch, signal)
    if (creator !== 'unanswered') {
      await saveCreator(deps.db, { chainId, launch, creator })
      return null
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.fault !== 'request') fault = error
  }
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 4 ** Math.min(launch.attempts, 10))
  await postponeUnnamed(deps.db, { chainId, launch, askAt: new Date(deps.clock.now().getTime() + delayMs) })
  return fault
}

/** null: it can't be told; `unanswered`: the node doesn't have the transaction (yet). */
async function findCreator(
  { proofSources: { creations }, launchpads }: ReadChain,
  { getter, token, txHash }: UnnamedLaunch,
  signal: AbortSignal,
): Promise<string | null> {
  const relays = new Set(
    launchpads.flatMap(({ contracts }) =>
      contracts.flatMap(({ role, address }) => (role === 'relay' ? [address] : [])),
    ),
  )
  if (getter) {
    const named = await creations.creatorBy(getter, token, signal)
    return named !== null && relays.has(named) ? null : named
  }
  const receipt = await creations.receipt(txHash, signal)
  return receipt === null ? 'unanswered' : findLaunchSender(receipt, relays)
}
