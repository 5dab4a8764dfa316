import type { Interval } from '../../platform/statistics/wilson-interval.ts'
import type { Survival } from '../rules/survival-1.0.0.ts'
import { Z, chiSquarePValue } from './normal.ts'

/** A step of a survival curve: the share still living after `day`. */
interface CurvePoint {
  day: number
  atRisk: number
  died: number
  living: number
  /** Greenwood's standard error. */
  error: number
  /** On the log-log scale; null when nobody or everybody lives. */
  interval: Interval | null
}

/** How many launches died on each day of life, and how many were seen living on it last. */
export interface SurvivalCounts {
  died: Map<number, number>
  living: Map<number, number>
}

export const createSurvivalCounts = (): SurvivalCounts => ({ died: new Map(), living: new Map() })

export function addSurvival(counts: SurvivalCounts, { days, died }: Survival): void {
  const own = died ? counts.died : counts.living
  own.set(days, (own.get(days) ?? 0) + 1)
}

/** How many lived at least so many days. */
export const countAtRisk = ({ died, living }: SurvivalCounts, days: number): number =>
  [...died, ...living].reduce((total, [day, count]) => (day >= days ? total + count : total), 0)

function countSurvivals(survivals: Survival[]): SurvivalCounts {
  const counts = createSurvivalCounts()
  for (const survival of survivals) addSurvival(counts, survival)
  return counts
}

export const drawCurve = (survivals: Survival[]): CurvePoint[] => drawCounts(countSurvivals(survivals))

/** The Kaplan–Meier curve: one point for each day on which a launch died. */
export function drawCounts(survivals: SurvivalCounts): CurvePoint[] {
  let living = 1
  let greenwood = 0
  return listDeaths(survivals).map(({ day, atRisk, died }) => {
    living *= 1 - died / atRisk
    greenwood += died / (atRisk * (atRisk - died))
    const error = living === 0 ? 0 : living * Math.sqrt(greenwood)
    return { day, atRisk, died, living, error, interval: toInterval(living, greenwood) }
  })
}

function toInterval(living: number, greenwood: number): Interval | null {
  if (living === 0 || living === 1) return null
  const half = (Z * Math.sqrt(greenwood)) / Math.abs(Math.log(living))
  return [living ** Math.exp(half), living ** Math.exp(-half)]
}

/** The first day on which at most half still live; null when more than half outlive the curve. */
export const findMedian = (curve: CurvePoint[]): number | null =>
  curve.find(({ living }) => living <= half)?.day ?? null

/** A product of shares that is one half may come out a little above it. */
const half = 0.5 + 1e-9

function listDeaths(survivals: SurvivalCounts): { day: number; atRisk: number; died: number }[] {
  return [...survivals.died]
    .toSorted(([a], [b]) => a - b)
    .map(([day, died]) => ({ day, atRisk: countAtRisk(survivals, day), died }))
}

interface LogRank {
  observed: number[]
  expected: number[]
  chiSquare: number
  degrees: 1 | 2
  p: number
}

/** The log-rank test of two or three groups; null when the groups can't be told apart by any death. */
export function testCurves(groups: Survival[][]): LogRank | null {
  const degrees = groups.length === 2 ? 1 : 2
  const expected = groups.map(() => 0)
  const observed = groups.map((group) => group.filter(({ died }) => died).length)
  const variance = Array.from({ length: degrees }, () => Array.from({ length: degrees }, () => 0))
  for (const { day, atRisk, died } of listDeaths(countSurvivals(groups.flat()))) {
    const shares = groups.map((group) => group.filter(({ days }) => days >= day).length / atRisk)
    for (const [i, share] of shares.entries()) expected[i] = (expected[i] ?? 0) + died * share
    if (atRisk === 1) continue
    const scale = (died * (atRisk - died)) / (atRisk - 1)
    for (const [i, row] of variance.entries())
      for (const j of row.keys())
        row[j] = (row[j] ?? 0) + scale * (shares[i] ?? 0) * ((i === j ? 1 : 0) - (shares[j] ?? 0))
  }
  const chiSquare = toChiSquare(
    observed.map((count, i) => count - (expected[i] ?? 0)),
    variance,
  )
  return chiSquare === null ? null : { observed, expected, chiSquare, degrees, p: chiSquarePValue(chiSquare, degrees) }
}

/** The quadratic form of the differences by the inverse of a variance matrix of one or two rows. */
function toChiSquare([x = 0, y = 0]: number[], variance: number[][]): number | null {
  const [[a = 0, b = 0] = [], second] = variance
  if (!second) return a === 0 ? null : x ** 2 / a
  const d = second[1] ?? 0
  const determinant = a * d - b * b
  return Math.abs(determinant) < 1e-12 ? null : (d * x * x - 2 * b * x * y + a * y * y) / determinant
}
