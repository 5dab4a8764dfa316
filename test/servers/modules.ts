import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'

const base = pathToFileURL(join(import.meta.dirname, '../../')).href

/** Makes a program of the checkout write down which files it loads; `files` reads them, relative to the checkout, once it has ended. */
export function watchModules(t: Pick<TestContext, 'after'>): { environment: NodeJS.ProcessEnv; files: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'loaded.txt')
  const preload = pathToFileURL(join(import.meta.dirname, 'print-modules.ts')).href
  return {
    environment: { NODE_OPTIONS: `--import=${preload}`, LOADED_MODULES_FILE: file },
    files: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((url) => (url.startsWith(base) ? [url.slice(base.length)] : [])),
  }
}
