import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '../../../contract/durations.ts'
import type { FoldParams } from '../figures/launch-record.ts'
import { openFolder } from './open-folder.ts'

const params: FoldParams = {
  horizon: '7d',
  population: 'committed',
  unit: 'token',
  promptName: 'launch-score',
  promptMajor: 1,
}
const input = { cohorts: [], asOf: new Date('2026-06-01T00:00:00.000Z'), claims: null }
const since = Date.parse('2026-03-01T00:00:00.000Z')
const toTime = (hours: number) => new Date(since + hours * hourMs).toISOString()

/** A launch as the database writes it. */
const createLaunch = (index: number) =>
  JSON.stringify({
    bindingId: `01a1fd55-7a80-7a1c-9b2d-${String(index).padStart(12, '0')}`,
    promptName: params.promptName,
    promptMajor: params.promptMajor,
    aggregateX100: 5000 + index,
    band: index % 2 === 0 ? 'green' : 'red',
    scoredAt: toTime(index),
    isCommitted: true,
    isAnchored: true,
    creator: index,
    counts: true,
    hasCurve: false,
    createdAt: toTime(index + 1),
    tradingSince: toTime(index + 2),
    outcomes: { '7d': { outcome: index % 2 === 0 ? 'graduated' : 'rugged', cause: null } },
    days: null,
    died: null,
  })

async function fold(pages: string[][]): Promise<unknown> {
  await using folder = openFolder()
  for (const page of pages) assert.equal(await folder.ask({ page }), '')
  return JSON.parse(await folder.ask({ params, input })) as unknown
}

test('launches of several pages give the figures of the same launches in one page', async () => {
  const launches = Array.from({ length: 60 }, (_, index) => createLaunch(index))
  const whole = await fold([launches])
  assert.deepEqual(await fold([launches.slice(0, 20), launches.slice(20, 40), launches.slice(40)]), whole)
  assert.notDeepEqual(await fold([launches.slice(0, 20)]), whole)
  assert.notDeepEqual(await fold([]), whole)
})
