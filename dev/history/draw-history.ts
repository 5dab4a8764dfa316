import type { Observation } from '../../src/tokens/rules/outcome-1.0.0.ts'
import { createSequence } from '../stand-ins/noisy-judge.ts'

/** A launch of a drawn history, with every observation of its token. */
export interface DrawnLaunch {
  /** From 1. */
  number: number
  /** Several launches may be by one creator. */
  creator: number
  aggregateX100: number
  isEnrolled: boolean
  isAnchored: boolean
  /** The creator signed for a token of another name, without an enrollment. */
  isRenamed: boolean
  /** It is on a curve of which nothing is seen, and nobody observes it after 30 days. */
  hasCurve: boolean
  scoredAt: Date
  createdAt: Date
  /** null: it never trades. */
  tradingSince: Date | null
  /** When the observation was made that told so. */
  startedAt: Date | null
  observations: DrawnObservation[]
}

/** `age`: hours since trading began. */
export type DrawnObservation = Omit<Observation, 'hours'> & { at: Date; age: number }

const hourMs = 3_600_000
/** Hours since trading began: the observations at which a rule can turn, and no others, so that a history stays small. */
const ages = [1, 12, 25, 49, 73, 97, 121, 145, 169, 193, 217, 360, 649, 673, 697, 721]

type Draw = () => number
type Figures = Omit<DrawnObservation, 'at' | 'age'>
/** The observation at one age, given the figures of a token that lives; null: none was made. */
type Scenario = (living: Figures, at: { age: number; turnsAt: number; draw: Draw }) => Figures | null

const none = { depth: null, buys: null, sells: null, volume: null, removal: null, cannotSell: null }
const thin = (living: Figures): Figures => ({ ...living, depth: 20, buys: 1, sells: 2, volume: 30 })
const isAfter = ({ age, turnsAt }: { age: number; turnsAt: number }): boolean => age >= turnsAt

const scenarios: Record<string, Scenario> = {
  lives: (living) => living,
  grows: (living, { draw }) => ({
    ...living,
    depth: 22_000 + Math.floor(draw() * 300) * 100,
    buys: 60,
    sells: 40,
    volume: 9000,
  }),
  drains: (living, at) => (isAfter(at) ? thin(living) : living),
  'falls silent': (living, at) => (isAfter(at) ? { ...living, buys: 0, sells: 0, volume: 0 } : living),
  'is rugged': (living, at) => {
    if (at.age === at.turnsAt) return { ...thin(living), removal: { share: 0.98, by: 'insider' } }
    return isAfter(at) ? thin(living) : living
  },
  'loses a supplier': (living, at) =>
    at.age === at.turnsAt ? { ...thin(living), removal: { share: 0.9, by: 'other' } } : living,
  'cannot be sold': (living, at) => (at.age === 25 || at.age === 49 ? { ...living, cannotSell: true } : living),
  vanishes: (living, at) => (isAfter(at) ? { ...living, ...none, state: 'absent' } : living),
  'is delisted': (living, at) =>
    isAfter(at) ? { ...living, ...none, state: 'absent', chainDepth: living.depth } : living,
  'has foreign pools': (living) => ({ ...living, ...none, state: 'uncounted' }),
  'is missed': (living, at) => (isAfter(at) ? null : living),
  'is listed late': (living, { age }) =>
    age === 97 ? null : { ...living, ...none, state: age < 168 ? 'absent' : 'uncounted' },
}

/** Out of 100; of what is good, a share grows with the score. */
const weights: [string, number, number][] = [
  ['lives', 10, 40],
  ['grows', 2, 12],
  ['drains', 24, 0],
  ['falls silent', 12, 0],
  ['is rugged', 10, 0],
  ['loses a supplier', 4, 0],
  ['cannot be sold', 6, 0],
  ['vanishes', 6, 0],
  ['is delisted', 4, 0],
  ['has foreign pools', 3, 0],
  ['is missed', 5, 0],
  ['is listed late', 4, 0],
]

/** A history of launches that is the same for the same seed: they begin to trade within five days of `from`. */
export function drawHistory({ seed, count, from }: { seed: number; count: number; from: Date }): DrawnLaunch[] {
  const draw = createSequence(seed)
  return Array.from({ length: count }, (_, index) => drawLaunch(index + 1, { draw, count, from }))
}

function drawLaunch(number: number, { draw, count, from }: { draw: Draw; count: number; from: Date }): DrawnLaunch {
  const aggregateX100 = Math.floor(draw() * 10_001)
  const createdAt = new Date(from.getTime() + Math.floor(draw() * 119 * hourMs))
  const trades = draw() < 0.95
  const tradingSince = trades ? new Date(createdAt.getTime() + Math.floor(draw() * hourMs)) : null
  const isEnrolled = draw() < 0.7
  const observations = tradingSince ? drawObservations(draw, aggregateX100, tradingSince) : []
  return {
    number,
    creator: 1 + Math.floor(draw() * count * 0.9),
    aggregateX100,
    isEnrolled,
    isAnchored: draw() < 0.4,
    isRenamed: !isEnrolled && draw() < 0.1,
    hasCurve: !trades && draw() < 0.5,
    scoredAt: new Date(createdAt.getTime() - Math.floor((2 + draw() * 200) * hourMs)),
    createdAt,
    tradingSince,
    startedAt:
      observations.find(({ state, age }) => state === 'seen' || (state === 'uncounted' && age >= 168))?.at ?? null,
    observations,
  }
}

function drawObservations(draw: Draw, aggregateX100: number, tradingSince: Date): DrawnObservation[] {
  const scenario = pickScenario(draw, aggregateX100 / 10_000)
  const turnsAt = ages[1 + Math.floor(draw() * (ages.length - 1))] ?? 25
  const usual = 1200 * 20 ** draw()
  return ages.flatMap((age) => {
    const at = new Date(tradingSince.getTime() + Math.floor((age + draw() * 0.9) * hourMs))
    const observation = scenario(drawLiving(draw, usual), { age, turnsAt, draw })
    return observation ? { ...observation, at, age } : []
  })
}

/** Three significant digits, as the service stores amounts. */
const drawLiving = (draw: Draw, usual: number): Figures => ({
  state: 'seen',
  depth: Number((usual * (0.8 + 0.4 * draw())).toPrecision(3)),
  partial: draw() < 0.03,
  chainDepth: null,
  buys: 1 + Math.floor(draw() * 80),
  sells: Math.floor(draw() * 60),
  volume: 10 * Math.floor(draw() * 900),
  removal: null,
  cannotSell: null,
})

function pickScenario(draw: Draw, share: number): Scenario {
  const scaled = weights.map(([name, base, growth]) => [name, base + growth * share] as const)
  let left = draw() * scaled.reduce((sum, [, weight]) => sum + weight, 0)
  const [name] = scaled.find(([, weight]) => (left -= weight) < 0) ?? ['lives']
  const scenario = scenarios[name]
  if (!scenario) throw new Error(`there is no scenario ${name}`)
  return scenario
}
