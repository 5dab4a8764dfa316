import { createHash } from 'node:crypto'
import { leadWarning } from '../../contract/warning-words.ts'
import type { SeededScore } from './seed.ts'
import assert from 'node:assert/strict'
import type { App } from '../../src/platform/http/app.ts'
import { ask } from './app.ts'

const dayMs = 24 * 3600 * 1000
const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

export type ModelWindow = keyof typeof windowMs

/** A submission, as the model knows it. */
export interface ModelSubmission {
  /** The identity of its launch, or its own id, in hexadecimal. */
  identity: string
  creator: string
  contract: string | null
  picture: string
  /** When its creator signed, in ms. */
  signedAt: number | null
  /** The network that it was enrolled from. */
  network: string | null
  isHidden: boolean
  outcome: string | null
}

export type ModelSubmissions = Record<string, ModelSubmission>

/** What is known of contracts. */
export interface ModelContracts {
  /** The newest report of each contract's deployer. */
  deployers: Record<string, string>
  /** Contracts with a critical warning by their newest reading. */
  critical: string[]
}

export interface ModelWorld {
  scores: SeededScore[]
  submissions: ModelSubmissions
  contracts: ModelContracts
}

/** A score that stands for a launch. */
export interface Standing {
  /** The identity; of a copy its own key. */
  launch: string
  isCopy: boolean
  score: SeededScore
  submission: ModelSubmission
  /** The creator's first signature for the launch. */
  signedAt: number | null
  speaks: number
  speaksFrom: number
}

/** The class in which a score speaks for its contract, the highest first (D61, D113). */
export function speak(
  { creator, contract, signedAt }: ModelSubmission,
  { deployers }: ModelContracts,
  own: SeededScore,
) {
  const reported = contract === null ? undefined : (deployers[contract] ?? own.reportedDeployer ?? undefined)
  if (signedAt === null) return reported === creator ? 2 : 0
  if (own.reportedDeployer === creator) return 4
  return reported === undefined || reported === creator ? 3 : 1
}

/** The first enrolled creator of an identity is its original (D107). */
export function findOriginal(submissions: ModelSubmissions, identity: string): string | null {
  const signed = listSigned(submissions).filter(([, one]) => one.identity === identity)
  const [first] = signed.toSorted(
    ([id, a], [otherId, b]) => Number(a.signedAt) - Number(b.signedAt) || compare(id, otherId),
  )
  return first?.[1].creator ?? null
}

const listSigned = (submissions: ModelSubmissions) =>
  Object.entries(submissions).filter(([, { signedAt, isHidden }]) => signedAt !== null && !isHidden)

/**
 * The score that stands for each launch: the newest final one of the signed submissions of the original, of each copy that
 * another creator enrolled, or without an original of all submissions (D60, D62).
 */
export function listStandings({ scores, submissions, contracts }: ModelWorld, major = 1): Standing[] {
  const counted = scores.filter((score) => !score.hasStubs && score.isCurrent && score.major === major)
  const candidates = counted.flatMap((score): Standing[] => {
    const submission = submissions[score.submissionId]
    if (!submission || submission.isHidden) return []
    const { identity, creator, contract } = submission
    const original = findOriginal(submissions, identity)
    if (original !== null && submission.signedAt === null) return []
    const isCopy = original !== null && original !== creator
    const launch = isCopy ? toCopyKey(identity, creator) : identity
    const ofCreator = listSigned(submissions).filter(([, one]) => one.creator === creator)
    const ofLaunch = ofCreator.filter(([, one]) => one.identity === identity)
    const ofContract = ofCreator.filter(([, one]) => one.contract !== null && one.contract === contract)
    return [
      {
        launch,
        isCopy,
        score,
        submission,
        signedAt: original === null ? null : earliest(ofLaunch),
        speaks: speak(submission, contracts, score),
        speaksFrom: submission.signedAt === null || contract === null ? Number.POSITIVE_INFINITY : earliest(ofContract),
      },
    ]
  })
  return [...Map.groupBy(candidates, ({ launch }) => launch).values()].flatMap(
    (all) => all.toSorted((a, b) => byAge(a.score, b.score)).at(-1) ?? [],
  )
}

const earliest = (signed: [string, ModelSubmission][]) =>
  Math.min(...signed.map(([, { signedAt }]) => signedAt ?? Number.POSITIVE_INFINITY))

const toCopyKey = (identity: string, creator: string) =>
  createHash('sha256').update(Buffer.from(identity, 'hex')).update(creator, 'utf8').digest('hex')

interface Bound {
  /** Undefined: the bound doesn't apply. */
  group: (one: Standing) => string | undefined
  limit: number
  order: (a: Standing, b: Standing) => number
}

const newestFirst = (a: Standing, b: Standing) =>
  b.score.createdAt.getTime() - a.score.createdAt.getTime() || compare(a.launch, b.launch)
const signedFirst = (a: Standing, b: Standing) => minus(b.signedAt ?? -1, a.signedAt ?? -1) || newestFirst(a, b)

/** The groups of which the first few get a row each (D110). */
const bounds: Bound[] = [
  {
    group: ({ submission }) => submission.contract ?? undefined,
    limit: 1,
    order: (a, b) => b.speaks - a.speaks || minus(a.speaksFrom, b.speaksFrom) || newestFirst(a, b),
  },
  { group: ({ submission: { creator, picture } }) => `${creator} ${picture}`, limit: 1, order: signedFirst },
  { group: ({ submission }) => submission.creator, limit: 3, order: signedFirst },
  { group: (one) => (one.signedAt === null ? one.submission.creator : undefined), limit: 1, order: newestFirst },
  { group: (one) => (one.signedAt === null ? one.submission.picture : undefined), limit: 10, order: newestFirst },
  {
    group: ({ signedAt, submission: { network, picture } }) =>
      signedAt === null || network === null ? undefined : `${network} ${picture}`,
    limit: 3,
    order: (a, b) => minus(Number(a.signedAt), Number(b.signedAt)) || compare(a.launch, b.launch),
  },
]

/** The standings that get a row on leaderboards and in cohorts: those among the first of each group that they are in. */
export const keepRows = (standings: Standing[]): Standing[] =>
  standings.filter((one) =>
    bounds.every(({ group, limit, order }) => {
      const own = group(one)
      if (own === undefined) return true
      const rivals = standings.filter((other) => group(other) === own)
      return rivals.toSorted(order).slice(0, limit).includes(one)
    }),
  )

/** `best` leaves out launches with a critical warning or a bad outcome. */
export const isGood = ({ score, submission: { contract, outcome } }: Standing, { critical }: ModelContracts): boolean =>
  leadWarning(score.warnings) === undefined &&
  !(contract !== null && critical.includes(contract)) &&
  outcome !== 'rugged' &&
  outcome !== 'dead'

/** The order of rows with equal aggregates. */
export const toPlace = ({ signedAt, isCopy, speaks }: Standing): number => {
  if (signedAt === null) return 2
  return isCopy || speaks === 1 ? 1 : 0
}

interface CohortQuery {
  window: ModelWindow
  end: Date
  major?: number
  isSigned?: boolean
}

/** The rows of a cohort, counted by hand, where they lie in the window that ends at `end`. */
export const filterCohort = (
  world: ModelWorld,
  { window, end, major = 1, isSigned = false }: CohortQuery,
): Standing[] =>
  keepRows(listStandings(world, major)).filter(
    ({ score, signedAt }) =>
      end.getTime() - score.createdAt.getTime() < windowMs[window] && (!isSigned || signedAt !== null),
  )

/** The ids of one side of the board, in its order (D32). */
export const listSide = (rows: Standing[], side: 'best' | 'worst', contracts: ModelContracts): string[] =>
  rows
    .filter((row) => side === 'worst' || isGood(row, contracts))
    .toSorted(
      (a, b) =>
        (side === 'best' ? -1 : 1) * (a.score.aggregateX100 - b.score.aggregateX100) ||
        toPlace(a) - toPlace(b) ||
        byAge(a.score, b.score),
    )
    .map(({ score }) => score.id)

const byAge = (a: SeededScore, b: SeededScore) => a.createdAt.getTime() - b.createdAt.getTime() || compare(a.id, b.id)

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
/** Of infinite numbers too. */
const minus = (a: number, b: number) => (a === b ? 0 : a - b)

/** `percentile` and `cohortSize` as D21 defines them. */
export function percentileIn(cohort: Standing[], aggregateX100: number) {
  const below = cohort.filter(({ score }) => score.aggregateX100 < aggregateX100).length
  const equal = cohort.filter(({ score }) => score.aggregateX100 === aggregateX100).length
  const tenths = (1000 * (2 * below + equal)) / (2 * cohort.length)
  return { percentile: cohort.length === 0 ? null : Math.floor(tenths + 0.5) / 10, cohortSize: cohort.length }
}

export interface Board {
  best: { scoreId: string }[]
  worst: { scoreId: string }[]
  nextCursor: string | null
}

/** The first page of what a query asks for. */
export async function readBoard(app: App, query: string): Promise<Board> {
  const { status, body } = await ask(app, { url: `/api/v1/leaderboards?${query}` })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.bestCount, body.worstCount], [body.best.length, body.worst.length])
  return body as Board
}

/** The pages read so far, with the next `pages` added. */
export async function walkOn(app: App, query: string, walked: Board, pages = Number.POSITIVE_INFINITY): Promise<Board> {
  let { best, worst, nextCursor } = walked
  for (let page = 0; page < pages && nextCursor !== null; page += 1) {
    const next = await readBoard(app, `${query}&cursor=${nextCursor}`)
    best = [...best, ...next.best]
    worst = [...worst, ...next.worst]
    nextCursor = next.nextCursor
  }
  return { best, worst, nextCursor }
}

export const listIds = (rows: { scoreId: string }[]): string[] => rows.map(({ scoreId }) => scoreId)
