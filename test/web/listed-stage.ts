import { readFileSync } from 'node:fs'
import type { Deps } from '../../src/deps.ts'
import { buildApp } from '../../src/main/routes.ts'
import { runCommand } from '../../src/main/commands.ts'
import { parseConfig } from '../../src/config.ts'
import type { Db } from '../../src/database/db.ts'
import { listIncidents } from '../../src/operations/incident-store.ts'
import { openDeps } from '../../src/main/open-deps.ts'
import type { Environment } from '../../src/platform/env.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { memoryLog } from '../world/deps.ts'
import { adminToken } from '../world/notifying.ts'
import { handClock } from '../world/waiting.ts'
import { seedEvaluations, type LaunchSeed, seedLaunches, seedScore } from '../world/seed.ts'
import { openTestDb } from '../world/database.ts'

const now = '2026-11-21T12:00:00.000Z'
const hourMs = 3600 * 1000
const inHours = (hours: number) => new Date(Date.parse(now) + hours * hourMs)

export const creatorAddress = '0xa11ce00000000000000000000000000000000001'

/** Boards have few rows of one creator, so that most launches have one of their own. */
const otherAddress = (index: number) => `0xb0b${String(index).padStart(37, '0')}`

/** Services with much and with nothing on their lists. */
export interface ListedStage {
  url: string
  db: Db
  /** Of one whose providers, and whose admin token, aren't configured. */
  emptyUrl: string
  close: () => Promise<void>
}

const providers = {
  MODEL_PROVIDER: 'openai',
  MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
  MODEL_NAME: 'nobody',
  CREATOR_DATA_URL: 'http://127.0.0.1:9',
  CREATOR_DATA_KEY: 'unused',
  TOKEN_RISK_URL: 'http://127.0.0.1:9',
  ADMIN_TOKEN: adminToken,
}

/** Starts both, the first one with a few weeks of launches. */
export async function startListedStage(): Promise<ListedStage> {
  const [full, empty] = await Promise.all([startService(providers), startService({})])
  await fill(full.deps)
  return {
    url: full.url,
    db: full.deps.db,
    emptyUrl: empty.url,
    close: () => Promise.all([full.close(), empty.close()]).then(() => {}),
  }
}

async function startService(environment: Environment) {
  const { db, reads, close: closeDb } = await openTestDb('')
  const port = await freePort('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const database = { db, reads, migrations: db, close: () => Promise.resolve() }
  const { log } = memoryLog()
  const config = parseConfig({ ...environment, PUBLIC_URL: url })
  const { deps, close } = await openDeps(config, { database, log, clock: handClock(now) })
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port })
  return { url, deps, close: () => app.close().then(close).then(closeDb) }
}

/** Names as people give them, and as nobody should. */
const names = [
  'Left Sock',
  'Free Lunch',
  'Überkatze',
  '<img src=x onerror=alert(1)>"\'&amp; שלום 左袜 🧦 &lt;b&gt; Long',
  'The Very Long Name That Nobody Will Ever Remember Anyway, Sorry!',
  'Quokka',
  '左袜子',
  'Wet Umbrella',
]

async function fill(deps: Deps): Promise<void> {
  const seeds = Array.from({ length: 42 }, (_, index): LaunchSeed => {
    const hours = (index % 5) * 30 - 40
    return {
      creatorAddress: index % 5 === 0 ? creatorAddress : otherAddress(index),
      name: names[index % names.length] ?? '',
      points: 96 - ((index * 7) % 80),
      signals: { image: 20 + ((index * 23) % 80), risk: index % 8 === 1 ? 0 : 30 + ((index * 31) % 70) },
      ...(index % 8 === 1 && { tokenFacts: { isHoneypot: true } }),
      enrolledAt: inHours(-index - 1),
      ...(index % 3 !== 2 && { scheduledFor: inHours(hours) }),
    }
  })
  await seedLaunches(deps.db, seeds)
  await seedScore(deps, { creatorAddress, name: 'Not Whole', hasStubs: true })
  await seedScore(deps, { creatorAddress: otherAddress(42), name: 'Newest', points: 71 })
  await showImages(deps.db)
  await recordIncidents(deps)
  await seedEvaluations(deps.db, new Date(now))
  for (const tier of ['free', 'pro', 'enterprise'])
    await runCommand(deps, ['keys', 'issue', '--tier', tier, '--label', `A ${tier} customer`, '--owner', 'ops'])
}

const incidents = [
  ['open', '--title', 'Scores of tokens come late', '--body', 'The provider of token risks answers slowly.'],
  [
    'open',
    '--title',
    'No image could be fetched',
    '--impact',
    'major',
    '--body',
    'The network is down.\nWe are on it.',
  ],
]

async function recordIncidents(deps: Deps): Promise<void> {
  for (const args of incidents) await runCommand(deps, ['incident', ...args])
  const [last] = await listIncidents(deps.db, 1)
  if (last) await runCommand(deps, ['incident', 'resolve', last.id, '--body', 'It is up again.'])
}

const showImages = (db: Db) =>
  db
    .updateTable('images')
    .set({ bytes: readFileSync(new URL('../../dev/images/left-sock.png', import.meta.url)) })
    .execute()
