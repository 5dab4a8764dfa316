import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { type Outcome, type SendDeps, sendOne } from './send-one.ts'
import { claimDueSend, restTransport } from './store.ts'
import type { Transport } from './transport.ts'

/** A sender that has died is given up after this; longer than any transport takes. */
const leaseMs = 60_000
/** After this no further one is taken, so that a tick has an end. */
const turnMs = 10_000
/** A longer pause is no pause but a rest, for all replicas. */
const longestPauseMs = 2_000

export type Tally = Partial<Record<Outcome, number>>

/** Sends what is due by one transport, until nothing is, for ten seconds at most; counts what became of it. */
export async function sendByTransport(
  deps: SendDeps & Pick<Deps, 'random'>,
  transport: Transport,
  stopped: AbortSignal,
): Promise<Tally> {
  const tally: Tally = {}
  const endsAt = performance.now() + turnMs
  const isOver = () => stopped.aborted || performance.now() >= endsAt
  const work = async () => {
    for (let pauseMs = 0; !isOver();) {
      const send = await claim(deps, transport)
      if (!send) return
      await pause(pauseMs)
      const sent = await sendOne(deps, transport, send)
      tally[sent.outcome] = (tally[sent.outcome] ?? 0) + 1
      const isLong = sent.pauseMs > longestPauseMs
      const restMs = Math.max(sent.restMs, isLong ? sent.pauseMs : 0)
      if (restMs > 0) await rest(deps, transport, restMs)
      pauseMs = isLong ? 0 : sent.pauseMs
    }
  }
  await allEnded(Array.from({ length: transport.concurrency }, work))
  return tally
}

function claim({ db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>, { name }: Transport) {
  const now = clock.now()
  return claimDueSend(db, { transport: name, claim: random.uuid(), now, until: new Date(now.getTime() + leaseMs) })
}

const rest = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { name }: Transport, ms: number) =>
  restTransport(db, name, new Date(clock.now().getTime() + ms))

/** Throws the first fault, but not before all have ended. */
async function allEnded(works: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works)
  const fault = results.find((result) => result.status === 'rejected')
  if (fault) throw fault.reason
}
