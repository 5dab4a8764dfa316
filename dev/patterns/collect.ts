import { readFileSync, readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Token, parse } from 'acorn'

const root = join(import.meta.dirname, '../..')

/** A regular expression of the service's source. */
export interface Pattern {
  /** From the project's root. */
  file: string
  source: string
  flags: string
}

/** The files of the service and of the contract, without their tests. */
export const sourceFiles = (): string[] =>
  ['src', 'contract']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/node_modules/'))
    .sort()

/** Every literal. */
export const literalPatterns = (): Pattern[] =>
  sourceFiles().flatMap((file) => {
    const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8').replace(/^#!.*/, ''))
    const tokens: Token[] = []
    parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken: tokens })
    return tokens.flatMap((token) => {
      if (token.type.label !== 'regexp') return []
      // acorn's types leave out what a token holds.
      const { pattern, flags } = (token as Token & { value: { pattern: string; flags: string } }).value
      return [{ file, source: pattern, flags }]
    })
  })

/** Every pattern that is made of strings when the modules that do so, and all rule modules, are loaded. */
export async function constructedPatterns(): Promise<Pattern[]> {
  const files = sourceFiles().filter(
    (file) =>
      file.startsWith('src/signals/judge/rules/') || /\bnew RegExp\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  const worker = new Worker(new URL('./collect-thread.ts', import.meta.url), {
    workerData: files.map((file) => join(root, file)),
  })
  const { promise, resolve, reject } = Promise.withResolvers<Pattern[]>()
  worker.on('message', resolve).on('error', reject)
  const made = await promise
  await worker.terminate()
  return made.map((pattern) => ({ ...pattern, file: relative(root, pattern.file) }))
}
