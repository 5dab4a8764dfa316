import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../../src/config.ts'
import { requireFreePort } from '../../src/main/listen.ts'
import { ConfigError, type Environment } from '../../src/platform/env.ts'
import { printInvitation } from '../demo/invitation.ts'
import { print } from '../demo/layout.ts'
import { describeLogEntry, readLogEntry } from '../../src/platform/log-line.ts'
import { printWorld } from '../demo/print-world.ts'
import { stopOnSignal } from '../world/stop-on-signal.ts'
import { buildGallery } from '../../web/build-gallery.ts'
import { openGallery } from './open-gallery.ts'
import { watchPages } from './watch-pages.ts'
import { type World, fillGaps, startWorld } from '../world/world.ts'

const stopped = stopOnSignal()
const root = fileURLToPath(new URL('../../', import.meta.url))
const watched = ['src', 'prompts', 'migrations', 'web/dist/server'].map((folder) => `--watch-path=${root}${folder}`)

await checkSettings()
const world = await startWorld(process.env)
printWorld(world)
await buildGallery()
const gallery = await openGallery()
print(`Every component in every state: ${gallery.url} (?theme=light, ?theme=dark)`)
print('The service restarts when src/, prompts/, migrations/ or web/ change. Press Ctrl-C to stop.\n')
watchPages(stopped)
const service = startWatched({ ...world.environment, DATA_DIR: process.env.DATA_DIR || './data/dev' })
stopped.addEventListener('abort', () => service.kill('SIGTERM'))
showLog(service, world)
await once(service, 'exit')
await gallery.close()
await world.close()

/** Ends with what the service would refuse, before anything starts. */
async function checkSettings(): Promise<void> {
  try {
    await requireFreePort(parseConfig(fillGaps(process.env, 'http://127.0.0.1')), 'PORT')
  } catch (error) {
    const isSetting = error instanceof ConfigError
    process.stderr.write(`${isSetting ? error.problems.join('\n') : (error as Error).message}\n`)
    process.exit(isSetting ? 2 : 1)
  }
}

/** The world stays up in this process while the service in the other one comes and goes. */
function startWatched(env: Environment): ChildProcess {
  const options = ['--watch', '--watch-preserve-output', ...watched]
  return spawn(process.execPath, [...options, `${root}src/main/main.ts`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Passes the service's log on in a form for people; at its first start, also what one can do now. */
function showLog({ stdout }: ChildProcess, world: World): void {
  if (!stdout) return
  let isInvited = false
  createInterface({ input: stdout }).on('line', (line) => {
    const entry = readLogEntry(line)
    process.stdout.write(`${entry ? describeLogEntry(entry) : line}\n`)
    if (isInvited || typeof entry?.url !== 'string') return
    isInvited = true
    printInvitation(entry.url, world)
  })
}
