import { randomBytes } from 'node:crypto'
import { type LaunchRow, insertLaunches } from '../../src/creators/launch-index-store.ts'
import type { Db } from '../../src/database/db.ts'

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
