import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** The package, packed and installed as a stranger would. */
export interface Installed {
  /** The paths that the package holds. */
  files: string[]
  /** Where it is installed; nothing else is. */
  folder: string
  /** Its tool. */
  launchscore: string
  remove: () => Promise<void>
}

/** Builds and packs the package, and installs it in an empty folder without its development dependencies. */
export async function installPacked(): Promise<Installed> {
  const work = await mkdtemp(join(tmpdir(), 'launchscore-packed-'))
  const folder = join(work, 'empty')
  await mkdir(folder)
  await run(process.execPath, ['dev/package/build.ts'], { cwd: root })
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', work]
  const { stdout } = await run('npm', packing, { cwd: root, maxBuffer: 2 ** 24 })
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Error('npm packed nothing')
  const installing = ['install', join(work, packed.filename), '--omit=dev', '--prefer-offline', '--no-audit']
  await run('npm', installing, { cwd: folder })
  return {
    files: packed.files.map(({ path }) => path),
    folder,
    launchscore: join(folder, 'node_modules/.bin/launchscore'),
    remove: () => rm(work, { recursive: true, force: true }),
  }
}

/** Runs the installed tool to its end, in its folder, with these settings alone. */
export async function runInstalled({ folder, launchscore }: Installed, args: string[], env: NodeJS.ProcessEnv = {}) {
  const PATH = process.env['PATH']
  const child = spawn(process.execPath, [launchscore, ...args], { cwd: folder, env: { PATH, ...env } })
  const ended = new Promise((resolve) => void child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status: child.exitCode, stdout, stderr }
}
