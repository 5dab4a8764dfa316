// Builds dist/, the service as it is published: the program bundled, and beside it every file that it reads.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { migrate } from '../../src/database/migrate.ts'
import { packDatabase } from '../tools/pack-database.ts'
import { copyFiles } from './copy-files.ts'
import { escapeNonAscii } from './escape-non-ascii.ts'
import { keepPlaces } from './keep-places.ts'
import { listThirdParties, writeNotices } from './third-parties.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist')
/** Until the build is complete, so that two builds at once, or an interrupted one, leave a whole `dist`. */
const unfinished = join(root, `.dist-${process.pid}`)

const { name, version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
  dependencies: Record<string, string>
}

interface BuildOptions {
  /** Whether the existing build may stay, asked when another one is ready; never by default. */
  isCurrent?: () => boolean
}

export async function buildPackage({ isCurrent = () => false }: BuildOptions = {}): Promise<void> {
  try {
    await writePackage()
    if (isCurrent()) return
    rmSync(dist, { recursive: true, force: true })
    renameSync(unfinished, dist)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function writePackage(): Promise<void> {
  const modules = await bundle()
  const files = copyFiles(root, unfinished)
  for (const file of globSync(['bin/*.js', 'web/dist/server/**/*.js'], { cwd: unfinished }))
    escapeFile(join(unfinished, file))
  await writeMigratedDatabase()
  writeCommit()
  writeNotices(unfinished, listThirdParties([...modules, ...files, ...listPageModules()]))
  writeFileSync(join(unfinished, 'package.json'), `${JSON.stringify({ name, version, type: 'module' }, null, 2)}\n`)
}

/** Bundles the program, except what has native or WebAssembly parts; each command is loaded when it is called. */
async function bundle(): Promise<string[]> {
  const build = await rolldown({
    cwd: root,
    input: 'bin/launchscore.js',
    platform: 'node',
    external: [...Object.keys(dependencies), 'pg-native'].map((external) => new RegExp(`^${external}(/|$)`)),
    plugins: [keepPlaces(root)],
    logLevel: 'warn',
  })
  const { output } = await build.write({
    dir: join(unfinished, 'bin'),
    sourcemap: true,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } }, // the text of loaded code stays in memory
    keepNames: true, // threads call functions by their names, and logs have the names of errors
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

/** Escapes a module, and moves the places in its source map, if it has one. */
function escapeFile(path: string): void {
  const mapPath = `${path}.map`
  const map = existsSync(mapPath) ? (JSON.parse(readFileSync(mapPath, 'utf8')) as { mappings: string }) : undefined
  const { code, mappings } = escapeNonAscii({ code: readFileSync(path, 'utf8'), mappings: map?.mappings ?? '' })
  writeFileSync(path, code)
  if (map) writeFileSync(mapPath, JSON.stringify({ ...map, mappings }))
}

/** The modules that the build of the pages contains: `web/build.ts` lists them. */
const listPageModules = (): string[] => [...readModules('browser'), ...readModules('server')]

const readModules = (part: string) =>
  JSON.parse(readFileSync(join(root, 'web/dist', part, 'modules.json'), 'utf8')) as string[]

/** A new embedded database with the tables of this release: making them takes as long as the rest of a first start. */
async function writeMigratedDatabase(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-migrated-'))
  const { migrations, close } = await openEmbeddedDb(folder)
  await migrate(migrations, join(root, 'migrations'))
  await close()
  writeFileSync(join(unfinished, 'vendor/migrated-database.br'), packDatabase(join(folder, 'pgdata'), { quality: 9 }))
  rmSync(folder, { recursive: true })
}

/** The service logs the commit that it was built from. */
function writeCommit(): void {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    writeFileSync(join(unfinished, 'COMMIT'), commit)
  } catch {
    // built from an archive, without git
  }
}

if (import.meta.main) await buildPackage()
