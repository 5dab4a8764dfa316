import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Db } from '../src/deps.ts'
import { encodeCursor } from '../src/platform/paging.ts'
import { type Seeded, seedLaunches } from '../test/seed-launches.ts'
import { openTestDb } from '../test/test-db.ts'
import { getAtFixedRate, quantileOf } from './fixed-rate.ts'
import { believingUs } from './fresh-caller.ts'

const perSecond = 200
const mostMs = 15

export interface Reading {
  what: string
  p50Ms: number
  p99Ms: number
  mostMs: number
  isMet: boolean
}

/** How fast launches are read on a PostgreSQL server that holds 20,000: half of them one wallet's, the others fifty each. */
export async function measureLaunchReads(databaseUrl: string, seconds = 15): Promise<Reading[]> {
  const { db, url, close } = await openTestDb(databaseUrl)
  const launches = await fill(db)
  const service = await startService(url ?? databaseUrl)
  try {
    const readings: Reading[] = []
    for (const [what, paths] of Object.entries(pathsOf(launches))) {
      await getAtFixedRate({ url: service.url, paths, perSecond, seconds: 2 }) // warm
      const latencies = await getAtFixedRate({ url: service.url, paths, perSecond, seconds })
      const [p50Ms, p99Ms] = [quantileOf(latencies, 0.5), quantileOf(latencies, 0.99)]
      readings.push({ what, p50Ms, p99Ms, mostMs, isMet: p99Ms < mostMs })
    }
    return readings
  } finally {
    await service.stop()
    await close()
  }
}

const walletOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const busyWallet = walletOf(1)

async function fill(db: Db): Promise<Seeded[]> {
  const start = Date.parse('2026-11-01T00:00:00Z')
  const seeds = Array.from({ length: 20_000 }, (_, n) => ({
    creatorAddress: n % 2 ? busyWallet : walletOf(2 + ((n / 2) % 200)),
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

function pathsOf(launches: Seeded[]): Record<string, string[]> {
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

/** The service as an operator would run it, in its own process. */
async function startService(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const root = join(import.meta.dirname, '..')
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DISPATCH_INTERVAL_SECONDS: '0',
    ...believingUs,
  }
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const url = await listeningAt(child)
  if (!url) throw new Error('the service did not start')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { url, stop }
}

/** The address in the line of the log that tells it; what comes after that line is thrown away. */
async function listeningAt({ stdout }: ChildProcess): Promise<string | undefined> {
  if (!stdout) return undefined
  for await (const line of createInterface({ input: stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    if (msg !== 'listening') continue
    stdout.resume()
    return url
  }
  return undefined
}

// Run: `node bench/launches.ts`, on the server at TEST_DATABASE_URL.
if (import.meta.main) {
  const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
  const readings = await measureLaunchReads(url)
  for (const { what, p50Ms, p99Ms, mostMs, isMet } of readings)
    console.log(
      `${what.padEnd(26)} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (< ${mostMs} ms: ${isMet ? 'met' : 'missed'})`,
    )
  process.exitCode = readings.every(({ isMet }) => isMet) ? 0 : 1
}
