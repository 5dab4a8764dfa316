import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { ScoreResult } from '../contract/schemas/score.ts'

/** What the previous release answered about its rows in `previous-release.sql.br`. */
export interface PreviousAnswers {
  /** The time of the service. */
  now: string
  /** The header of a key. */
  authorization: string
  key: object
  score: ScoreResult
  /** The launch page of `score`. */
  launch: object
  /** The scores of the leaderboard, the best first. */
  best: string[]
  webhook: { id: string }
  /** The pending deliveries of `webhook`. */
  deliveries: string[]
  /** The score of a launch that was followed, with the outcomes of its token. */
  launched: string
  outcomes: object[]
}

const read = (name: string) => readFileSync(new URL(`fixtures/previous-release.${name}`, import.meta.url))

export const previousAnswers = JSON.parse(read('json').toString()) as PreviousAnswers

/**
 * Makes an empty database that of the previous release: by its own migrations, in the order of their numbers, and with rows
 * that its service wrote.
 */
export const restorePrevious = <T>(db: Kysely<T>): Promise<unknown> =>
  db.transaction().execute((tx) => sql.raw(brotliDecompressSync(read('sql.br')).toString()).execute(tx))
