import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../src/config.ts'
import { ConfigError, type Environment } from '../../src/platform/env.ts'
import { requireFreePort } from '../../src/main/listen.ts'
import { start } from '../../src/main/start.ts'
import type { RunCommand } from '../../src/platform/cli/command.ts'
import type { CommandOutcome } from '../../src/platform/cli/control-socket.ts'
import { type Ask, openAsk } from './ask.ts'
import { freePort } from '../world/free-port.ts'
import { printInvitation } from './invitation.ts'
import { makeWallet } from './launch-day.ts'
import { paint, print, printLabelled, printStep, printToStandardError } from './layout.ts'
import { printWorld } from './print-world.ts'
import { castWith, lostBrolly } from '../world/samples.ts'
import { stopOnSignal, untilAborted } from '../world/stop-on-signal.ts'
import { drawPictures } from '../story/draw-pictures.ts'
import { createStoryClock, storyMs, tellStory } from '../story/tell-story.ts'
import { tour } from './tour.ts'
import { readLaunches } from '../story/read-launches.ts'
import { printRecord } from './track-record.ts'
import { fillGaps, startWorld, type World } from '../world/world.ts'

/** launchscore demo */
export async function demoCommand(options: DemoOptions): Promise<CommandOutcome> {
  const stopped = stopOnSignal()
  process.stdout.on('error', () => process.exit(1)) // nobody reads on, as with `| head`
  try {
    if (options.isJson) printToStandardError()
    await demo(process.env, options, stopped)
  } catch (error) {
    if (!stopped.aborted) fail(error)
  }
  return { status: 0, stdout: '', stderr: '' }
}

interface DemoOptions {
  /** Ends by itself. */
  once?: boolean
  /** Stores where the environment says, and not in a place of its own. */
  myDatabase?: boolean
  /** Prints one JSON document on standard output once the service can be used: its URL, the newest launches, a submission. */
  isJson: boolean
  runCommand: RunCommand
}

/** The service and the world around it share this process: there is one thing to stop, and a fault leaves nothing behind. */
async function demo(
  given: Environment,
  { once = false, myDatabase = false, isJson, runCommand }: DemoOptions,
  stopped: AbortSignal,
): Promise<void> {
  // throws ConfigError for settings that the service would refuse, before anything starts
  const config = parseConfig(fillGaps(replaceSettings(given, myDatabase), 'http://127.0.0.1'))
  if (given.PORT) await requireFreePort(config, 'PORT') // without PORT, the demo chooses a free one
  const { host, metrics } = config
  if (metrics.port !== null) await requireFreePort({ host, port: metrics.port }, 'METRICS_PORT')
  const opened: (() => Promise<void>)[] = []
  try {
    print(paint('bold', 'Launchscore scores proposed token launches and explains the scores.'))
    printStep(1, 'What is running')
    const wallet = makeWallet()
    const cast = castWith(wallet.address)
    const world = await startWorld(given, cast, { pictures: await drawPictures(), chainAgeMs: storyMs })
    opened.push(world.close)
    printWorld(world)
    const environment = await settle(world.environment, myDatabase)
    const clock = createStoryClock(world)
    const service = await start(parseConfig(environment), runCommand, { clock })
    opened.push(service.stop)
    printLabelled('service', 'here', service.url)
    const ask = openAsk(service.url, stopped)
    const state = await tellStory({ world, deps: service.deps, ask, clock, stopped })
    await readLaunches(service.deps, stopped)
    await tour(ask, { world, cast, wallet, environment })
    await printRecord(ask, { state, url: service.url, step: 12 })
    if (isJson) await printDocument(ask, service.url, world)
    printStep(13, 'Try it yourself')
    if (once) return print('Run the demo without --once to keep the service running.')
    printInvitation(service.url, world)
    print('Press Ctrl-C to stop.')
    await untilAborted(stopped)
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

async function printDocument(ask: Ask, url: string, world: World): Promise<void> {
  const { launches } = await ask.get<{ launches: object[] }>('/api/v1/launches')
  process.stdout.write(`${JSON.stringify({ url, launches, firstRequest: world.toSubmission(lostBrolly) })}\n`)
}

/** Replaces the settings that the demo can't use. Invented launches get into an operator's database only when told to. */
function replaceSettings(given: Environment, isMyDatabase: boolean): Environment {
  const { DISPATCH_INTERVAL_SECONDS } = given
  // empty, so that a .env file doesn't set them
  const noServer = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATABASE_READ_URL: '' }
  return {
    ...given,
    LOG_LEVEL: given.LOG_LEVEL || 'error',
    SCORE_ACCESS: 'open', // the demo scores without a key
    // with 0, the service waits for a scheduler to send the webhooks that the demo shows
    DISPATCH_INTERVAL_SECONDS: Number(DISPATCH_INTERVAL_SECONDS) === 0 ? '' : DISPATCH_INTERVAL_SECONDS,
    ...(!isMyDatabase && noServer),
  }
}

/** Fills in where the service listens and keeps its data. */
async function settle(given: Environment, isMyDatabase: boolean): Promise<Environment> {
  const { DATABASE_URL, DATA_DIR } = given
  const port = given.PORT || String(await findPort(given.HOST || '127.0.0.1'))
  const settings = { ...replaceSettings(given, isMyDatabase), PORT: port }
  const mine = DATABASE_URL ? 'DATABASE_URL' : DATA_DIR
  if (isMyDatabase && mine) {
    printLabelled('database', 'yours', mine)
    return settings
  }
  const folder = makeFolder()
  printLabelled('database', 'embedded', `${folder}, deleted at the end`)
  if (mine) print('Your DATABASE_URL and DATA_DIR are not used. To use them, pass --my-database.')
  return { ...settings, DATA_DIR: folder }
}

async function findPort(host: string): Promise<number> {
  const port = await freePort(host, 8080)
  if (port !== 8080) print(`Port 8080 is in use, so the service listens on port ${port}.`)
  return port
}

/** However the demo ends, its folder is removed. */
function makeFolder(): string {
  // synchronous, because the process may exit before an asynchronous call returns the name
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Exits, because something that is partly open could keep the process alive. */
function fail(error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.problems.join('\n')}\n`)
    process.exit(2)
  }
  const words = error instanceof Error ? error.message.replaceAll('\n', '; ') : String(error)
  process.stderr.write(`The demo failed: ${words}\n`)
  process.exit(1)
}
