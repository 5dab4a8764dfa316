import { toWilsonInterval } from '../../platform/statistics/wilson-interval.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import { type SurvivalCounts, addSurvival, createSurvivalCounts } from '../statistics/curve.ts'
import { type Ranked, type ScoreCounts, addScore } from '../statistics/ranking.ts'
import type { Judged } from './launch-record.ts'

export interface BandTally {
  launched: number
  untraded: number
  traded: number
  known: number
  good: number
  unknown: number
  rugged: number
  survivals: SurvivalCounts
  /** The highest lower bound that the share of the rugged ones has had, from 50 known ones on. */
  maxRuggedLow: number
  /** Launches older than a week that were not seen living before the curve's end. */
  neverLiving: number
}

/** The counts from which the figures of all launches are made, one launch at a time. */
export interface Tally {
  anchored: number
  bands: Record<Band, BandTally>
  outcomes: Record<'graduated' | 'alive' | 'dead' | 'rugged', number>
  /** Of the unknown ones, by their cause. */
  causes: Record<string, number>
  good: ScoreCounts
  bad: ScoreCounts
  known: RankedList
  /** The known ones that traded first, in order. */
  first: Judged[]
  /** When the earliest that isn't decided yet began to trade; infinity: all are decided. */
  openSince: number
}

/** Known launches of a band from which on its claims are tested. */
export const minBand = 50

const findLow = ({ rugged, known }: Pick<BandTally, 'rugged' | 'known'>) => toWilsonInterval(rugged, known)?.[0] ?? 0

/** The claims are tested among so many at most. */
const maxFirstLaunches = 1000

export const isGood = ({ outcome }: Pick<Judged, 'outcome'>): boolean => outcome === 'alive' || outcome === 'graduated'

const createBand = (): BandTally => ({
  launched: 0,
  untraded: 0,
  traded: 0,
  known: 0,
  good: 0,
  unknown: 0,
  rugged: 0,
  maxRuggedLow: 0,
  survivals: createSurvivalCounts(),
  neverLiving: 0,
})

interface Ages {
  /** A launch that doesn't trade is over when it was created before. */
  overSince: number
  /** A launch that began to trade before has had observations that count for the curve. */
  oldSince: number
}

/** Counts launches in the order of their starts. */
export function tally(launches: Iterable<Judged>, { overSince, oldSince }: Ages): Tally {
  const made: Tally = {
    anchored: 0,
    bands: { green: createBand(), amber: createBand(), red: createBand() },
    outcomes: { graduated: 0, alive: 0, dead: 0, rugged: 0 },
    causes: {},
    good: new Map(),
    bad: new Map(),
    known: createRankedList(),
    first: [],
    openSince: Infinity,
  }
  for (const launch of launches) {
    made.bands[launch.band].launched += 1
    if (launch.isAnchored) made.anchored += 1
    if (launch.tradingSince !== null) addTraded(made, { launch, tradingSince: launch.tradingSince, oldSince })
    else if (launch.createdAt <= overSince && !launch.hasCurve) made.bands[launch.band].untraded += 1
  }
  return made
}

interface Traded {
  launch: Judged
  tradingSince: number
  oldSince: number
}

function addTraded(made: Tally, { launch, tradingSince, oldSince }: Traded): void {
  const { outcome, cause, survival } = launch
  const band = made.bands[launch.band]
  band.traded += 1
  if (survival) addSurvival(band.survivals, survival)
  else if (tradingSince <= oldSince) band.neverLiving += 1
  if (outcome === null) made.openSince = Math.min(made.openSince, tradingSince)
  else if (outcome !== 'unknown') addKnown(made, launch)
  else {
    band.unknown += 1
    if (cause !== null) made.causes[cause] = (made.causes[cause] ?? 0) + 1
  }
}

function addKnown(made: Tally, launch: Judged): void {
  const { outcome, aggregateX100, scoredAt } = launch
  if (outcome === null || outcome === 'unknown') return
  const band = made.bands[launch.band]
  band.known += 1
  made.outcomes[outcome] += 1
  if (outcome === 'rugged') band.rugged += 1
  if (band.known >= minBand) band.maxRuggedLow = Math.max(band.maxRuggedLow, findLow(band))
  if (isGood(launch)) band.good += 1
  addScore(isGood(launch) ? made.good : made.bad, aggregateX100)
  made.known.add({ aggregateX100, isGood: isGood(launch), scoredAt })
  if (made.first.length < maxFirstLaunches) made.first.push(launch)
}

/** Scores with what became of them, eleven bytes each. */
interface RankedList extends Iterable<Ranked> {
  add: (one: { aggregateX100: number; isGood: boolean; scoredAt: number }) => void
}

const chunkSize = 65_536

function createRankedList(): RankedList {
  const chunks: { scores: Uint16Array; good: Uint8Array; times: Float64Array }[] = []
  let count = 0
  return {
    add: ({ aggregateX100, isGood: isOneGood, scoredAt }) => {
      if (count % chunkSize === 0)
        chunks.push({
          scores: new Uint16Array(chunkSize),
          good: new Uint8Array(chunkSize),
          times: new Float64Array(chunkSize),
        })
      const chunk = chunks.at(-1)
      if (!chunk) return
      chunk.scores[count % chunkSize] = aggregateX100
      chunk.good[count % chunkSize] = isOneGood ? 1 : 0
      chunk.times[count % chunkSize] = scoredAt
      count += 1
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < count; index += 1) {
        const [chunk, row] = [chunks[Math.floor(index / chunkSize)], index % chunkSize]
        const [score = 0, time = 0] = [chunk?.scores[row], chunk?.times[row]]
        yield { aggregate: score / 100, isGood: chunk?.good[row] === 1, scoredAt: time }
      }
    },
  }
}
