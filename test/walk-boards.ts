import assert from 'node:assert/strict'
import type { App } from '../src/platform/http/app.ts'
import { ask } from './harness.ts'

export interface Board {
  best: { scoreId: string }[]
  worst: { scoreId: string }[]
  nextCursor: string | null
}

/** The first page of what a query asks for. */
export async function readBoard(app: App, query: string): Promise<Board> {
  const { status, body } = await ask(app, { url: `/api/v1/leaderboards?${query}` })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.bestCount, body.worstCount], [body.best.length, body.worst.length])
  return body as Board
}

/** The pages read so far, with the next `pages` added. */
export async function walkOn(app: App, query: string, walked: Board, pages = Number.POSITIVE_INFINITY): Promise<Board> {
  let { best, worst, nextCursor } = walked
  for (let page = 0; page < pages && nextCursor !== null; page += 1) {
    const next = await readBoard(app, `${query}&cursor=${nextCursor}`)
    best = [...best, ...next.best]
    worst = [...worst, ...next.worst]
    nextCursor = next.nextCursor
  }
  return { best, worst, nextCursor }
}

export const listIds = (rows: { scoreId: string }[]): string[] => rows.map(({ scoreId }) => scoreId)
