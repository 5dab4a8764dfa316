import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { encodeCursor } from '../../src/platform/http/paging.ts'
import { type SeededLaunch, seedLaunches } from '../../test/world/seed.ts'
import { openTestDb } from '../../test/world/database.ts'
import { getAtFixedRate } from '../lib/fixed-rate.ts'
import { startService } from '../lib/processes.ts'
import { quantile } from '../lib/statistics.ts'

const perSecond = 200
const maxMs = 15

export interface Reading {
  what: string
  p50Ms: number
  p99Ms: number
  maxMs: number
  isMet: boolean
}

/** How fast launches are read on a PostgreSQL server that holds 20,000: half of them one wallet's, the others fifty each. */
export async function measureLaunchReads(databaseUrl: string, seconds = 15): Promise<Reading[]> {
  await using opened = new AsyncDisposableStack()
  const { db, url, close } = await openTestDb(databaseUrl)
  opened.defer(close)
  const launches = await fill(db)
  const service = await startService(opened, { DATABASE_URL: url ?? databaseUrl, DISPATCH_INTERVAL_SECONDS: '0' })
  const readings: Reading[] = []
  for (const [what, paths] of Object.entries(listPaths(launches))) {
    await getAtFixedRate({ url: service.url, paths, perSecond, seconds: 2 }) // warm
    const latencies = await getAtFixedRate({ url: service.url, paths, perSecond, seconds })
    const [p50Ms, p99Ms] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
    readings.push({ what, p50Ms, p99Ms, maxMs, isMet: p99Ms < maxMs })
  }
  return readings
}

const toWallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const busyWallet = toWallet(1)

async function fill(db: Db): Promise<SeededLaunch[]> {
  const start = Date.parse('2026-11-01T00:00:00Z')
  const seeds = Array.from({ length: 20_000 }, (_, n) => ({
    creatorAddress: n % 2 ? busyWallet : toWallet(2 + ((n / 2) % 200)),
    points: [30, 60, 80][n % 3] ?? 0,
    enrolledAt: new Date(start + Math.floor(n / 3) * 1000),
    scheduledFor: new Date(start + 1e10),
  }))
  const launches = await seedLaunches(db, seeds)
  await addWhatBelongsToThem(db)
  return launches
}

async function addWhatBelongsToThem(db: Db): Promise<void> {
  await sql`insert into launch_pages select id, 'A hook', repeat('A pitch. ', 100), 'Join', 'https://example.org',
    enrolled_at, enrolled_at from enrollments`.execute(db)
  await sql`insert into attendance select id, 100, 50 from enrollments`.execute(db)
  await sql`insert into notification_slots
      (id, enrollment_id, slot, schedule_version, scheduled_for, send_at, state)
    select gen_random_uuid(), id, slot, schedule_version, scheduled_for, scheduled_for - lead, 'pending'
    from enrollments, (values ('T-60min', interval '60 min'), ('T-10min', '10 min'), ('T+0', '0')) as s (slot, lead)`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

function listPaths(launches: SeededLaunch[]): Record<string, string[]> {
  const some = Array.from({ length: 500 }, (_, n) => launches[(n * 7919) % launches.length]).filter(
    (launch) => launch !== undefined,
  )
  const cursors = some.map(({ enrolledAt, enrollmentId }) => encodeCursor({ at: enrolledAt, id: enrollmentId }))
  return {
    'no database (/health)': ['/health'],
    'list, newest': ['/api/v1/launches', '/api/v1/launches?limit=50', '/api/v1/launches?band=amber'],
    'list, anywhere': cursors.map((cursor, n) => `/api/v1/launches?cursor=${cursor}${n % 2 ? '&band=red' : ''}`),
    'profile, 50 launches': [...new Set(some.map(({ creatorAddress }) => creatorAddress))]
      .filter((wallet) => wallet !== busyWallet)
      .map((wallet) => `/api/v1/creator/${wallet}`),
    'profile, 10,000 launches': [`/api/v1/creator/${busyWallet}`],
    summary: some.map(({ enrollmentId, score }, n) => `/v1/launch/${n % 2 ? enrollmentId : score.id}`),
  }
}

// Run: `node bench/scenarios/launches.ts`, on the server at TEST_DATABASE_URL.
if (import.meta.main) {
  const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
  const readings = await measureLaunchReads(url)
  for (const { what, p50Ms, p99Ms, maxMs, isMet } of readings)
    console.log(
      `${what.padEnd(26)} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (< ${maxMs} ms: ${isMet ? 'met' : 'missed'})`,
    )
  process.exitCode = readings.every(({ isMet }) => isMet) ? 0 : 1
}
