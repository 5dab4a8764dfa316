import { hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { listPrompts, loadPrompt } from '../prompts.ts'

export interface PromptFile {
  /** A file of the version's folder by its name, a module by its path from the project's root. */
  name: string
  /** Hexadecimal, of its bytes. */
  sha256: string
  text: string
}

export interface ReleasedFiles {
  id: string
  name: string
  semver: string
  files: PromptFile[]
  /** With all modules that they import. */
  modules: PromptFile[]
  /** SHA-256 of the list of all names and hashes. */
  sha256: string
}

const root = join(import.meta.dirname, '../../..')

export function rememberReleasedFiles(): () => ReleasedFiles[] {
  let released: ReleasedFiles[] | undefined
  return () => (released ??= readReleasedFiles())
}

export const readReleasedFiles = (): ReleasedFiles[] =>
  listPrompts().map((released) => {
    const files = filesIn(join(root, 'prompts', released.name, released.semver))
    const modules = listModules(Object.values(loadPrompt(released.id)?.rules ?? {}).filter((id) => id !== undefined))
    const lines = [...files, ...modules].map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    return { ...released, files, modules, sha256: hash('sha256', lines.join(''), 'hex') }
  })

const filesIn = (folder: string): PromptFile[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFile(join(folder, name), name))

function readFile(path: string, name: string): PromptFile {
  const bytes = readFileSync(path)
  return { name, sha256: hash('sha256', bytes, 'hex'), text: bytes.toString('utf8') }
}

/** With all that they import, in the order of their paths. */
function listModules(ids: string[]): PromptFile[] {
  const found = new Map<string, PromptFile>()
  const pending = ids.map(findModule)
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue
    const module = readFile(path, relative(root, path))
    found.set(path, module)
    pending.push(...findImports(module.text).map((imported) => join(dirname(path ?? ''), imported)))
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** `scan-rules@1.0.0` is `scan-1.0.0.ts`, in one of the `rules/` folders. */
function findModule(id: string): string {
  const file = `${id.replace('-rules@', '-')}.ts`
  const folders = ['src/judge', 'src/signals', 'contract/signals']
  const path = folders.map((folder) => join(root, folder, 'rules', file)).find(existsSync)
  if (path === undefined) throw new Error(`Missing module ${file} of the rule set ${id}`)
  return path
}

/** Type imports don't change a score. */
const findImports = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export) (?!type )[^'"=(]{1,500} from '(\.[^']{1,200})'/gm)].map(
    ([, path = '']) => path,
  )
