import assert from 'node:assert/strict'
import { type TestApp, ask } from './harness.ts'

/** The sealed days as anybody downloads them, the oldest first. */
export async function downloadDays({ app }: Pick<TestApp, 'app'>) {
  const { body } = await ask(app, { url: '/api/v1/track-record/days', remoteAddress: '198.51.100.7' })
  const files = []
  for (const { day, digest } of body.days as { day: string; digest: string }[]) {
    const response = await app.inject({ url: `/api/v1/track-record/days/${day}.ndjson`, remoteAddress: '198.51.100.7' })
    assert.equal(response.statusCode, 200)
    files.push({ day, digest, text: response.body })
  }
  return files
}
