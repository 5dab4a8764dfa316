import type { CreatorHistory } from '../../../contract/schemas/ranking.ts'
import { type Fact, inform } from '../../../contract/signals/rules/fact-1.2.0.ts'

/** From these counts of launches that are known and at least `oldDays` old, of which none is alive. */
const deadCaps = [
  { from: 10, cap: 15 },
  { from: 3, cap: 35 },
]
const oldDays = 7

/** More launches than this within `burstDays`. */
const burst = { over: 5, days: 7, cap: 40 }

/** Launches for others say nothing about the owner of the wallet, however they ended. */
const relayerCap = 40

/** Points for each launch that is alive at `aliveDays` or more, up to `of`. */
const alive = { each: 10, of: 20, days: 30 }

/** null: there is no history, or it is a relayer's, which says nothing about the wallet's owner. */
export const ownHistory = (history: CreatorHistory | null | undefined): CreatorHistory | null =>
  history && !history.isRelayer ? history : null

export const alivePart = (history: CreatorHistory | null): number =>
  history ? Math.min(alive.of, alive.each * history.aliveFrom30Days) : 0

/** What became of the wallet's launches, and what of them was not looked at. `at` is ISO 8601. */
export function historyFacts(given: CreatorHistory | null | undefined, at: string): Fact[] {
  if (!given) return [inform('launches_unseen')]
  const history = ownHistory(given)
  if (!history) return [inform('relayer', { launched: given.launched.all, cap: relayerCap }), ...coverageFacts(given)]
  return [...(history.launched.all > 0 ? fateFacts(history, at.slice(0, 10)) : []), ...coverageFacts(history)]
}

function fateFacts(history: CreatorHistory, date: string): Fact[] {
  const { launched, known, knownFrom7Days, aliveFrom7Days } = history
  const points = alivePart(history)
  const dead = aliveFrom7Days === 0 ? deadCaps.find(({ from }) => knownFrom7Days >= from) : undefined
  const unknown = launched.all - known
  return [
    ...(known > 0 ? [fateFact(history, date, points)] : []),
    ...(dead ? [inform('launches_none_alive', { known: knownFrom7Days, days: oldDays, date, cap: dead.cap })] : []),
    ...(launched.last7Days > burst.over
      ? [inform('launches_burst', { count: launched.last7Days, days: burst.days, cap: burst.cap })]
      : []),
    ...(unknown > 0 ? [inform('launches_not_looked_at', { count: unknown })] : []),
  ]
}

const fateFact = ({ known, alive: living, aliveFrom30Days }: CreatorHistory, date: string, effect: number): Fact => ({
  code: 'launches_alive',
  effect: effect === 0 ? null : effect,
  values: { alive: living, known, lasting: aliveFrom30Days, days: alive.days, date, of: alive.of },
})

/** The chains whose launchpads were read, since when, and what could not be asked. */
function coverageFacts({ coverage, notAsked }: CreatorHistory): Fact[] {
  const spans = coverage.map(({ chainId, from, to }) => `${chainId}:${from.slice(0, 10)}:${to.slice(0, 10)}`)
  return [
    spans.length > 0 ? inform('launchpads_read', { chains: spans }) : inform('launches_unseen'),
    ...(notAsked.length > 0 ? [inform('history_gaps', { gaps: notAsked })] : []),
  ]
}
