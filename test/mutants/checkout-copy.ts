import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mutant, applyMutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of the checkout in a temporary folder, in which one mutation at a time is applied. */
export interface CheckoutCopy {
  folder: string
  /** For the temporary files of the tests, which a killed run leaves behind. */
  temporary: string
  /** Applies a mutation and returns the function that takes it back; undefined when it doesn't apply. */
  apply: (mutant: Mutant) => (() => void) | undefined
  remove: () => void
}

/** Copies what git tracks or would track, and the built pages; the packages are linked. */
export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-mutants-'))
  const temporary = join(folder, 'tmp')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of [...listed.split('\0').filter(Boolean), 'web/dist']) copyInto(folder, file)
  for (const modules of ['.', 'client', 'verify', 'web'].map((place) => join(place, 'node_modules')))
    if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(folder, modules))
  mkdirSync(temporary)
  return { folder, temporary, apply: applyIn.bind(null, folder), remove: () => removeFolder(folder) }
}

function copyInto(folder: string, file: string): void {
  if (!existsSync(join(root, file))) return // deleted, not committed yet
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  cpSync(join(root, file), join(folder, file), { recursive: true })
}

function applyIn(folder: string, mutant: Mutant): (() => void) | undefined {
  const path = join(folder, mutant.file)
  if (!existsSync(path)) return undefined
  const original = readFileSync(path, 'utf8')
  const mutated = applyMutant(mutant, original)
  if (mutated === undefined) return undefined
  writeFileSync(path, mutated)
  return () => writeFileSync(path, original)
}

/** A process that was killed a moment ago may still hold its files. */
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
