import { AsyncLocalStorage } from 'node:async_hooks'
import { dayMs } from '../../contract/time.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { runAsJob } from '../platform/request-client.ts'
import { secondsToMidnight, toDay } from '../platform/time.ts'
import { addToBudgets, type BudgetCount, deleteBudgetCounts, findBudgetCounts } from './store.ts'

/** The budgets of a UTC day, over all replicas: SCORE_DAILY_TOTAL, stored_bytes in TUNING and MODEL_DAILY_BUDGET_TOKENS. */
const budgetNames = ['model_tokens', 'scores', 'stored_bytes'] as const
export type BudgetName = (typeof budgetNames)[number]
type Amounts = Partial<Record<BudgetName, number>>

export interface BudgetPayer {
  level: Level
  /** The name of its count: `key ` and the root id of the lineage, or the hash of the network; null: our own work has no share. */
  bucket: string | null
  /** The hash of the network's IPv6 /48; null for IPv4 and for keys. */
  site: string | null
}

/** Jobs, commands and re-scores of the service itself, which callers can't block (D109). */
export const ownWork: BudgetPayer = { level: 'key', bucket: null, site: null }

/** A budget, or the caller's share of it, is used up: 503 `unavailable`. */
export class BudgetSpent extends ApiError {}

/** Amounts reserved by a request until its use is known. */
export interface Hold {
  /** Counts what was used and returns the rest. Idempotent; never throws. */
  settle: (used: Amounts) => Promise<void>
}

interface BudgetUse {
  name: BudgetName
  limit: number
  used: number
  /** The part for callers without a key, a signature or an enrolled launch. */
  anonymous: { limit: number; used: number }
  /** The next request of a new anonymous caller would be refused. */
  isLimited: boolean
}

export interface Budgets {
  /** Reserves amounts of several budgets, or throws `BudgetSpent`. Budgets without a limit are left out. */
  hold: (payer: BudgetPayer, amounts: Amounts) => Promise<Hold>
  /** Returns what an earlier request used, today or before. */
  giveBack: (payer: BudgetPayer, amounts: Amounts) => Promise<void>
  /** Runs a scoring that pays for its model calls, at least `calls` of them. */
  charge: <T>(payer: BudgetPayer, calls: number, work: () => Promise<T>) => Promise<T>
  /**
   * Reserves the cost of one sample, for the current scoring or for our own work. The returned function counts the
   * actual cost. Throws `BudgetSpent`.
   */
  holdSample: () => Promise<(tokens: number) => Promise<void>>
  read: () => Promise<BudgetUse[]>
}

type BudgetDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'metrics' | 'log'>

export function createBudgets(deps: BudgetDeps): Budgets {
  const { config, clock, db } = deps
  const limits = toLimits(config)
  const ledger = createLedger(deps, limits)
  const samples = createSampleCosts()
  const purses = new AsyncLocalStorage<TokenAllowance>()
  const hold: Budgets['hold'] = (payer, amounts) => ledger.hold(payer, limited(limits, amounts))
  return {
    hold,
    giveBack: (payer, amounts) => ledger.giveBack(payer, limited(limits, amounts)),
    charge: async (payer, calls, work) => {
      if (limits.model_tokens === null || calls === 0) return work()
      const hold = (tokens: number) => ledger.hold(payer, { model_tokens: tokens })
      const spend = (tokens: number) => ledger.spend(payer, { model_tokens: tokens })
      const purse = createTokenAllowance({ hold, spend }, calls * samples.typical())
      try {
        return await purses.run(purse, work)
      } finally {
        void purse.close() // the response doesn't wait for it
      }
    },
    holdSample: async () => {
      if (limits.model_tokens === null) return () => Promise.resolve()
      const typical = samples.typical()
      const purse = purses.getStore()
      const settle = purse ? await purse.hold(typical) : toSettle(await hold(ownWork, { model_tokens: typical }))
      return (tokens) => {
        samples.note(tokens)
        return settle(tokens)
      }
    },
    read: async () => {
      const names = budgetNames.filter((name) => limits[name] !== null)
      const buckets = levels.map(toLevelBucket)
      const counts = toCounts(await findBudgetCounts(db, { day: toDay(clock.now()), budgets: names, buckets }))
      const amounts = { model_tokens: 2 * samples.typical(), scores: 1, stored_bytes: maxScoreBytes }
      return names.map((name) => toUse(name, { limit: limits[name] ?? 0, counts, amount: amounts[name] }))
    },
  }
}

export const pruneBudgets = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteBudgetCounts(db, toDay(new Date(clock.now().getTime() - dayMs)), signal)

/** Reserved for a score with its image and evidence until their bytes are counted. */
export const maxScoreBytes = 250_000

type Limits = Record<BudgetName, number | null>

const toLimits = (config: Deps['config']): Limits => ({
  model_tokens: config.modelDailyBudgetTokens,
  scores: config.scoreDailyTotal,
  stored_bytes: config.storeDailyBytes,
})

const limited = (limits: Limits, amounts: Amounts): Amounts =>
  Object.fromEntries(
    budgetNames.flatMap((name) => (limits[name] === null || !amounts[name] ? [] : [[name, amounts[name]]])),
  )

function toUse(
  name: BudgetName,
  { limit, counts, amount }: { limit: number; counts: Counts; amount: number },
): BudgetUse {
  const usedBy = (bucket: string | null) => counts(name, bucket).used
  const sum = (of: readonly Level[]) => of.reduce((total, level) => total + usedBy(toLevelBucket(level)), 0)
  return {
    name,
    limit,
    used: sum(levels),
    anonymous: { limit: toPool(limit, 'anonymous'), used: sum(['anonymous']) },
    isLimited: findExceededIn({ limit, amount, payer: newcomer }, usedBy) !== null,
  }
}

/** An anonymous caller that has used nothing yet. */
const newcomer: BudgetPayer = { level: 'anonymous', bucket: null, site: null }

const toLevelBucket = (level: Level) => `level ${level}`

/** Buckets of the payer's level, of the payer and of its /48. */
function toBuckets({ level, bucket, site }: BudgetPayer) {
  const named = (name: string | null) => (name === null || level === 'key' ? name : `${level} ${name}`)
  return { level: toLevelBucket(level), payer: named(bucket), site: named(site) }
}

const listBuckets = (payer: BudgetPayer): string[] =>
  Object.values(toBuckets(payer)).filter((bucket) => bucket !== null)

type Counts = (budget: BudgetName, bucket: string | null) => BudgetCount

function toCounts(rows: BudgetCount[]): Counts {
  const known = new Map(rows.map((row) => [`${row.budget} ${row.bucket}`, row]))
  return (budget, bucket) => {
    const name = `${budget} ${bucket}`
    const count = known.get(name) ?? { budget, bucket: bucket ?? '', used: 0, held: 0 }
    if (bucket !== null) known.set(name, count)
    return count
  }
}

interface Verdict {
  budget: BudgetName
  exceeded: Exceeded
  /** Would fit if the requests in progress returned what they hold. */
  isHeld: boolean
}

/** Decides by the counts of the day. */
function findVerdict(limits: Limits, counts: Counts, { payer, amounts }: { payer: BudgetPayer; amounts: Amounts }) {
  for (const budget of budgetNames) {
    const [amount, limit] = [amounts[budget], limits[budget]]
    if (amount === undefined || limit === null) continue
    const exceeded = findExceededIn({ limit, amount, payer }, (bucket) => sumTaken(counts(budget, bucket)))
    if (!exceeded) continue
    const isHeld = findExceededIn({ limit, amount, payer }, (bucket) => counts(budget, bucket).used) === null
    return { budget, exceeded, isHeld } satisfies Verdict
  }
  return null
}

const sumTaken = ({ used, held }: BudgetCount) => used + held

function findExceededIn(
  { limit, amount, payer }: { limit: number; amount: number; payer: BudgetPayer },
  taken: (bucket: string | null) => number,
): Exceeded | null {
  const buckets = toBuckets(payer)
  const sum = (of: readonly Level[]) => of.reduce((total, level) => total + taken(toLevelBucket(level)), 0)
  const above = levelsFrom(payer.level)
  return findExceeded(
    {
      amount,
      pools: above.map((level) => toPool(limit, level)),
      payerParts: payer.level === 'key' ? keyParts : networkParts,
    },
    {
      ofPools: above.map((level) => sum(levelsUpTo(level))),
      ofPayer: taken(buckets.payer),
      ofSite: taken(buckets.site),
      ofCreator: 0,
    },
  )
}

type Entry = { day: string; payer: BudgetPayer; amounts: Amounts } & (
  | { kind: 'hold'; resolve: (hold: Hold) => void; reject: (error: unknown) => void }
  | { kind: 'settle'; used: Amounts; resolve: () => void }
  | { kind: 'give back'; resolve: () => void }
)

/**
 * Writes the entries of concurrent requests in one transaction, so that they neither wait for each other's commits nor
 * hold a connection each.
 */
function createLedger(deps: BudgetDeps, limits: Limits) {
  const { clock, log } = deps
  let waiting: Entry[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const days = Map.groupBy(waiting, ({ day }) => day)
      waiting = []
      for (const [day, entries] of days) await write(day, entries)
    }
    isRunning = false
  }
  const add = (entry: Entry) => {
    waiting.push(entry)
    if (!isRunning) void runAsJob(run) // Runs as a job, because it writes for all clients and not only for the first.
  }
  const write = async (day: string, entries: Entry[]) => {
    try {
      const refused = await writeTogether(deps, limits, { day, entries })
      for (const entry of entries) {
        const verdict = refused.get(entry)
        if (entry.kind !== 'hold') entry.resolve()
        else if (verdict) entry.reject(createSpentError(deps, verdict, entry.payer))
        else entry.resolve(createHold(entry))
      }
    } catch (error) {
      for (const entry of entries)
        if (entry.kind === 'hold') entry.reject(error)
        else {
          log.warn({ reason: (error as Error).message }, 'the use of a daily budget could not be counted')
          entry.resolve()
        }
    }
  }
  const createHold = ({ day, payer, amounts }: Entry): Hold => {
    let settling: Promise<void> | undefined
    return {
      settle: (used) =>
        (settling ??= new Promise((resolve) =>
          add({ kind: 'settle', day, payer, amounts, used: limited(limits, used), resolve }),
        )),
    }
  }
  const today = () => toDay(clock.now())
  return {
    hold: (payer: BudgetPayer, amounts: Amounts) =>
      new Promise<Hold>((resolve, reject) => add({ kind: 'hold', day: today(), payer, amounts, resolve, reject })),
    /** Counts what was used without a reservation, even beyond the budget. */
    spend: (payer: BudgetPayer, used: Amounts) =>
      new Promise<void>((resolve) => add({ kind: 'settle', day: today(), payer, amounts: {}, used, resolve })),
    giveBack: (payer: BudgetPayer, amounts: Amounts) =>
      new Promise<void>((resolve) => add({ kind: 'give back', day: today(), payer, amounts, resolve })),
  }
}

/** Returns the refused entries. */
async function writeTogether(
  deps: BudgetDeps,
  limits: Limits,
  { day, entries }: { day: string; entries: Entry[] },
): Promise<Map<Entry, Verdict>> {
  const { back = [], others = [] } = Object.groupBy(entries, ({ kind }) => (kind === 'give back' ? 'back' : 'others'))
  if (back.length > 0) await writeGivenBack(deps.db, day, back)
  return addAndJudge(deps, limits, { day, entries: others })
}

/**
 * Adds all amounts in one statement, judges them by the counts that it returns, and takes those of refused entries away
 * again, so that two replicas can't take the same rest. Until then, which takes milliseconds, others can't have them.
 */
async function addAndJudge(
  { db, log }: BudgetDeps,
  limits: Limits,
  { day, entries }: { day: string; entries: Entry[] },
): Promise<Map<Entry, Verdict>> {
  const added = entries.flatMap(listChanges)
  const judging = entries.some(({ kind }) => kind === 'hold') ? listLevelCounts(added) : []
  const counts = toCounts(await addToBudgets(db, day, addUp([...judging, ...added])))
  for (const change of added) apply(counts, negate(change)) // what they were before
  const refused = new Map<Entry, Verdict>()
  for (const entry of entries) {
    const verdict = entry.kind === 'hold' ? findVerdict(limits, counts, entry) : null
    if (verdict) refused.set(entry, verdict)
    else for (const change of listChanges(entry)) apply(counts, change)
  }
  const taken = [...refused.keys()].flatMap(listChanges)
  await addToBudgets(db, day, addUp(taken).map(negate)).catch((error: Error) =>
    log.warn({ reason: error.message }, 'what refused requests had reserved of a daily budget could not be returned'),
  )
  return refused
}

/**
 * Bytes of an earlier day are returned only as far as the payer has used some today, so that no share exceeds its size.
 */
const writeGivenBack = (db: Db, day: string, entries: Entry[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const untouched = entries.flatMap((entry) => listUses(entry, () => 0))
    const counts = toCounts(await addToBudgets(tx, day, addUp(untouched))) // locks them
    const changes: BudgetCount[] = []
    for (const entry of entries) {
      const { payer, level } = toBuckets(entry.payer)
      const back = listUses(
        entry,
        (budget) => -Math.min(entry.amounts[budget] ?? 0, counts(budget, payer ?? level).used),
      )
      for (const change of back) apply(counts, change)
      changes.push(...back)
    }
    await addToBudgets(tx, day, addUp(changes))
  })

const listUses = ({ payer, amounts }: Entry, toUsed: (budget: BudgetName) => number): BudgetChange[] =>
  listBudgets(amounts).flatMap((budget) =>
    listBuckets(payer).map((bucket) => ({ budget, bucket, used: toUsed(budget), held: 0 })),
  )

const listBudgets = (amounts: Amounts): BudgetName[] => budgetNames.filter((name) => amounts[name] !== undefined)

interface BudgetChange extends BudgetCount {
  budget: BudgetName
}

/** The changes that a reservation makes, or the end of one. */
function listChanges(entry: Entry): BudgetChange[] {
  const { payer, amounts } = entry
  const used = entry.kind === 'settle' ? entry.used : {}
  const sign = entry.kind === 'settle' ? -1 : 1
  return listBudgets({ ...amounts, ...used }).flatMap((budget) =>
    listBuckets(payer).map((bucket) => ({
      budget,
      bucket,
      used: used[budget] ?? 0,
      held: sign * (amounts[budget] ?? 0),
    })),
  )
}

/** The counts of all levels, unchanged: a verdict needs them, too. */
const listLevelCounts = (changes: BudgetChange[]): BudgetCount[] =>
  [...new Set(changes.map(({ budget }) => budget))].flatMap((budget) =>
    levels.map((level) => ({ budget, bucket: toLevelBucket(level), used: 0, held: 0 })),
  )

/** One change for each count. */
const addUp = (changes: BudgetCount[]): BudgetCount[] =>
  [...Map.groupBy(changes, ({ budget, bucket }) => `${budget} ${bucket}`).values()].flatMap(([first, ...others]) =>
    first
      ? [others.reduce((sum, { used, held }) => ({ ...sum, used: sum.used + used, held: sum.held + held }), first)]
      : [],
  )

const negate = <T extends BudgetCount>(change: T): T => ({ ...change, used: -change.used, held: -change.held })

function apply(counts: Counts, { budget, bucket, used, held }: BudgetChange): void {
  const count = counts(budget, bucket)
  count.used = Math.max(0, count.used + used)
  count.held = Math.max(0, count.held + held)
}

const policies: Record<BudgetName, string> = {
  model_tokens: 'model-daily',
  scores: 'score-daily',
  stored_bytes: 'store-daily',
}

/** Reservations end within the deadline of a scoring. */
const heldSeconds = 30

function createSpentError({ clock, metrics }: BudgetDeps, { budget, exceeded, isHeld }: Verdict, payer: BudgetPayer) {
  metrics.limited.inc({ policy: policies[budget] })
  const what = sentences[budget]
  if (isHeld) {
    const message = `Requests in progress have reserved the rest of ${what}. Try again in 30 seconds.`
    return new BudgetSpent('unavailable', message, { retryAfterSeconds: heldSeconds })
  }
  const why = toReason(exceeded, what, payer)
  return new BudgetSpent('unavailable', `${why} Nothing was stored; try again after midnight UTC.`, {
    retryAfterSeconds: secondsToMidnight(clock.now()),
  })
}

function toReason(exceeded: Exceeded, what: string, { level }: BudgetPayer): string {
  if (exceeded === 'payer') return `Your ${level === 'key' ? 'API key' : 'network'} has used up its share of ${what}.`
  if (exceeded === 'day' || level === 'key') return `This service has used up ${what}.`
  return `The part of ${what} that is open to callers without an API key is used up.`
}

const sentences: Record<BudgetName, string> = {
  model_tokens: 'today’s language-model budget',
  scores: 'today’s scores',
  stored_bytes: 'today’s storage',
}

/** The model tokens that one scoring has reserved. */
interface TokenAllowance {
  hold: (tokens: number) => Promise<(spent: number) => Promise<void>>
  close: () => Promise<void>
}

/**
 * Reserves the first samples of all signals at once, so that no scoring pays for one verdict and then fails for lack of
 * another.
 */
function createTokenAllowance(
  { hold, spend }: { hold: (tokens: number) => Promise<Hold>; spend: (tokens: number) => Promise<void> },
  firstTokens: number,
): TokenAllowance {
  const holds: Hold[] = []
  let spare = 0
  let spent = 0
  let isClosed = false
  let first: Promise<void> | undefined
  const add = async (tokens: number) => {
    const held = await hold(tokens)
    if (isClosed)
      void held.settle({}) // the scoring has failed meanwhile
    else holds.push(held)
    spare += tokens
  }
  return {
    hold: async (tokens) => {
      await (first ??= add(firstTokens))
      if (spare < tokens) await add(tokens)
      spare -= tokens
      return async (used) => {
        spent += used
        if (isClosed && used > 0) await spend(used) // a call that ends after its scoring still costs
      }
    },
    close: async () => {
      isClosed = true
      // All reservations have the same payer, so the first one counts for all.
      await Promise.all(holds.map(({ settle }, at) => settle(at === 0 ? { model_tokens: spent } : {})))
    },
  }
}

const toSettle =
  ({ settle }: Hold) =>
  (tokens: number) =>
    settle({ model_tokens: tokens })

/** Used until this process has seen what a sample costs. */
const unknownSampleTokens = 1000
const keptSamples = 20

/** The mean cost of recent samples. */
function createSampleCosts() {
  const latest: number[] = []
  return {
    typical: () =>
      latest.length === 0 ? unknownSampleTokens : Math.ceil(latest.reduce((sum, one) => sum + one, 0) / latest.length),
    note: (tokens: number) => {
      if (tokens === 0) return
      latest.push(tokens)
      if (latest.length > keptSamples) latest.shift()
    },
  }
}

export interface ShareRequest {
  amount: number
  /** The parts of the limit that the request counts against, smallest first; the last is the whole limit. */
  pools: number[]
  /** The payer may use one of this many parts of what the others have left of the first pool. */
  payerParts: number
  /** The same for the creator; undefined: creators have no share. */
  creatorParts?: number
}

export interface Taken {
  /** By the callers of each pool together. */
  ofPools: number[]
  ofPayer: number
  /** By all networks of the payer's IPv6 /48. */
  ofSite: number
  ofCreator: number
}

export type Exceeded = 'day' | 'pool' | 'payer' | 'creator'

/** The networks of an IPv6 /48 share this part of a pool (D82), so two such sites can't use it up. */
const siteParts = 2

/**
 * Returns the share that a request would exceed, or null (D70, D109). A share is a fraction of what the others have
 * left, so it shrinks during the day; the first request of each payer and creator fits as long as the pool does.
 */
export function findExceeded(request: ShareRequest, taken: Taken): Exceeded | null {
  const { amount, pools, payerParts, creatorParts } = request
  const isFull = pools.map((pool, at) => (taken.ofPools[at] ?? 0) + amount > pool)
  if (isFull.at(-1)) return 'day'
  if (isFull.includes(true)) return 'pool'
  const [pool = 0, ofPool = 0] = [pools[0], taken.ofPools[0]]
  const exceeds = (own: number, parts: number) => own > 0 && own + amount > (pool - (ofPool - own)) / parts
  if (exceeds(taken.ofPayer, payerParts) || exceeds(taken.ofSite, siteParts)) return 'payer'
  return creatorParts !== undefined && exceeds(taken.ofCreator, creatorParts) ? 'creator' : null
}

/** A client network may use a tenth of what is left, a key half. */
export const networkParts = 10
export const keyParts = 2

/** Rounded in favour of anonymous callers. */
export const halfOf = (limit: number): number => Math.ceil(limit / 2)

/** How well the service knows the payer, least first. */
export const levels = ['anonymous', 'enrolled', 'creator', 'key'] as const

/**
 * `enrolled`: an anonymous network re-scores an enrolled launch. `creator`: the wallet of an enrolled launch signed the
 * request. `key`: an API key, or the service itself.
 */
export type Level = (typeof levels)[number]

export const levelsUpTo = (level: Level): readonly Level[] => levels.slice(0, levels.indexOf(level) + 1)

/** The levels whose pools the requests of this one count against. */
export const levelsFrom = (level: Level): readonly Level[] => levels.slice(levels.indexOf(level))

/**
 * The limit that callers of a level and those below it share (D109). Anyone can make wallets for free, so a quarter is
 * reserved for API keys.
 */
export function toPool(limit: number, level: Level): number {
  const [numerator, denominator] = pools[level]
  return Math.ceil((limit * numerator) / denominator)
}

const pools: Record<Level, [numerator: number, denominator: number]> = {
  anonymous: [1, 2],
  enrolled: [5, 8],
  creator: [3, 4],
  key: [1, 1],
}
