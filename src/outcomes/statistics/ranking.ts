import type { Interval } from '../../platform/statistics/wilson-interval.ts'
import { Z, toPValue } from './normal.ts'

/** Scores of launches whose outcome is known. Compared in hundredths, as they are shown. */
export interface Scores {
  good: number[]
  bad: number[]
}

/** How well the score ranks good before bad, with DeLong's interval on the logit scale. */
export interface Ranking {
  u: number
  auc: number
  gini: number
  /** DeLong's standard error; null with fewer than two of a kind. */
  error: number | null
  interval: Interval | null
}

/** The area under the ROC curve; null without both kinds. Takes n log n steps. */
export function rank({ good, bad }: Scores): Ranking | null {
  if (good.length === 0 || bad.length === 0) return null
  const sortedBad = toHundredths(bad)
  const sortedGood = toHundredths(good)
  const placements = sortedGood.map((score) => countPlacement(sortedBad, score) / bad.length)
  const u = sum(placements) * bad.length
  const auc = u / (good.length * bad.length)
  const badPlacements = sortedBad.map((score) => 1 - countPlacement(sortedGood, score) / good.length)
  const error = toError(auc, placements, badPlacements)
  return { u, auc, gini: 2 * auc - 1, error, interval: toInterval(auc, error) }
}

function toError(auc: number, good: number[], bad: number[]): number | null {
  if (good.length < 2 || bad.length < 2) return null
  return Math.sqrt(variance(good, auc) / good.length + variance(bad, auc) / bad.length)
}

function toInterval(auc: number, error: number | null): Interval | null {
  if (error === null || error === 0 || auc === 0 || auc === 1) return null
  const centre = Math.log(auc / (1 - auc))
  const half = (Z * error) / (auc * (1 - auc))
  return [logistic(centre - half), logistic(centre + half)]
}

/** The rank-sum test of "the score ranks no better than chance", with the variance corrected for ties. */
export function testRanking(scores: Scores): { z: number; variance: number; p: number } | null {
  const ranking = rank(scores)
  const [m, k] = [scores.good.length, scores.bad.length]
  const n = m + k
  if (!ranking || n < 2) return null
  const ties = sum(countTies(toHundredths([...scores.good, ...scores.bad])).map((t) => t ** 3 - t))
  const tested = ((m * k) / 12) * (n + 1 - ties / (n * (n - 1)))
  if (tested === 0) return null
  const z = (ranking.u - (m * k) / 2) / Math.sqrt(tested)
  return { z, variance: tested, p: toPValue(z) }
}

export interface Ranked {
  /** 0–100, two decimals. */
  aggregate: number
  isGood: boolean
  /** Milliseconds since 1970: of equal scores the older comes first. */
  scoredAt: number
}

/** The share of good ones among the `k` highest scores, and how many times the share of all it is. */
export function measureTop(known: Ranked[], k: number): { k: number; share: number; lift: number | null } | null {
  const count = Math.min(k, known.length)
  if (count === 0) return null
  const highest = known
    .toSorted((a, b) => toHundredth(b.aggregate) - toHundredth(a.aggregate) || a.scoredAt - b.scoredAt)
    .slice(0, count)
  const share = countGood(highest) / count
  const base = countGood(known) / known.length
  return { k: count, share, lift: base === 0 ? null : share / base }
}

const countGood = (ranked: Ranked[]): number => ranked.filter(({ isGood }) => isGood).length

const toHundredth = (score: number): number => Math.round(score * 100)
const toHundredths = (scores: number[]): number[] => scores.map(toHundredth).toSorted((a, b) => a - b)

/** How many of `sorted` are below the score; equal ones count half. */
const countPlacement = (sorted: number[], score: number): number =>
  (countBelow(sorted, score) + countBelow(sorted, score + 1)) / 2

/** Whole numbers in ascending order, so a binary search. */
function countBelow(sorted: number[], score: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Infinity) < score) low = middle + 1
    else high = middle
  }
  return low
}

function countTies(sorted: number[]): number[] {
  const counts = new Map<number, number>()
  for (const score of sorted) counts.set(score, (counts.get(score) ?? 0) + 1)
  return [...counts.values()]
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
const variance = (values: number[], mean: number): number =>
  sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1)
const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
