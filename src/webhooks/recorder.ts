import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Deps } from '../deps.ts'
import { type Outcome, recordOutcomes } from './queue-store.ts'

interface RecorderDeps extends Pick<Deps, 'db' | 'log'> {
  now: () => Date
}

export type Recorder = ReturnType<typeof openRecorder>

interface Waiting {
  outcome: Outcome
  settle: (isRecorded: boolean) => void
}

const mostAtOnce = 256
/** As long as this is not over, the next outcomes are waited for: one commit serves many. */
const gatherMs = 8
/** For as long a claim may still hold. */
const mostTries = 40
const retryMs = 1000

/** Writes outcomes down, many at a time. A database that is away is waited for, so that nothing need be sent again. */
export function openRecorder({ db, log, now }: RecorderDeps) {
  const waiting: Waiting[] = []
  let isRunning = false
  let lastAt = -Infinity

  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const early = lastAt + gatherMs - performance.now()
      if (early > 0 && waiting.length < mostAtOnce) await pause(early)
      lastAt = performance.now()
      await write(waiting.splice(0, mostAtOnce))
    }
    isRunning = false
  }

  const write = async (batch: Waiting[], tries = 0): Promise<void> => {
    const settle = (isRecorded: boolean) => batch.forEach((one) => one.settle(isRecorded))
    try {
      const outcomes = batch.map(({ outcome }) => outcome)
      await recordOutcomes(db, outcomes, now())
      settle(true)
    } catch (error) {
      if (batch.length > 1 && isAboutARow(error)) return void (await Promise.all(batch.map((one) => write([one]))))
      log.error({ outcomes: batch.length, reason: (error as Error).message }, 'outcomes of deliveries were not written')
      if (isAboutARow(error) || tries >= mostTries) return settle(false)
      await pause(retryMs)
      await write(batch, tries + 1)
    }
  }

  return {
    /** True once it is written; false when that can't be: the claim runs out, and the delivery is sent again. */
    record: (outcome: Outcome): Promise<boolean> =>
      new Promise((settle) => {
        waiting.push({ outcome, settle })
        if (!isRunning) void run()
      }),
  }
}

/** A value that the database doesn't take: the same again would fail again, the others would not. */
const isAboutARow = (error: unknown) => error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '')
