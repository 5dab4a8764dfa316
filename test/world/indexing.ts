import { randomBytes } from 'node:crypto'
import { type LaunchRow, insertLaunches } from '../../src/creators/launch-index-store.ts'
import type { Db } from '../../src/database/db.ts'
import type { ChainSources } from '../../src/deps.ts'
import { createBlockTimes } from '../../src/providers/chain/block-times.ts'
import { createCreations } from '../../src/providers/chain/creations.ts'
import { createLaunchLogs } from '../../src/providers/chain/launch-logs.ts'
import { listFileQuotes, listLaunchpads, openLaunchpadFiles } from '../../src/providers/launchpads/launchpads.ts'
import { listQuotes } from '../../src/tokens/rules/depth-1.0.0.ts'
import { guardFor } from '../fixtures/providers.ts'

const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`

/** Puts launches into the index as its reader does; what isn't given is made up. Returns them as stored, in the given order. */
export async function seedIndexedLaunches(db: Db, launches: Partial<LaunchRow>[]): Promise<LaunchRow[]> {
  const rows = launches.map((launch, n): LaunchRow => ({
    chainId: 8453,
    block: BigInt(1_000_000 + n),
    logIndex: n,
    txHash: hex(32),
    launchpad: 'clanker-v4',
    token: hex(20),
    creator: hex(20),
    launchedAt: new Date(),
    ...launch,
  }))
  for (let at = 0; at < rows.length; at += 5000) await insertLaunches(db, rows.slice(at, at + 5000))
  return rows
}

/** Calls go straight through: what a guard does about faults has tests of its own. */
const guard = {
  ...guardFor('chain'),
  run: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => work(signal),
}

/** What the index reads of a chain, from a node that should serve `chainId`. */
export function openSources(url: string, chainId = 8453): ChainSources {
  const options = { url, chainId, timeoutMs: 20_000, guard }
  const creations = createCreations(options)
  return {
    chainId: 8453,
    launchpads: listLaunchpads(openLaunchpadFiles(null), 8453),
    quotes: listQuotes(listFileQuotes(openLaunchpadFiles(null), 8453)),
    creatorData: null,
    tokenRisk: null,
    pools: null,
    tokenReader: null,
    market: null,
    blockTimes: createBlockTimes(options),
    launchLogs: createLaunchLogs(options),
    proofSources: { creations } as ChainSources['proofSources'],
  }
}
