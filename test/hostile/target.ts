import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, Headers, type RequestInit, fetch } from 'undici'
import { type World, type WorldOptions, startWorld } from '../world/app.ts'
import { type ServiceProcess, startService } from '../servers/processes.ts'
import { openTestDb } from '../world/database.ts'
import type { Scope } from './scope.ts'

const {
  TEST_DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/test',
  TEST_REDIS_URL = 'redis://127.0.0.1:6379',
  HOSTILE_ON,
} = process.env

const allDatabases = ['embedded', 'PostgreSQL'] as const
export type DatabaseKind = (typeof allDatabases)[number]

/** The databases to attack the service on: both, or the one that HOSTILE_ON names. */
export const databases = allDatabases.filter((database) => HOSTILE_ON === undefined || database === HOSTILE_ON)
if (databases.length === 0) throw new Error(`HOSTILE_ON is ${allDatabases.join(' or ')}, not ${HOSTILE_ON}.`)

/** A service as a process of its own, in a world of stand-ins, that believes X-Forwarded-For from this machine. */
export interface Target extends ServiceProcess {
  pid: number
  world: World
  /** Where the submissions' images are. */
  imagesUrl: string
  environment: NodeJS.ProcessEnv
  /** The data folder; null on a server. */
  folder: string | null
  /** Bytes that the service has logged since it listens. */
  loggedBytes: () => number
}

export interface TargetOptions {
  database: DatabaseKind
  world?: World | WorldOptions
  environment?: NodeJS.ProcessEnv
}

/** Starts a target that ends with `scope`. */
export async function startTarget(scope: Scope, options: TargetOptions): Promise<Target> {
  const { database, environment: given = {} } = options
  const world = isStarted(options.world) ? options.world : await startWorld(scope, options.world)
  const place = database === 'embedded' ? openFolder(scope) : await openServer(scope)
  const environment: NodeJS.ProcessEnv = {
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...world.environment,
    ...place,
    ...given,
  }
  const service = await startService(scope, environment)
  const { pid, stdout } = service.process
  assert.ok(pid !== undefined && stdout)
  let logged = 0
  stdout.on('data', (chunk: Buffer) => (logged += chunk.length))
  const folder = environment['DATA_DIR'] ?? null
  return { ...service, pid, world, imagesUrl: world.images.url, environment, folder, loggedBytes: () => logged }
}

const isStarted = (world: World | WorldOptions | undefined): world is World =>
  world !== undefined && 'environment' in world

function openFolder(scope: Scope): { DATA_DIR: string } {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-hostile-'))
  scope.after(() => rmSync(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

/** A database of its own, with limits shared in Redis as several replicas would. */
async function openServer(scope: Scope) {
  const database = await openTestDb(TEST_DATABASE_URL)
  scope.after(database.close)
  const DATABASE_URL = database.url ?? ''
  return { DATABASE_URL, REDIS_URL: TEST_REDIS_URL, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
}

/** No request of the service takes longer; one that does fails its test instead of holding it. */
const maxWaitMs = 40_000

export interface ServiceResponse {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON from the wire, judged by the asserts
  body: any
}

// Strangers bring as many connections as they like.
const dispatcher = new Agent({ connections: null, keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })

/** Sends a request as the client with this address. */
export async function send(
  { url }: Pick<Target, 'url'>,
  address: string,
  { path, json, ...init }: RequestInit & { path: string; json?: unknown },
): Promise<ServiceResponse> {
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-for', address)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? (init.body ?? null) : JSON.stringify(json)
  const signal = init.signal ?? AbortSignal.timeout(maxWaitMs)
  const response = await fetch(url + path, { ...init, headers, body, signal, dispatcher })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

let submissions = 0
const threadName = toLetters(randomInt(2 ** 32))

/** A good submission that nobody has sent before. */
export function submission({ imagesUrl }: Pick<Target, 'imagesUrl'>, over: object = {}) {
  submissions += 1
  return {
    name: `Honest ${threadName} ${toLetters(submissions)}`,
    symbol: 'HNST',
    description: `A token of plain words, the one called ${threadName} ${toLetters(submissions)}.`,
    imageUrl: `${imagesUrl}/a.png`,
    xHandle: '@honest',
    creatorAddress: '0x1111111111111111111111111111111111111111',
    ...over,
  }
}

function toLetters(n: number): string {
  return Array.from(n.toString(16), (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
}

export const score = (
  target: Pick<Target, 'url' | 'imagesUrl'>,
  address: string,
  over: object = {},
  init: RequestInit = {},
) => send(target, address, { path: '/v1/score', method: 'POST', json: submission(target, over), ...init })

/** The same, given up after `ms`: nobody waits for the response. */
export const scoreAndLeave = (target: Target, address: string, { over, ms }: { over: object; ms: number }) =>
  score(target, address, over, { signal: AbortSignal.timeout(ms) }).catch(() => undefined)
