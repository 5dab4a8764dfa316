import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Deps } from '../deps.ts'
import { type DeliveryOutcome, recordOutcomes } from './queue-store.ts'

interface RecorderDeps extends Pick<Deps, 'db' | 'log'> {
  now: () => Date
}

interface Pending {
  outcome: DeliveryOutcome
  resolve: (isRecorded: boolean) => void
}

const maxBatch = 256
/** Batches start at least this far apart, so that one commit serves many outcomes. */
const batchEveryMs = 8
/** About 40 s, within the lease of a claim. */
const maxRetries = 40
const retryMs = 1000

/**
 * Records outcomes in batches and retries while the database is unavailable, because a delivery without a recorded
 * outcome is sent again.
 */
export class Recorder {
  readonly #deps: RecorderDeps
  readonly #pending: Pending[] = []
  #isWriting = false
  #lastBatchMs = -Infinity

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  /** Resolves with false when the outcome can't be committed; the claim then expires. */
  record(outcome: DeliveryOutcome): Promise<boolean> {
    return new Promise((resolve) => {
      this.#pending.push({ outcome, resolve })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#pending.length > 0) {
      const waitMs = this.#lastBatchMs + batchEveryMs - performance.now()
      if (waitMs > 0 && this.#pending.length < maxBatch) await pause(waitMs)
      this.#lastBatchMs = performance.now()
      await this.#write(this.#pending.splice(0, maxBatch))
    }
    this.#isWriting = false
  }

  async #write(batch: Pending[], retries = 0): Promise<void> {
    const { db, log, now } = this.#deps
    try {
      const outcomes = batch.map(({ outcome }) => outcome)
      await recordOutcomes(db, outcomes, now())
      resolveAll(batch, true)
    } catch (error) {
      if (batch.length > 1 && isAboutARow(error))
        return void (await Promise.all(batch.map((one) => this.#write([one]))))
      log.error({ outcomes: batch.length, reason: (error as Error).message }, 'delivery outcomes could not be stored')
      if (isAboutARow(error) || retries >= maxRetries) return resolveAll(batch, false)
      await pause(retryMs)
      await this.#write(batch, retries + 1)
    }
  }
}

const resolveAll = (batch: Pending[], isRecorded: boolean) => batch.forEach(({ resolve }) => resolve(isRecorded))

/** The database rejects a single outcome; the others would succeed. */
const isAboutARow = (error: unknown) => error instanceof DatabaseError && /^(22|23|54|P0)/.test(error.code ?? '')
