import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../../../contract/durations.ts'
import { foldTrackRecord } from './fold.ts'
import type { LaunchRecord } from './launch-record.ts'
import { createLaunchTable } from './launch-table.ts'

const asOf = new Date('2026-11-22T00:00:00.000Z')
const cohort = { promptName: 'standard', promptMajor: 1 }

/** Launches that have traded for 30 days, every other one of which is alive. */
const toLaunch = (_: unknown, index: number): LaunchRecord => {
  const tradingSince = new Date(asOf.getTime() - 40 * dayMs + index)
  return {
    ...cohort,
    bindingId: `01a1fd55-7a80-7a1c-9b2d-${index.toString(16).padStart(12, '0')}`,
    aggregateX100: 5000 + index,
    band: 'amber',
    scoredAt: new Date(tradingSince.getTime() - dayMs),
    isCommitted: true,
    isAnchored: false,
    creator: index,
    counts: true,
    hasCurve: false,
    createdAt: tradingSince,
    tradingSince,
    outcomes: {
      '30d': index % 2 === 0 ? { outcome: 'alive', cause: null } : { outcome: 'dead', cause: 'thin' },
    },
    survival: null,
  }
}

function listTop(known: number): number[] {
  const launches = createLaunchTable(Array.from({ length: known }, toLaunch))
  const params = { ...cohort, horizon: '30d', population: 'committed', unit: 'creator' } as const
  const { ranking } = foldTrackRecord({ launches, cohorts: [], asOf, claims: null }, params)
  return (ranking?.top ?? []).map(({ k }) => k)
}

test('top has each number of launches once', () => {
  assert.deepEqual(
    [listTop(40), listTop(41), listTop(50), listTop(51)],
    [
      [5, 10, 4],
      [5, 10],
      [5, 10],
      [5, 10, 6],
    ],
  )
  assert.deepEqual(listTop(100), [5, 10])
})

const claims = { green: 0.35, amber: 0.2, red: 0.08, rugged: 0.05 }

test('the claims are about 30 days: no figure of another horizon is compared with them', () => {
  const launches = createLaunchTable(Array.from({ length: 40 }, toLaunch))
  const listClaimed = (horizon: '24h' | '30d') => {
    const params = { ...cohort, horizon, population: 'observed', unit: 'token' } as const
    return foldTrackRecord({ launches, cohorts: [], asOf, claims }, params).bands.map(({ claimed }) => claimed)
  }
  assert.deepEqual(listClaimed('30d'), [0.35, 0.2, 0.08])
  assert.deepEqual(listClaimed('24h'), [null, null, null])
})

test('a launch of the last week isn’t counted as never seen living', () => {
  const young = { ...toLaunch(null, 40), tradingSince: new Date(asOf.getTime() - 2 * dayMs), outcomes: {} }
  const launches = createLaunchTable([...Array.from({ length: 40 }, toLaunch), young])
  const params = { ...cohort, horizon: '30d', population: 'observed', unit: 'token' } as const
  const { survival } = foldTrackRecord({ launches, cohorts: [], asOf, claims }, params)
  assert.equal(survival?.find(({ band }) => band === 'amber')?.neverLiving, 40)
})
