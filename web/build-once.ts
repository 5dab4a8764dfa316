// Builds the pages when they are missing or older than what they are made of. Never fails a start: the service says what is missing.
// With --strict, before tests, a failure ends with 1: else they would judge pages of yesterday.
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web/{src,.}/**/*.{ts,tsx,css,svg}',
  'contract/**/*.ts',
  'client/src/*.ts',
  'openapi.json',
  'docs/*.md',
  'docs/pictures/*.png',
  'client/README.md',
  'clients/python/README.md',
]

const lastFile = 'web/dist/guides.json'

if (!isCurrent(lastFile, sources)) await buildOrSay()

/** Whether the last file that a build writes is as new as the files that the build reads. */
export function isCurrent(lastFile: string, sources: string[]): boolean {
  const built = measureTime(lastFile)
  const files = globSync(sources, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$|\.test\.ts$/.test(path) })
  return files.every((file) => measureTime(file) <= built)
}

function measureTime(file: string): number {
  return statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

async function buildOrSay(): Promise<void> {
  process.stderr.write('Building the web pages …\n')
  try {
    const { buildPages } = await import('./build.ts')
    await buildPages({ isQuiet: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const rest = measureTime(lastFile) > 0 ? '; those built before are served' : ''
    process.stderr.write(`The web pages could not be built${rest}: ${reason}\n`)
    if (process.argv.includes('--strict')) process.exitCode = 1
  }
}
