import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { Db } from '../../src/database/db.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { type World, goodSubmission } from '../world/app.ts'
import { until } from '../world/waiting.ts'

export interface Load {
  /** The ids of all scores that were acknowledged with 201. */
  acknowledged: string[]
  /** How often each outcome came since the last `reset`: `score 201`, `read 200`, `score UND_ERR_SOCKET`. */
  outcomes: Map<string, number>
  reset: () => void
  /** Waits until an outcome has come so many more times. */
  more: (outcome: string, times?: number) => Promise<void>
  /** Ends all clients after their last response. */
  stop: () => Promise<void>
}

interface LoadOptions {
  world: World
  /** The address of a replica; undefined: none listens at the moment. */
  target: () => string | undefined
  writers?: number
  readers?: number
}

/** Clients that score, and read what was acknowledged, without a pause. Each request is from an address of its own. */
export function startLoad({ world, target, writers = 3, readers = 3 }: LoadOptions): Load {
  const acknowledged: string[] = []
  const outcomes = new Map<string, number>()
  const note = (kind: string, outcome: number | string) => {
    const name = `${kind} ${outcome}`
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  }
  const over = new AbortController()
  let count = 0
  const score = async () => {
    count += 1
    // Nothing is remembered of a new wallet or pitch, so each scoring asks every provider.
    const creatorAddress = `0xa11ce${count.toString(16).padStart(35, '0')}`
    const json = { ...goodSubmission(world), creatorAddress, description: `Pitch number ${count} of a busy day.` }
    const { status, body } = await send(target(), '/v1/score', json)
    note('score', status)
    if (status === 201) acknowledged.push((body as { id: string }).id)
  }
  const read = async () => {
    const id = acknowledged[Math.floor(Math.random() * acknowledged.length)]
    const path = id === undefined || Math.random() < 0.3 ? '/api/v1/leaderboards' : `/v1/score/${id}/percentile`
    note('read', (await send(target(), path)).status)
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!over.signal.aborted) {
      await work()
      await pause(10)
    }
  }
  const clients = [...Array(writers).fill(score), ...Array(readers).fill(read)].map(repeat)
  return {
    acknowledged,
    outcomes,
    reset: () => outcomes.clear(),
    more: async (outcome, times = 1) => {
      const enough = (outcomes.get(outcome) ?? 0) + times
      await until(() => (outcomes.get(outcome) ?? 0) >= enough)
    },
    stop: async () => {
      over.abort()
      await Promise.all(clients)
    },
  }
}

/** One connection for each request, as a proxy without keep-alive makes: none can be reused while it is being closed. */
const dispatcher = new Agent({ pipelining: 0, keepAliveTimeout: 1, keepAliveMaxTimeout: 1 })

/** No response may take longer, whatever fails. */
const maxWaitMs = 40_000

/** The status, or the code of the error of a request that got no response. */
export async function send(url: string | undefined, path: string, json?: object) {
  if (url === undefined) return { status: 'no target', body: undefined }
  const headers = { 'x-forwarded-for': freshAddress(), connection: 'close' }
  const post = { method: 'POST', body: JSON.stringify(json) }
  try {
    const response = await fetch(url + path, {
      ...(json && post),
      headers: json ? { ...headers, 'content-type': 'application/json' } : headers,
      signal: AbortSignal.timeout(maxWaitMs),
      dispatcher,
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text) as unknown }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { status: cause?.code ?? (error as Error).name, body: undefined }
  }
}

/** Fails when the load met anything but these outcomes. */
export function assertOnly(load: Load, allowed: string[]): void {
  const others = [...load.outcomes].filter(([outcome]) => !allowed.includes(outcome))
  assert.deepEqual(others, [])
}

/**
 * Everything acknowledged is stored, each score with its submission and one event, and nothing is half stored. `seeded` scores
 * were stored without events. A killed service's last statements may still end, so all is read in one snapshot.
 */
export async function assertWhole(db: Db, { acknowledged }: Pick<Load, 'acknowledged'>, seeded = 0): Promise<void> {
  const { scores, submissions, events } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      scores: await tx.selectFrom('scores').select(['id', 'submission_id']).execute(),
      submissions: await tx.selectFrom('submissions').select('id').execute(),
      events: await tx.selectFrom('outbox').select('body').where('event', '=', 'score.created').execute(),
    }))
  const ids = new Set(scores.map(({ id }) => id))
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  )
  assert.equal(submissions.length, new Set(scores.map((score) => score.submission_id)).size)
  const told = events.map(({ body }) => (JSON.parse(body) as { data: { scoreId: string } }).data.scoreId)
  assert.deepEqual(
    acknowledged.filter((id) => !told.includes(id)),
    [],
  )
  assert.ok(told.every((id) => ids.has(id)))
  assert.deepEqual([told.length, new Set(told).size], [scores.length - seeded, told.length])
}
