import type { Interval } from '../../platform/statistics/wilson-interval.ts'
import { Z, toPValue } from './normal.ts'

/** Scores of launches whose outcome is known. Compared in hundredths, as they are shown. */
export interface Scores {
  good: number[]
  bad: number[]
}

/** How well the score ranks good before bad, with DeLong's interval on the logit scale. */
interface Ranking {
  u: number
  auc: number
  gini: number
  /** DeLong's standard error; null with fewer than two of a kind. */
  error: number | null
  interval: Interval | null
}

/** How many launches have each score, in hundredths. */
export type ScoreCounts = Map<number, number>

/** The area under the ROC curve; null without both kinds. */
export const rank = ({ good, bad }: Scores): Ranking | null => rankCounts(countScores(good), countScores(bad))

/** The same, where only the number of each score is known. */
export function rankCounts(goodCounts: ScoreCounts, badCounts: ScoreCounts): Ranking | null {
  const [good, bad] = [toPlaced(goodCounts, badCounts), toPlaced(badCounts, goodCounts)]
  const [m, k] = [sumCounts(goodCounts), sumCounts(badCounts)]
  if (m === 0 || k === 0) return null
  const u = sum(good.map(({ count, below }) => count * below))
  const auc = u / (m * k)
  const s10 = sum(good.map(({ count, below }) => count * (below / k - auc) ** 2))
  const s01 = sum(bad.map(({ count, below }) => count * (1 - below / m - auc) ** 2))
  const error = m < 2 || k < 2 ? null : Math.sqrt(s10 / (m - 1) / m + s01 / (k - 1) / k)
  return { u, auc, gini: 2 * auc - 1, error, interval: toInterval(auc, error) }
}

/** Each score with how many of the others are below it; equal ones count half. In ascending order. */
function toPlaced(own: ScoreCounts, others: ScoreCounts): { count: number; below: number }[] {
  let below = 0
  return [...new Set([...own.keys(), ...others.keys()])]
    .toSorted((a, b) => a - b)
    .flatMap((score) => {
      const [count, equal] = [own.get(score) ?? 0, others.get(score) ?? 0]
      const placed = { count, below: below + equal / 2 }
      below += equal
      return count === 0 ? [] : [placed]
    })
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
  const ties = sum([...countScores([...scores.good, ...scores.bad]).values()].map((t) => t ** 3 - t))
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
export function measureTop(
  known: Iterable<Ranked>,
  k: number,
): { k: number; share: number; lift: number | null } | null {
  const counts: ScoreCounts = new Map()
  let [all, allGood] = [0, 0]
  for (const { aggregate, isGood } of known) {
    addScore(counts, toHundredth(aggregate))
    all += 1
    if (isGood) allGood += 1
  }
  const count = Math.min(k, all)
  if (count === 0) return null
  const { lowest, left } = findLowest(counts, count)
  const share = countHighest(known, { lowest, left }) / count
  return { k: count, share, lift: allGood === 0 ? null : share / (allGood / all) }
}

/** The lowest of the `count` highest scores, and how many of them have it. */
function findLowest(counts: ScoreCounts, count: number): { lowest: number; left: number } {
  let left = count
  for (const score of [...counts.keys()].toSorted((a, b) => b - a)) {
    const own = counts.get(score) ?? 0
    if (own >= left) return { lowest: score, left }
    left -= own
  }
  return { lowest: 0, left }
}

/** How many of the highest are good: all above the lowest score, and the oldest that have it. */
function countHighest(known: Iterable<Ranked>, { lowest, left }: { lowest: number; left: number }): number {
  let good = 0
  const tied: Ranked[] = []
  for (const one of known) {
    const score = toHundredth(one.aggregate)
    if (score === lowest) tied.push(one)
    else if (score > lowest && one.isGood) good += 1
  }
  const oldest = tied.toSorted((a, b) => a.scoredAt - b.scoredAt).slice(0, left)
  return good + oldest.filter(({ isGood }) => isGood).length
}

const toHundredth = (score: number): number => Math.round(score * 100)

export const addScore = (counts: ScoreCounts, hundredths: number): void => {
  counts.set(hundredths, (counts.get(hundredths) ?? 0) + 1)
}

function countScores(scores: number[]): ScoreCounts {
  const counts: ScoreCounts = new Map()
  for (const score of scores) addScore(counts, toHundredth(score))
  return counts
}

const sumCounts = (counts: ScoreCounts): number => sum([...counts.values()])
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
