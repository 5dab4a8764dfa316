import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { BlockClock } from '../../dev/stand-ins/launches/history-clock.ts'
import type { HistoryChain } from '../../dev/stand-ins/launches/launch-forms.ts'
import type { LaunchHistory } from '../../dev/stand-ins/launches/launch-history.ts'
import { type LaunchNode, startLaunchNode } from '../../dev/stand-ins/launches/launch-node.ts'
import { toExplorer, toMarket } from '../../dev/stand-ins/launches/launch-sources.ts'
import { type MarketStandIn, startMarket } from '../../dev/stand-ins/market.ts'
import { indexLaunches } from '../../src/creators/index-launches.ts'
import { makeLaunchPartitions } from '../../src/creators/launch-partitions.ts'
import type { Db } from '../../src/database/db.ts'
import type { Deps } from '../../src/deps.ts'
import type { Environment } from '../../src/platform/env.ts'
import { type World, startWorld } from './app.ts'
import { closeAfter } from './waiting.ts'

export interface LaunchWorld {
  nodes: LaunchNode[]
  market: MarketStandIn
  world: World
  /** Of a service on this world. */
  environment: Environment
}

interface Options {
  chains?: HistoryChain[]
  /** Another pace than the chains have. */
  clock?: BlockClock
  now: () => Date
  backfillDays?: number
}

/** The providers of four chains, or of fewer, with a history of launches. The first chain is CHAIN_ID. */
export async function startLaunchWorld(
  t: Pick<TestContext, 'after'>,
  history: LaunchHistory,
  { chains = [8453, 56, 4663, 1], clock, now, backfillDays = 180 }: Options,
): Promise<LaunchWorld> {
  const habits = { hasLogTimes: true }
  const [world, market, ...nodes] = await Promise.all([
    startWorld(t, { txlist: { key: null, now, ...toExplorer(history, now) } }),
    startMarket({ tokens: {}, now, ...toMarket(history, now) }),
    ...chains.map((chainId) =>
      startLaunchNode({ history, chainId, now, habits: { ...habits }, ...(clock && { clock }) }),
    ),
  ])
  closeAfter(t, () => Promise.all([market, ...nodes].map(({ close }) => close())))
  const environment = {
    ...world.environment,
    CHAIN_ID: String(chains[0]),
    CHAINS: chains.join(','),
    CHAIN_RPC_URLS: nodes.map(({ chainId, url }) => `${chainId}=${url}`).join(','),
    CREATOR_DATA_CHAIN_PARAM: 'chainid',
    LAUNCHES_BACKFILL_DAYS: String(backfillDays),
    MARKET_DATA_URL: market.url,
    MARKET_DATA_PER_MINUTE: '100000',
  }
  return { nodes, market, world, environment }
}

interface IndexedRow {
  chainId: number
  launchpad: string
  token: string
  creator: string | null
  launchedAt: Date
}

/** Everything in the index, in the order of tokens. */
export async function listIndexed(db: Db): Promise<IndexedRow[]> {
  const { rows } = await sql<IndexedRow>`
    select chain_id::int as "chainId", launchpad, '0x' || encode(token, 'hex') as token,
      '0x' || encode(creator, 'hex') as creator, launched_at as "launchedAt"
    from indexed_launches order by chain_id, token`.execute(db)
  return rows
}

/** What the index should hold of a node's chain. */
export const listExpected = (nodes: LaunchNode[], since: Date): IndexedRow[] =>
  nodes
    .flatMap((node) =>
      node
        .launches()
        .flatMap(({ launch: { chainId, launchpad, token, creator, at: launchedAt } }) =>
          launchedAt < since ? [] : [{ chainId, launchpad, token, creator, launchedAt }],
        ),
    )
    .toSorted((one, other) => one.chainId - other.chainId || (one.token < other.token ? -1 : 1))

/** Runs the job until it has read back as far as it should and asked for every creator; throws when it doesn't get there. */
export async function indexAll(deps: Deps, { runs = 60, signal = new AbortController().signal } = {}): Promise<void> {
  await makeLaunchPartitions(deps)
  let cause: unknown
  for (let run = 0; run < runs; run += 1) {
    await indexLaunches(deps, signal).catch((error: unknown) => (cause = error))
    if (await isComplete(deps)) return
  }
  throw new Error(`the index is not complete after ${runs} runs`, { cause })
}

async function isComplete({ db, clock, config, chains }: Deps): Promise<boolean> {
  const since = new Date(clock.now().getTime() - config.launchesBackfillDays * 86_400_000)
  const { rows } = await sql<{ done: number; waiting: number }>`
    select (select count(*)::int from launch_cursors where first_at <= ${since} or first_block = 0) as done,
      (select count(*)::int from unnamed_launches) as waiting`.execute(db)
  return rows[0]?.done === chains.size && rows[0].waiting === 0
}
