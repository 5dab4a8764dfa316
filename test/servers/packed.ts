import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { build } from 'rolldown'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

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

/** Packs the package as `npm run build` has left it, and installs it in an empty folder without its development dependencies. */
export async function installPacked(): Promise<Installed> {
  // not built here, because several test files pack it at once
  if (!existsSync(join(root, 'dist/bin/launchscore.js'))) throw new Error('dist/ is missing: run npm run build first')
  const work = await mkdtemp(join(tmpdir(), 'launchscore-packed-'))
  const folder = join(work, 'empty')
  await mkdir(folder)
  // without it, npm installs into a folder above that has a package.json or node_modules, such as one left in the temporary folder
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
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

/** A module as a web page's bundler ships it. */
export async function minify(file: string): Promise<string> {
  const { output } = await build({ input: file, tsconfig: false, write: false, output: { minify: true } })
  return output[0].code
}
