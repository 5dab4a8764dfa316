import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listPrompts } from './prompts.ts'

export interface PromptFile {
  name: string
  /** Hexadecimal, of its bytes. */
  sha256: string
  text: string
}

/** A released version with all that decides a score under it. */
export interface ReleasedFiles {
  id: string
  name: string
  semver: string
  files: PromptFile[]
}

const root = join(import.meta.dirname, '../../prompts')

/** Every released version, the newest of each name first. */
export const readReleasedFiles = (): ReleasedFiles[] =>
  listPrompts()
    .toSorted((a, b) => a.name.localeCompare(b.name) || bySemver(b.semver, a.semver))
    .map((released) => ({ ...released, files: filesIn(join(root, released.name, released.semver)) }))

const bySemver = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

const filesIn = (folder: string): PromptFile[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const bytes = readFileSync(join(folder, name))
      return { name, sha256: hash('sha256', bytes, 'hex'), text: bytes.toString('utf8') }
    })
