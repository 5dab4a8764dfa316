import { readFileSync, readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Token, parse } from 'acorn'

const src = join(import.meta.dirname, '../../src')

/** A regular expression of the service's source. */
export interface Pattern {
  /** Below src/. */
  file: string
  source: string
  flags: string
}

/** The files of the service, without their tests. */
export const sourceFiles = (): string[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()

/** Every literal. */
export const literalPatterns = (): Pattern[] =>
  sourceFiles().flatMap((file) => {
    const code = stripTypeScriptTypes(readFileSync(join(src, file), 'utf8').replace(/^#!.*/, ''))
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
    (file) => file.startsWith('judge/rules/') || /\bnew RegExp\(/.test(readFileSync(join(src, file), 'utf8')),
  )
  const worker = new Worker(new URL('./collect-thread.ts', import.meta.url), {
    workerData: files.map((file) => join(src, file)),
  })
  const { promise, resolve, reject } = Promise.withResolvers<Pattern[]>()
  worker.on('message', resolve).on('error', reject)
  const made = await promise
  await worker.terminate()
  return made.map((pattern) => ({ ...pattern, file: relative(src, pattern.file) }))
}
