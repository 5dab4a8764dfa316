import type { ChainSources, Configured } from '../deps.ts'
import { maxAgeMs } from './decide-binding.ts'
import { insertBinding } from './binding-store.ts'
import {
  findCursor,
  insertSuccessor,
  insertVenueGraduation,
  insertWalletToken,
  isKnownToken,
  isProvenToken,
  listAwaited,
  listScoredAmong,
  listScoredWallets,
  listSomeWallets,
  listVenueGraduations,
  upsertCursor,
} from './finding-store.ts'
import { linkIndexed } from './link-indexed.ts'
import { isSameName } from './rules/fold-name.ts'
import { listSenders } from './rules/proofs-1.0.0.ts'
import { type Factory, listVenues, type Maker } from './rules/venues-1.0.0.ts'
import { isOutage, isStorageFault } from '../platform/database-fault.ts'
import type { Log } from '../platform/log.ts'
import { UpstreamError } from '../platform/errors.ts'
import type { ChainLog, LogFilter } from '../providers/chain/pools.ts'
import { findGraduation } from '../providers/launchpads/find-creation.ts'
import type { Launchpad } from '../providers/launchpads/launchpads.ts'

/** What one run reads for a venue: this many of the longest ranges that the node answers, and at most a day. */
const maxParts = 10n
const maxSeconds = 86_400
/** On a slow or quiet chain more than a day. */
const leastBlocks = 20_000
const maxWallets = 1000
/** Wallets whose own transactions are read in one run. */
const maxWalletsPerRun = 20

/**
 * Searches the chain for tokens of wallets with a final score: in the events of known launchpads, among the contracts that
 * the wallet created, and at the address that was submitted. A failed launch is found like a good one. A fault at one
 * launchpad doesn't stop the others: it is thrown at the end.
 */
export async function findLaunches(deps: Configured<'pools' | 'proofSources'>, signal: AbortSignal): Promise<void> {
  const { blockTimes, launchpads } = deps.proofSources
  const venues = listVenues(launchpads)
  const { number: head } = await blockTimes.safe(signal)
  const aDay = BigInt(Math.max(leastBlocks, Math.ceil(maxSeconds / (await blockTimes.secondsPerBlock(signal)))))
  const faults: Error[] = []
  const tryRead = async (name: string, read: () => Promise<void>) => {
    const fault = await catchFault(read)
    if (!fault) return
    deps.log.warn({ venue: name, ...toDetails(fault) }, 'launches could not be read')
    faults.push(fault)
  }
  const tryVenue = (name: string, read: (blocks: Blocks) => Promise<bigint>) =>
    tryRead(name, () => readVenue(deps, { name, head, aDay }, signal, read))
  for (const factory of venues.factories)
    await tryVenue(factory.source, async (blocks) => {
      await linkAll(deps, (wallets) => listLaunched(deps, { factory, wallets, ...blocks }, signal), signal)
      return blocks.toBlock
    })
  for (const maker of venues.makers)
    await tryVenue(maker.source, (blocks) => readMaker(deps, { maker, ...blocks }, signal))
  for (const launchpad of launchpads.filter(({ graduations }) => graduations.length > 0))
    await tryVenue(`${launchpad.id} graduations`, async (blocks) => {
      await readGraduations(deps, { launchpad, ...blocks }, signal)
      return blocks.toBlock
    })
  await tryRead('index', () =>
    linkIndexed(deps, (launched, nameAffix) => link(deps, { ...launched, nameAffix }, signal), signal),
  )
  await tryRead('graduations', () => recordVenueGraduations(deps, signal))
  faults.push(...(await readWallets(deps, signal)))
  if (faults[0]) throw faults[0]
}

/** A database that fails would fail everywhere. */
async function catchFault(work: () => Promise<void>): Promise<Error | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Error && !isOutage(error) && !isStorageFault(error)) return error
    throw error
  }
}

const toDetails = (fault: Error) => ({
  ...(fault instanceof UpstreamError && { provider: fault.provider }),
  reason: fault.message,
})

/** Returns the last block that was read. */
async function readMaker(
  deps: Configured<'pools' | 'proofSources'>,
  { maker, fromBlock, toBlock }: Blocks & { maker: Maker },
  signal: AbortSignal,
): Promise<bigint> {
  const since = new Date(deps.clock.now().getTime() - maxAgeMs)
  const announced = await listAnnounced(deps, { maker, since, fromBlock, toBlock }, signal)
  for (const launched of announced.launched) await link(deps, launched, signal)
  return announced.toBlock
}

interface Blocks {
  fromBlock: bigint
  toBlock: bigint
}

/** Reads the next blocks for a venue, a new one's from 180 days ago on, and keeps how far it came. */
async function readVenue(
  { db, clock, pools, proofSources }: Configured<'pools' | 'proofSources'>,
  { name, head, aDay }: { name: string; head: bigint; aDay: bigint },
  signal: AbortSignal,
  read: (blocks: Blocks) => Promise<bigint>,
): Promise<void> {
  const key = { venue: name, chainId: proofSources.creations.chainId }
  const cursor = await findCursor(db, key)
  const since = new Date(clock.now().getTime() - maxAgeMs)
  const fromBlock = cursor === null ? await proofSources.blockTimes.blockAt(since, signal) : cursor + 1n
  const most = maxParts * pools.blocksPerCall()
  const end = fromBlock + (most < aDay ? most : aDay)
  const toBlock = end < head ? end : head
  if (toBlock < fromBlock || signal.aborted) return
  const block = await read({ fromBlock, toBlock })
  await upsertCursor(db, { ...key, block, readAt: clock.now() })
}

/** Links the tokens that are listed for all wallets with a score, some wallets at a time. */
async function linkAll(
  deps: Configured<'pools' | 'proofSources'>,
  list: (wallets: string[]) => Promise<OtherToken[]>,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - maxAgeMs)
  for (let after = ''; ;) {
    const wallets = await listScoredWallets(deps.db, { since, after, limit: maxWallets })
    for (const launched of await list(wallets)) await link(deps, launched, signal)
    const last = wallets.at(-1)
    if (last === undefined || wallets.length < maxWallets) return
    after = last
  }
}

interface FactoryRange extends Blocks {
  factory: Factory
  wallets: string[]
}

/** The tokens that a factory's events name together with one of the wallets. */
async function listLaunched(
  { pools, log }: Configured<'pools'>,
  { factory, wallets, fromBlock, toBlock }: FactoryRange,
  signal: AbortSignal,
): Promise<OtherToken[]> {
  if (wallets.length === 0) return []
  const words = wallets.map((wallet) => `0x${wallet.slice(2).padStart(64, '0')}`)
  const found: OtherToken[] = []
  for (const position of factory.creators) {
    const topics = [[factory.event], null, null].slice(0, position)
    const filter = { addresses: [factory.contract], topics: [...topics, words], fromBlock, toBlock }
    for (const one of await pools.logs(filter, signal, warnOfFlood(log, factory.venue)))
      found.push(...toLaunched(one, factory, position))
  }
  return found
}

function toLaunched({ topics, data, txHash }: ChainLog, { token, nameAffix }: Factory, position: number): OtherToken[] {
  const word = 'topic' in token ? topics[token.topic]?.slice(2) : data.slice(2 + 64 * token.word, 66 + 64 * token.word)
  const wallet = topics[position]
  if (word?.length !== 64 || wallet?.length !== 66) return []
  return [
    { wallet: `0x${wallet.slice(26)}`, token: `0x${word.slice(24)}`, creationTx: txHash, deployedAt: null, nameAffix },
  ]
}

/** A fault at one wallet doesn't stop the others. Returns those that are not a provider's: the job must count as failed. */
async function readWallets(deps: Configured<'pools' | 'proofSources'>, signal: AbortSignal): Promise<Error[]> {
  const { db, clock, random, log } = deps
  const since = new Date(clock.now().getTime() - maxAgeMs)
  const faults: Error[] = []
  for (const wallet of await listSomeWallets(db, { since, seed: random.hex(8), limit: maxWalletsPerRun })) {
    if (signal.aborted) break
    const fault = await catchFault(async () => {
      for (const launched of await listOwn(deps, { wallet, since }, signal)) await link(deps, launched, signal)
    })
    if (!fault) continue
    log.warn({ wallet, ...toDetails(fault) }, 'a wallet could not be read for launches')
    if (!(fault instanceof UpstreamError)) faults.push(fault)
  }
  return faults
}

/** Contracts that the wallet created since then, and those that it submitted and that have code by now. */
async function listOwn(
  { db, config, chainId, creatorData, proofSources }: Configured<'proofSources'>,
  { wallet, since }: { wallet: string; since: Date },
  signal: AbortSignal,
): Promise<OtherToken[]> {
  const awaited = await listAwaited(db, { wallet, since, chainId, defaultChainId: config.chainId })
  const submitted = [...new Set(awaited.flatMap(({ contractAddress }) => contractAddress ?? []))].slice(0, 10)
  const found: OtherToken[] = []
  for (const token of submitted)
    if ((await proofSources.creations.codeAt(token, 'latest', signal)) !== '0x')
      found.push({ wallet, token, creationTx: null, deployedAt: null })
  const history = await creatorData?.history(wallet, signal)
  return [...found, ...listDeployed(history?.deployed ?? [], since).map((one) => ({ wallet, ...one }))]
}

const listDeployed = (deployed: { address: string; at: number; isToken: boolean }[], since: Date) =>
  deployed
    .filter(({ at, isToken }) => isToken && at * 1000 >= since.getTime())
    .map(({ address, at }) => ({ token: address, creationTx: null, deployedAt: new Date(at * 1000) }))

/**
 * Binds a token to the first awaited launch whose folded name and symbol it has, and notes one that has none. The chain has
 * yet to prove the binding. A token that is proven for one launch can't be that of another.
 */
async function link(
  deps: Configured<'pools' | 'proofSources'>,
  launched: OtherToken,
  signal: AbortSignal,
): Promise<void> {
  const { db, config, clock, random, log, chainId, proofSources } = deps
  const { wallet, token, creationTx } = launched
  const now = clock.now()
  const awaited = await listAwaited(db, {
    wallet,
    since: new Date(now.getTime() - maxAgeMs),
    chainId,
    defaultChainId: config.chainId,
  })
  const names = awaited.length > 0 ? await proofSources.creations.names(token, signal) : null
  const launch = names && awaited.find((one) => isSameName(one, names, launched.nameAffix))
  if (!launch) return noteOtherToken(deps, launched, signal)
  if (await isProvenToken(db, { chainId, token })) return
  const id = random.uuid()
  const place = { id, launch, chainId, token, signed: null, creationHint: creationTx }
  const isNew = await insertBinding(db, { ...place, nextCheckAt: now, boundAt: now })
  if (isNew) log.info({ binding: id, score: launch.scoreId, token }, 'a launched token was found')
}

/** Tokens whose creators are asked for in one run; blocks with more are left to the next ones. */
const maxTokens = 500

interface MakerRange extends Blocks {
  maker: Maker
}

/**
 * The tokens of scored wallets that a launchpad's event announces without naming the wallet: the launchpad is asked for the
 * creator of each. Returns the last block of which all are known.
 */
async function listAnnounced(
  { db, log, pools, proofSources: { creations } }: Configured<'pools' | 'proofSources'>,
  { maker, since, fromBlock, toBlock }: MakerRange & { since: Date },
  signal: AbortSignal,
): Promise<{ launched: OtherToken[]; toBlock: bigint }> {
  const { announcement, contract, nameAffix } = maker
  if ((await listScoredWallets(db, { since, after: '', limit: 1 })).length === 0) return { launched: [], toBlock }
  const filter = { addresses: [contract], topics: [[announcement]], fromBlock, toBlock }
  const logs = await pools.logs(filter, signal, warnOfFlood(log, maker.venue))
  const end = logs.length > maxTokens ? (logs[maxTokens - 1]?.block ?? toBlock) : toBlock
  const launched: OtherToken[] = []
  for (const { topics, txHash, block } of logs) {
    const token = `0x${topics[1]?.slice(26) ?? ''}`
    const wallet = block <= end && token.length === 42 ? await creations.creatorBy(maker, token, signal) : null
    if (wallet !== null) launched.push({ wallet, token, creationTx: txHash, deployedAt: null, nameAffix })
  }
  const scored = new Set(await listScoredAmong(db, { wallets: launched.map(({ wallet }) => wallet), since }))
  return { launched: launched.filter(({ wallet }) => scored.has(wallet)), toBlock: end }
}

/** Notes the tokens that a launchpad graduated in these blocks; a successor is followed under the launch of the token before it. */
async function readGraduations(
  { db, clock, log, proofSources, pools }: Configured<'pools' | 'proofSources'>,
  { launchpad, fromBlock, toBlock }: Blocks & { launchpad: Launchpad },
  signal: AbortSignal,
): Promise<void> {
  const addresses = launchpad.contracts.filter(({ role }) => role === 'factory').map(({ address }) => address)
  const topics = [launchpad.graduations.map(({ topic0 }) => topic0)]
  const filter = { addresses, topics, fromBlock, toBlock }
  for (const one of await pools.logs(filter, signal, warnOfFlood(log, launchpad.id))) {
    const graduated = findGraduation(one, [launchpad])
    if (!graduated) continue
    const { token, successor } = graduated
    const { chainId } = proofSources.creations
    const row = { chainId, token, successor, txHash: one.txHash, block: one.block, readAt: clock.now() }
    const bound = await db.transaction().execute((tx) => insertSuccessor(tx, row))
    for (const binding of bound) log.info({ binding, token, successor }, 'a launchpad graduated a launched token')
  }
}

const maxGraduations = 100

/** Records when launchpads graduated launched tokens, by the times of the blocks. The rest waits for the next run. */
async function recordVenueGraduations(
  { db, clock, proofSources: { creations } }: Configured<'proofSources'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { block, ...graduation } of await listVenueGraduations(db, maxGraduations)) {
    const graduatedAt = await creations.minedAt(block, signal)
    if (graduatedAt) await insertVenueGraduation(db, { ...graduation, graduatedAt, recordedAt: clock.now() })
  }
}

/** A token that isn't the launch of a score. */
interface OtherToken {
  /** Lower case, as is `token`. */
  wallet: string
  token: string
  /** The transaction of a launchpad's event that names the wallet. */
  creationTx: string | null
  /** When the wallet deployed the contract itself. */
  deployedAt: Date | null
  /** What the launchpad puts around the names of its tokens; unset: nothing. */
  nameAffix?: Launchpad['nameAffix']
}

/**
 * Notes a token that a wallet launched beside the launches of its scores. A launchpad's event counts only when the wallet sent
 * it: a stranger can name any wallet.
 */
async function noteOtherToken(
  { db, clock, proofSources: { creations } }: Configured<'proofSources'>,
  { wallet, token, creationTx, deployedAt }: OtherToken,
  signal: AbortSignal,
): Promise<void> {
  const key = { chainId: creations.chainId, creatorAddress: wallet, token }
  if ((deployedAt === null && creationTx === null) || (await isKnownToken(db, key))) return
  const createdAt = deployedAt ?? (creationTx && (await findSent(creations, { wallet, creationTx }, signal)))
  if (createdAt) await insertWalletToken(db, { ...key, createdAt, foundAt: clock.now() })
}

/** When the wallet sent a transaction; null: it didn't, or the transaction failed. */
async function findSent(
  creations: NonNullable<ChainSources['proofSources']>['creations'],
  { wallet, creationTx }: { wallet: string; creationTx: string },
  signal: AbortSignal,
): Promise<Date | null> {
  const receipt = await creations.receipt(creationTx, signal)
  if (!receipt?.isSuccess || !listSenders(receipt).includes(wallet)) return null
  return creations.minedAt(receipt.blockNumber, signal)
}

/** Logs a block whose events are left out, because it is full of events of one kind. The other blocks are still read. */
const warnOfFlood =
  (log: Log, venue: string) =>
  ({ fromBlock, topics }: LogFilter): void =>
    log.warn({ venue, block: String(fromBlock), topics }, 'a block has more events than can be read')
