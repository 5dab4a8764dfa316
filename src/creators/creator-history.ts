import { dayMs } from '../../contract/time.ts'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { CreatorLaunches } from '../../contract/props/score.ts'
import type { Outcome } from '../../contract/launch-outcome.ts'
import type { CreatorHistory } from '../../contract/schemas/ranking.ts'
import type { Deps } from '../deps.ts'
import { UpstreamError } from '../platform/errors.ts'
import { openTimeout } from '../platform/resilience/timeouts.ts'
import {
  type Coverage,
  countLaunchesOf,
  isRelayer,
  listCoverage,
  maxLaunches,
  maxLaunchesPerDay,
  readLaunchesOf,
} from './launch-index-store.ts'
import { insertDeployed, listLooks, listOutcomes, type Seen, type TokenOfChain, upsertLooks } from './look-store.ts'
import { type Fate, judgeAbsent, toFate } from './rules/fate-1.0.0.ts'

interface Launch extends TokenOfChain {
  launchpad: string | null
  launchedAt: Date
}

interface Asked {
  /** Lower case. */
  wallet: string
  /** Tokens that the wallet itself deployed, as an explorer listed them just now. */
  deployed?: { chainId: number; address: string; at: number }[]
  /** How often the markets may be asked; 0: only what is stored is used. */
  calls: number
}

/** Whose outcomes are shown one by one. */
const shownLaunches = 24

/** A score waits no longer than this for the market, which only adds to it. */
const lookTimeoutMs = 10_000

/** What is known of any wallet without asking a provider. */
export const readStoredHistory = async (deps: Deps, wallet: string): Promise<CreatorHistory> =>
  (await readStoredLaunches(deps, wallet)).history

/** With the outcomes of the newest launches. */
export const readStoredLaunches = (deps: Deps, wallet: string): Promise<CreatorLaunches> =>
  readLaunches({ ...deps, db: deps.reads }, { wallet, calls: 0 }, new AbortController().signal)

/** Reads the index, decided outcomes and stored looks, and then looks at the markets of the newest launches that lack one. */
export const readHistory = async (deps: Deps, asked: Asked, signal: AbortSignal): Promise<CreatorHistory> =>
  (await readLaunches(deps, asked, signal)).history

async function readLaunches(deps: Deps, asked: Asked, signal: AbortSignal): Promise<CreatorLaunches> {
  const { wallet } = asked
  const now = deps.clock.now()
  await insertDeployed(deps.db, wallet, (asked.deployed ?? []).map(toDeployed))
  const { indexed, deployed, ...stored } = await readLaunchesOf(deps.db, { creator: wallet, limit: maxLaunches })
  const coverage = stored.coverage.map(toCoverage)
  // The list of most wallets is complete and too short for a relayer's.
  const [all, relays] = await Promise.all([
    indexed.length < maxLaunches ? indexed.length : countLaunchesOf(deps.db, wallet),
    indexed.length > maxLaunchesPerDay && isRelayer(deps.db, wallet),
  ])
  const unread = [...deps.chains.keys()].filter((id) => !coverage.some(({ chainId }) => chainId === id))
  const gaps = coverage.length === 0 ? [] : unread.map((id) => `launches:${id}`)
  if (relays) {
    const launched = countTimes(indexed, { all, now })
    return { history: { ...countNothing(coverage), launched, isRelayer: true, notAsked: gaps }, newest: [] }
  }

  const launches = mergeLaunches(indexed, deployed)
  const total = all + launches.length - indexed.length
  const { known, outcomeOf } = await listFates(deps, launches, now)
  const failures = asked.calls > 0 ? await lookAtUnknown(deps, { launches, known, asked, now }, signal) : []
  const counted = countFates(deps, { launches, known, total, now })
  return {
    history: { ...counted, coverage, isRelayer: false, notAsked: [...gaps, ...failures] },
    newest: launches.slice(0, shownLaunches).map((launch) => {
      const key = toKey(launch)
      return nameOutcome(known.get(key)?.isAlive ?? null, outcomeOf.get(key)?.outcome)
    }),
  }
}

/** A decided outcome says how it ended or how far it came. A graduation stays, whatever is known of the token now. */
function nameOutcome(isAlive: boolean | null, decided: LaunchOutcome | undefined): Outcome {
  if (decided === 'graduated' && isAlive !== false) return 'graduated'
  if (isAlive === null) return 'unknown'
  if (isAlive) return 'alive'
  return decided === 'rugged' ? 'rugged' : 'dead'
}

/** The chains whose launchpads are read, and the period whose launches are all known. */
export const readCoverage = async (db: Deps['db']): Promise<CreatorHistory['coverage']> =>
  (await listCoverage(db)).map(toCoverage)

const toCoverage = ({ chainId, from, to }: Coverage): CreatorHistory['coverage'][number] => ({
  chainId,
  from: from.toISOString(),
  to: to.toISOString(),
})

const toDeployed = ({ chainId, address, at }: { chainId: number; address: string; at: number }) => ({
  chainId,
  token: address,
  deployedAt: new Date(at * 1000),
})

const toKey = ({ chainId, token }: TokenOfChain): string => `${chainId}:${token}`

/** Newest first; a token that is in both lists counts once. */
function mergeLaunches(indexed: Launch[], deployed: { chainId: number; token: string; deployedAt: Date }[]): Launch[] {
  const own = deployed.map(({ deployedAt, ...token }) => ({ ...token, launchpad: null, launchedAt: deployedAt }))
  const merged = new Map([...own, ...indexed].map((launch) => [toKey(launch), launch]))
  return [...merged.values()].toSorted((a, b) => b.launchedAt.getTime() - a.launchedAt.getTime())
}

type Fates = Map<string, Fate>

async function listFates({ db }: Deps, launches: Launch[], now: Date) {
  const [looks, outcomes] = await Promise.all([listLooks(db, launches), listOutcomes(db, launches)])
  const lookOf = new Map(looks.map((look) => [toKey(look), look]))
  const outcomeOf = new Map(outcomes.map((outcome) => [toKey(outcome), outcome]))
  const known: Fates = new Map(
    launches.flatMap((launch) => {
      const key = toKey(launch)
      const fate = toFate({ look: lookOf.get(key), outcome: outcomeOf.get(key), launchedAt: launch.launchedAt, now })
      return fate ? [[key, fate]] : []
    }),
  )
  return { known, outcomeOf }
}

interface Looking {
  launches: Launch[]
  /** Gets the fates that the looks show. */
  known: Fates
  asked: Asked
  now: Date
}

/** Asks for up to 30 tokens a call, on the chain with most first. Returns what couldn't be asked. */
async function lookAtUnknown(deps: Deps, looking: Looking, signal: AbortSignal): Promise<string[]> {
  const { launches, known, asked, now } = looking
  const stale = launches.filter((launch) => known.get(toKey(launch))?.isFresh !== true)
  const isObserved = ({ chainId }: TokenOfChain) => Boolean(deps.chains.get(chainId)?.market)
  const gaps = new Set(stale.filter((launch) => !isObserved(launch)).map(({ chainId }) => `market:${chainId}`))
  let pending = stale.filter(isObserved)
  let calls = asked.calls
  using timeout = openTimeout(lookTimeoutMs, signal)
  while (calls > 0 && pending.length > 0) {
    const batch = pickBatch(pending)
    const [{ chainId }] = batch
    const failed = await lookAt(deps, { batch, known, now }, timeout.signal)
    signal.throwIfAborted()
    if (failed === null) gaps.add(`market_failed:${chainId}`)
    calls -= failed ?? 1
    const done = new Set(batch.map(toKey))
    pending = pending.filter((launch) => (failed === null ? launch.chainId !== chainId : !done.has(toKey(launch))))
  }
  return [...gaps]
}

/** The newest of the chain that has most. */
function pickBatch(pending: Launch[]): [Launch, ...Launch[]] {
  const ofChain = [...Map.groupBy(pending, ({ chainId }) => chainId).values()]
  const [most = []] = ofChain.toSorted((a, b) => b.length - a.length)
  return most.slice(0, 30) as [Launch, ...Launch[]] // `pending` is not empty
}

/** The number of calls that it took; null: the market didn't answer. */
async function lookAt(
  deps: Deps,
  { batch, known, now }: { batch: [Launch, ...Launch[]]; known: Fates; now: Date },
  signal: AbortSignal,
): Promise<number | null> {
  const seen = await lookAtLaunches(deps, { chainId: batch[0].chainId, launches: batch, now }, signal)
  if (!seen) return null
  const launchedAt = new Map(batch.map((launch) => [launch.token, launch.launchedAt]))
  for (const look of seen.looks) {
    const fate = toFate({ look, outcome: undefined, launchedAt: launchedAt.get(look.token) ?? now, now })
    if (fate) known.set(toKey(look), fate)
  }
  return seen.calls
}

interface LaunchesOfChain {
  chainId: number
  /** At most 30. */
  launches: Pick<Launch, 'token' | 'launchpad' | 'launchedAt'>[]
  now: Date
}

/** Looks at the markets of launches on one chain and stores what they show; null: the market didn't answer. */
export async function lookAtLaunches(
  deps: Deps,
  { chainId, launches, now }: LaunchesOfChain,
  signal: AbortSignal,
): Promise<{ looks: Seen[]; calls: number } | null> {
  const tokens = launches.map(({ token }) => token)
  const seen = await askMarket(deps, { chainId, tokens }, signal)
  if (!seen) return null
  const looks = launches.flatMap(({ token, launchpad, launchedAt }) => {
    const look = seen.looks.get(token)
    if (look === undefined) return []
    const isOnCurve = hasCurve(deps, { chainId, launchpad })
    const isAlive = look === 'absent' ? judgeAbsent({ launchedAt, now, hasCurve: isOnCurve }) : toAlive[look]
    return [{ chainId, token, isAlive, at: now }]
  })
  await upsertLooks(deps.db, looks)
  return { looks, calls: seen.calls }
}

const toAlive = { alive: true, dead: false, unknown: null } as const

/** null: an outage, or it took too long. */
async function askMarket(
  { chains, log }: Deps,
  { chainId, tokens }: { chainId: number; tokens: string[] },
  signal: AbortSignal,
) {
  try {
    return (await chains.get(chainId)?.market?.look(tokens, signal)) ?? null
  } catch (error) {
    if (!(error instanceof UpstreamError) && !signal.aborted) throw error
    log.warn(
      { chainId, reason: (error as Error).message },
      'the markets of a creator’s launches could not be looked at',
    )
    return null
  }
}

const findLaunchpad = ({ chains }: Deps, { chainId, launchpad }: Pick<Launch, 'chainId' | 'launchpad'>) =>
  chains.get(chainId)?.launchpads.find(({ id }) => id === launchpad)

const hasCurve = (deps: Deps, launch: Pick<Launch, 'chainId' | 'launchpad'>): boolean =>
  findLaunchpad(deps, launch)?.hasCurve ?? false

interface Counted {
  launches: Launch[]
  known: Fates
  total: number
  now: Date
}

function countFates(deps: Deps, { launches, known, total, now }: Counted) {
  const seen = launches.flatMap((launch) => {
    const { isAlive, days } = known.get(toKey(launch)) ?? { isAlive: null, days: 0 }
    return isAlive === null ? [] : [{ isAlive, days }]
  })
  const count = (days: number) => seen.filter((one) => one.days >= days).length
  const countAlive = (days: number) => seen.filter((one) => one.days >= days && one.isAlive).length
  return {
    launched: countTimes(launches, { all: total, now }),
    known: seen.length,
    alive: countAlive(0),
    knownFrom7Days: count(7),
    aliveFrom7Days: countAlive(7),
    aliveFrom30Days: countAlive(30),
    launchpads: countLaunchpads(deps, launches, known),
  }
}

function countTimes(launches: Launch[], { all, now }: { all: number; now: Date }): CreatorHistory['launched'] {
  const since = (days: number) =>
    launches.filter(({ launchedAt }) => launchedAt.getTime() >= now.getTime() - days * dayMs).length
  return { all, last30Days: since(30), last7Days: since(7) }
}

const countNothing = (coverage: CreatorHistory['coverage']) => ({
  known: 0,
  alive: 0,
  knownFrom7Days: 0,
  aliveFrom7Days: 0,
  aliveFrom30Days: 0,
  launchpads: [],
  coverage,
})

/** Versions of one launchpad have one name, and count together. */
function countLaunchpads(deps: Deps, launches: Launch[], known: Fates): CreatorHistory['launchpads'] {
  const named = launches.map((launch) => ({
    ...launch,
    name: launch.launchpad === null ? null : (findLaunchpad(deps, launch)?.name ?? launch.launchpad),
    isAlive: known.get(toKey(launch))?.isAlive ?? null,
  }))
  const groups = Map.groupBy(named, ({ chainId, name }) => `${chainId}:${name ?? ''}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const counts = {
        launched: group.length,
        known: group.filter(({ isAlive }) => isAlive !== null).length,
        alive: group.filter(({ isAlive }) => isAlive === true).length,
      }
      return [{ chainId: first.chainId, launchpad: first.launchpad, name: first.name, ...counts }]
    })
    .toSorted((a, b) => b.launched - a.launched)
}
