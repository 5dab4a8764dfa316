import { dayMs, hourMs } from '../../../contract/durations.ts'
import { bandNames } from '../../database/column-types.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import { type Survival, confirmedAfterHours } from '../rules/survival-1.0.0.ts'
import { drawCurve, testCurves } from '../statistics/curve.ts'
import { testRanking } from '../statistics/ranking.ts'
import { toWilsonInterval } from '../../platform/statistics/wilson-interval.ts'
import type { ClaimedShares, Judged } from './launch-record.ts'
import { type Tally, isGood, minBand } from './tally.ts'

/** The claims are tested at these numbers of known launches only: at every look chance would win sooner or later. */
const testedAt = [100, 300, 1000] as const
/** 0.05 ÷ 3, two-sided, of the normal distribution; and of chi-square with two degrees of freedom. */
const minZ = 2.394
const minChiSquare = 8.189
/** H2 compares lives of at most this many days, so that a look gives the same result on every later day. */
const curveDays = 30
/** How long after its start a launch is known as far as H2 reads it: a death on the last day still has to be confirmed. */
const curveKnownAfterMs = curveDays * dayMs + confirmedAfterHours * hourMs

export interface ClaimTest {
  id: 'H1' | 'H2' | 'H3' | 'H4'
  /** The number of known launches of the next or the last look. */
  look: number
  known: number
  state: 'waiting' | 'held' | 'failed' | 'misleads'
  /** z of H1, chi-square of H2; null while it waits and for shares. */
  z: number | null
  band: Band | null
}

/** The state of each claim on the day that ends at `asOf`; H3 and H4 only where shares were claimed. */
export function testClaims(made: Tally, claims: ClaimedShares | null, asOf: Date): ClaimTest[] {
  const shares = claims ? [...listShares(made, claims), testRugged(made, claims)] : []
  const { openSince } = made
  const curvesKnownBefore = Math.min(openSince, asOf.getTime() - curveKnownAfterMs + 1)
  return [
    testOrder('H1', made, { knownBefore: openSince, test: rankTest }),
    testOrder('H2', made, { knownBefore: curvesKnownBefore, test: curveTest }),
    ...shares,
  ]
}

type Tested = { statistic: number | null; state: 'held' | 'misleads' | null }

interface OrderTest {
  /** Launches that began to trade before this time can change no more. */
  knownBefore: number
  test: (some: Judged[]) => Tested
}

function testOrder(id: 'H1' | 'H2', { bands, first }: Tally, { knownBefore, test }: OrderTest): ClaimTest {
  const known = bands.green.known + bands.amber.known + bands.red.known
  const toTest = (look: number, state: ClaimTest['state'], z: number | null) => ({
    id,
    look,
    known,
    state,
    z,
    band: null,
  })
  let statistic: number | null = null
  for (const look of testedAt) {
    const last = first[look - 1]
    if (!last || (last.tradingSince ?? 0) >= knownBefore) return toTest(look, 'waiting', null)
    const tested = test(first.slice(0, look))
    statistic = tested.statistic
    if (tested.state) return toTest(look, tested.state, statistic)
  }
  return toTest(testedAt[2], 'failed', statistic)
}

const scores = (some: Judged[]): number[] => some.map(({ aggregateX100 }) => aggregateX100 / 100)

function rankTest(known: Judged[]): Tested {
  const z = testRanking({ good: scores(known.filter(isGood)), bad: scores(known.filter((one) => !isGood(one))) })?.z
  if (z === undefined) return { statistic: null, state: null }
  if (z > minZ) return { statistic: z, state: 'held' }
  return { statistic: z, state: z < -minZ ? 'misleads' : null }
}

function curveTest(known: Judged[]): Tested {
  const groups = bandNames.map((band) =>
    known.filter((one) => one.band === band).flatMap(({ survival }) => (survival ? cutLife(survival) : [])),
  )
  const chiSquare = testCurves(groups)?.chiSquare ?? null
  const [green = 1, amber = 1, red = 1] = groups.map((group) => drawCurve(group).at(-1)?.living ?? 1)
  const isHeld = chiSquare !== null && chiSquare > minChiSquare && green > amber && amber > red
  return { statistic: chiSquare, state: isHeld ? 'held' : null }
}

const cutLife = (life: Survival): Survival => (life.days > curveDays ? { days: curveDays, died: false } : life)

const listShares = (made: Tally, claims: ClaimedShares): ClaimTest[] =>
  bandNames.map((band) => {
    const { good, known } = made.bands[band]
    const [low, high] = toWilsonInterval(good, known) ?? [0, 1]
    const isHeld = low <= claims[band] && claims[band] <= high
    const state = toState(known, isHeld)
    return { id: 'H3', look: minBand, known, state, z: null, band }
  })

function toState(known: number, isHeld: boolean): ClaimTest['state'] {
  if (known < minBand) return 'waiting'
  return isHeld ? 'held' : 'failed'
}

/** Once refuted, it stays refuted, even if later launches would support it. */
function testRugged({ bands }: Tally, claims: ClaimedShares): ClaimTest {
  const { maxRuggedLow, known } = bands.green
  const state = toState(known, maxRuggedLow <= claims.rugged)
  return { id: 'H4', look: minBand, known, state, z: null, band: 'green' }
}
