import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Channel } from './channels/channel.ts'
import { type SendOutcome, sendOne } from './send-one.ts'
import { pauseChannel } from './store.ts'
import { claimDueSend } from './turn-store.ts'

const sendLeaseMs = 60_000
/** After this time a worker claims nothing more, so that every dispatch ends. */
const dispatchMs = 10_000
/** A longer spacing pauses the channel for all replicas instead of making this worker wait. */
const maxSpacingMs = 2_000

export type Tally = Partial<Record<SendOutcome, number>>

export async function sendByChannel(deps: Deps, channel: Channel, signal: AbortSignal): Promise<Tally> {
  const tally: Tally = {}
  const endsAt = performance.now() + dispatchMs
  const isOver = () => signal.aborted || performance.now() >= endsAt
  const work = async () => {
    for (let spacingMs = 0; !isOver();) {
      const send = await claim(deps, channel)
      if (!send) return
      await pause(spacingMs)
      const sent = await sendOne(deps, channel, send)
      tally[sent.outcome] = (tally[sent.outcome] ?? 0) + 1
      const isLong = sent.spacingMs > maxSpacingMs
      const channelPauseMs = Math.max(sent.channelPauseMs, isLong ? sent.spacingMs : 0)
      if (channelPauseMs > 0) await pauseFor(deps, channel, channelPauseMs)
      spacingMs = isLong ? 0 : sent.spacingMs
    }
  }
  await waitForAll(Array.from({ length: channel.concurrency }, work))
  return tally
}

function claim({ db, clock, random }: Deps, { name }: Channel) {
  const now = clock.now()
  return claimDueSend(db, { channel: name, claim: random.uuid(), now, until: new Date(now.getTime() + sendLeaseMs) })
}

const pauseFor = ({ db, clock }: Deps, { name }: Channel, ms: number) =>
  pauseChannel(db, name, new Date(clock.now().getTime() + ms))

/** Throws the first error, but only after all workers have ended. */
async function waitForAll(workers: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(workers)
  const rejected = results.find((result) => result.status === 'rejected')
  if (rejected) throw rejected.reason
}
