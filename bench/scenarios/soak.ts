import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { type Discord, startDiscord } from '../../dev/stand-ins/discord.ts'
import { walletNo } from '../../test/world/creators.ts'
import { atOnce } from '../lib/at-once.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { freshCaller } from '../lib/fresh-caller.ts'
import { openOutsideWorld, type OutsideWorld } from '../lib/outside-world.ts'
import { type Started, startService } from '../lib/processes.ts'
import { readSteadily } from '../lib/read-steadily.ts'
import { watchMemory } from '../lib/resident-memory.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, quantile } from '../lib/statistics.ts'
import { storeScores } from '../lib/stored-scores.ts'

const shareOfCapacity = 0.8
const warmUp = 400
const placesAtOnce = 48
const readsPerSecond = 40
const known = 640
const reminderEveryMs = 30_000
const launchesInMs = 15_000
/** The dispatcher runs every five seconds. */
const reminderWithinMs = 10_000
const maxGrowth = 1.1

/** Scores at 80 % of capacity for half an hour, beside reads and launches that are reminded of. */
export const soak: Benchmark = { name: 'soak', run }

async function run({ place, opened, images, minutes }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = withEndlessLaunches(await openOutsideWorld(opened, { modelMs: 300, dataMs: 50, images }), images.length)
  const ids = await storeScores(database, world, known)
  const discord = await startDiscord({ limit: { calls: 1000, windowMs: 1000 } })
  opened.defer(discord.close)
  const environment = { ...database.environment, ...world.environment, NOTIFY_DISCORD_URL: discord.url }
  const service = await startService(opened, environment)
  const score = openScorer(opened, service, world)
  await atOnce(placesAtOnce, listNumbers(0, warmUp), score)
  const startedAt = performance.now()
  await atOnce(placesAtOnce, listNumbers(warmUp, warmUp), score)
  const capacity = (warmUp * 1000) / (performance.now() - startedAt)

  const ms = minutes * 60_000
  const perSecond = shareOfCapacity * capacity
  const memory = watchMemory(service.pid, 1000)
  opened.defer(async () => void memory.stop())
  // The reads of a second end before it does, so half an hour has more than 1,800 of them.
  const count = readsPerSecond * 60 * (1.2 * minutes + 2)
  const paths = Array.from({ length: count }, (_, n) => `/v1/score/${ids[n % ids.length]}`)
  const reading = readSteadily(opened, { url: service.url, paths, perSecond: readsPerSecond, connections: 'kept' })
  const [scored, reminded] = await Promise.all([
    arrive(score, { perSecond, ms }),
    remindOfLaunches({ service, world, discord }, ms),
  ])
  const reads = await reading.stop() // throws for a response other than 200
  return [
    {
      what: `scores a second, ${shareOfCapacity} of the capacity, for ${minutes} minutes`,
      measured: perSecond.toFixed(1),
    },
    toScores(scored),
    { what: 'reads meanwhile: p99', measured: `${quantile(reads, 0.99).toFixed(1)} ms of ${reads.length}` },
    toReminders(reminded),
    toMemory(memory.stop()),
  ]
}

const listNumbers = (first: number, length: number) => Array.from({ length }, (_, n) => first + n)

/** Further launches have new names and texts, and the images and wallets of earlier ones. */
const withEndlessLaunches = (world: OutsideWorld, images: number): OutsideWorld => ({
  ...world,
  submission: (n) => {
    const { imageUrl, creatorAddress } = world.submission(n % images) as { imageUrl: string; creatorAddress: string }
    return { ...world.submission(n), imageUrl, creatorAddress }
  },
})

interface Scored {
  latencies: number[]
  failures: string[]
}

async function arrive(
  score: ReturnType<typeof openScorer>,
  { perSecond, ms }: { perSecond: number; ms: number },
): Promise<Scored> {
  const scored: Scored = { latencies: [], failures: [] }
  const startedAt = performance.now()
  const inProgress = new Set<Promise<void>>()
  for (let n = 0; n < (perSecond * ms) / 1000; n += 1) {
    await pause(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()))
    const one = score(2 * warmUp + n).then(
      ({ ms: took }) => void scored.latencies.push(took),
      ({ message }: Error) => void scored.failures.push(message),
    )
    inProgress.add(one)
    void one.then(() => inProgress.delete(one))
  }
  await Promise.all(inProgress)
  return scored
}

interface Reminded {
  lateMs: number[]
  missed: string[]
}

async function remindOfLaunches(
  { service, world, discord }: { service: Started; world: OutsideWorld; discord: Discord },
  ms: number,
): Promise<Reminded> {
  const reminded: Reminded = { lateMs: [], missed: [] }
  for (let n = 1; n * reminderEveryMs < ms; n += 1) {
    const startedAt = performance.now()
    const { launchId, launchesAt } = await enrollLaunch(service, world, n)
    await pause(launchesAt.getTime() - Date.now())
    const isTold = () => discord.messages.filter((message) => JSON.stringify(message).includes(launchId)).length
    while (isTold() === 0 && Date.now() < launchesAt.getTime() + reminderWithinMs) await pause(50)
    if (isTold() === 1) reminded.lateMs.push(Date.now() - launchesAt.getTime())
    else reminded.missed.push(launchId)
    await pause(Math.max(0, startedAt + reminderEveryMs - performance.now()))
  }
  return reminded
}

async function enrollLaunch({ url }: Started, world: OutsideWorld, n: number) {
  const wallet = walletNo(n)
  const submission = { ...world.submission(10_000_000 + n), creatorAddress: wallet.address }
  const { id } = await send<{ id: string }>(`${url}/v1/score`, submission)
  const query = new URLSearchParams({ scoreRequestId: id, creatorAddress: wallet.address })
  const { message } = await send<{ message: string }>(`${url}/v1/enroll/message?${query}`)
  const launchesAt = new Date(Date.now() + launchesInMs)
  const enrollment = {
    scoreRequestId: id,
    creatorAddress: wallet.address,
    signature: await wallet.signMessage({ message }),
    scheduledFor: launchesAt.toISOString(),
  }
  const { enrollmentId } = await send<{ enrollmentId: string }>(`${url}/v1/enroll`, enrollment)
  return { launchId: enrollmentId, launchesAt }
}

async function send<Response>(url: string, json?: object): Promise<Response> {
  const headers = { ...freshCaller(), ...(json && { 'content-type': 'application/json' }) }
  const options = json ? { method: 'POST' as const, headers, body: JSON.stringify(json) } : { headers }
  const { statusCode, body } = await request(url, options)
  const text = await body.text()
  if (statusCode >= 300) throw new Error(`${url} returned ${statusCode} ${text}`)
  return JSON.parse(text) as Response
}

function toScores({ latencies, failures }: Scored): Measure {
  const [first] = failures
  return {
    what: 'scores that failed',
    measured: `${failures.length} of ${latencies.length + failures.length}${first ? `: ${first}` : `; p99 ${quantile(latencies, 0.99).toFixed(0)} ms`}`,
    bound: 'none',
    isMet: failures.length === 0,
  }
}

function toReminders({ lateMs, missed }: Reminded): Measure {
  return {
    what: 'reminders that were missed, late or sent twice',
    measured: `${missed.length} of ${lateMs.length + missed.length}; latest after ${(Math.max(0, ...lateMs) / 1000).toFixed(1)} s`,
    bound: 'none',
    isMet: missed.length === 0 && lateMs.length > 0,
  }
}

/** Compares the second sixth of the time with the last one. */
function toMemory(seenMiB: number[]): Measure {
  const sixth = Math.floor(seenMiB.length / 6)
  const [early, late] = [median(seenMiB.slice(sixth, 2 * sixth)), median(seenMiB.slice(-sixth))]
  return {
    what: 'memory of the service at the end, against early on',
    measured: `${(late / early).toFixed(2)} times (${early.toFixed(0)} and ${late.toFixed(0)} MiB)`,
    bound: `≤ ${maxGrowth}`,
    isMet: late <= maxGrowth * early,
  }
}
