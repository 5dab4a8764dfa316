import { type Interval, toWilsonInterval } from '../../platform/wilson-interval.ts'

/** The version of the groups and of the way in which they are counted. */
export const calibrationRules = 'creator-calibration@1.0.0'

/** Known launches below which a share would show chance. */
export const minKnown = 20

/** What was known of a creator before a launch. */
export interface Before {
  /** Launches before it. */
  earlier: number
  /** Of these, looked at before it at an age of at least 7 days. */
  known: number
  alive: number
}

export const creatorGroups = [
  'no_launch',
  'few_launches',
  'not_looked_at',
  'some_alive',
  'none_of_3_alive',
  'none_of_10_alive',
] as const
export type CreatorGroup = (typeof creatorGroups)[number]

/** The group that a launch belongs to, by its creator's history as it was known before. */
export function toGroup({ earlier, known, alive }: Before): CreatorGroup {
  if (earlier === 0) return 'no_launch'
  if (earlier <= 2) return 'few_launches'
  if (alive > 0) return 'some_alive'
  if (known >= 10) return 'none_of_10_alive'
  return known >= 3 ? 'none_of_3_alive' : 'not_looked_at'
}

/** Launches that are alike, one of each creator and group. */
export interface SampleCount extends Before {
  /** null: the market data didn't tell. */
  isAlive: boolean | null
  count: number
}

export interface GroupFigures {
  group: CreatorGroup
  launches: number
  known: number
  alive: number
  unknown: number
  /** Null below `minKnown`. */
  share: number | null
  interval: Interval | null
}

export function toCreatorFigures(counts: SampleCount[]): GroupFigures[] {
  const ofGroup = Map.groupBy(counts, toGroup)
  return creatorGroups.map((group) => {
    const own = ofGroup.get(group) ?? []
    const count = (isCounted: (isAlive: boolean | null) => boolean) =>
      own.reduce((sum, one) => sum + (isCounted(one.isAlive) ? one.count : 0), 0)
    const known = count((isAlive) => isAlive !== null)
    const alive = count((isAlive) => isAlive === true)
    const isEnough = known >= minKnown
    return {
      group,
      launches: count(() => true),
      known,
      alive,
      unknown: count((isAlive) => isAlive === null),
      share: isEnough ? alive / known : null,
      interval: isEnough ? toWilsonInterval(alive, known) : null,
    }
  })
}
