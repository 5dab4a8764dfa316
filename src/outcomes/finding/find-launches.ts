import type { Configured } from '../../deps.ts'
import { isOutage, isStorageFault } from '../../platform/database-fault.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { ChainLog } from '../../providers/chain/pools.ts'
import { isSameName } from '../rules/fold-name.ts'
import type { Factory, Maker } from '../rules/venues-1.0.0.ts'
import { maxAgeMs } from '../binding/eligible/age.ts'
import { minConfirmations } from '../binding/prove-token.ts'
import { insertBinding } from '../binding/store.ts'
import { listAnnounced } from './list-announced.ts'
import { listMade } from './list-made.ts'
import { warnOfFlood } from './warn-of-flood.ts'
import { type OtherToken, noteOtherToken } from './note-other-token.ts'
import { recordVenueGraduations } from './record-venue-graduations.ts'
import { readSuccessors } from './read-successors.ts'
import { findCursor, isProvenToken, listAwaited, listScoredWallets, listSomeWallets, upsertCursor } from './store.ts'

/** Two seconds a block; on a slower chain more than 180 days are read, once. */
const blocksBack = 7_776_000n
/** Blocks that are read for one venue in one run. */
const maxBlocks = 20_000n
const maxWallets = 1000
/** Wallets whose own transactions are read in one run. */
const maxWalletsPerRun = 20

/**
 * Searches the chain for tokens of wallets with a final score: in the events of known launchpads, among the contracts that
 * the wallet created, and at the address that was submitted. A failed launch is found like a good one. A fault at one
 * launchpad doesn't stop the others: it is thrown at the end.
 */
export async function findLaunches(deps: Configured<'pools' | 'proofSources'>, signal: AbortSignal): Promise<void> {
  const { creations, venues } = deps.proofSources
  const head = (await creations.head(signal)) - minConfirmations
  const faults: Error[] = []
  const tryRead = async (name: string, read: () => Promise<void>) => {
    const fault = await catchFault(read)
    if (!fault) return
    deps.log.warn({ venue: name, ...toDetails(fault) }, 'launches could not be read')
    faults.push(fault)
  }
  const tryVenue = (name: string, read: (blocks: Blocks) => Promise<bigint>) =>
    tryRead(name, () => readVenue(deps, { name, head }, signal, read))
  for (const factory of venues.factories)
    await tryVenue(factory.source ?? factory.venue, async (blocks) => {
      await linkAll(deps, (wallets) => listLaunched(deps, { factory, wallets, ...blocks }, signal), signal)
      return blocks.toBlock
    })
  for (const maker of venues.makers)
    await tryVenue(maker.venue, (blocks) => readMaker(deps, { maker, ...blocks }, signal))
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
  const range = { maker, fromBlock, toBlock: announced.toBlock }
  await linkAll(deps, (wallets) => listMade(deps, { ...range, wallets }, signal), signal)
  await readSuccessors(deps, range, signal)
  return announced.toBlock
}

interface Blocks {
  fromBlock: bigint
  toBlock: bigint
}

/** Reads the next blocks for a venue and keeps how far it came. */
async function readVenue(
  { db, clock, proofSources }: Configured<'proofSources'>,
  { name, head }: { name: string; head: bigint },
  signal: AbortSignal,
  read: (blocks: Blocks) => Promise<bigint>,
): Promise<void> {
  const key = { venue: name, chainId: proofSources.creations.chainId }
  const oldest = head > blocksBack ? head - blocksBack : 0n
  const fromBlock = ((await findCursor(db, key)) ?? oldest - 1n) + 1n
  const toBlock = fromBlock + maxBlocks < head ? fromBlock + maxBlocks : head
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

interface Range extends Blocks {
  factory: Factory
  wallets: string[]
}

/** The tokens that a factory's events name together with one of the wallets. */
async function listLaunched(
  { pools, log }: Configured<'pools'>,
  { factory, wallets, fromBlock, toBlock }: Range,
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

function toLaunched({ topics, data, txHash }: ChainLog, { token }: Factory, position: number): OtherToken[] {
  const word = 'topic' in token ? topics[token.topic]?.slice(2) : data.slice(2 + 64 * token.word, 66 + 64 * token.word)
  const wallet = topics[position]
  if (word?.length !== 64 || wallet?.length !== 66) return []
  return [{ wallet: `0x${wallet.slice(26)}`, token: `0x${word.slice(24)}`, creationTx: txHash, deployedAt: null }]
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
  { db, creatorData, proofSources }: Configured<'proofSources'>,
  { wallet, since }: { wallet: string; since: Date },
  signal: AbortSignal,
): Promise<OtherToken[]> {
  const awaited = await listAwaited(db, { wallet, since })
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
  const { db, clock, random, log, proofSources } = deps
  const { wallet, token, creationTx } = launched
  const now = clock.now()
  const awaited = await listAwaited(db, { wallet, since: new Date(now.getTime() - maxAgeMs) })
  const names = awaited.length > 0 ? await proofSources.creations.names(token, signal) : null
  const launch = names && awaited.find((one) => isSameName(one, names, launched.namePrefix))
  if (!launch) return noteOtherToken(deps, launched, signal)
  const { chainId } = proofSources.creations
  if (await isProvenToken(db, { chainId, token })) return
  const id = random.uuid()
  const place = { id, launch, chainId, token, signed: null, creationHint: creationTx }
  const isNew = await insertBinding(db, { ...place, nextCheckAt: now, boundAt: now })
  if (isNew) log.info({ binding: id, score: launch.scoreId, token }, 'a launched token was found')
}
