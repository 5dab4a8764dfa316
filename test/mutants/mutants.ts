import { readFileSync } from 'node:fs'

/** The kinds of behaviour that a mutation breaks. */
export const guardKinds = ['ownership', 'money', 'secrets', 'limits', 'other'] as const
export type GuardKind = (typeof guardKinds)[number]

/** The kinds of which no mutation may survive. */
export const strictKinds: readonly GuardKind[] = ['ownership', 'money', 'secrets', 'limits']

/** A small change of the source that breaks a behaviour, and the tests that must notice. */
export interface Mutant {
  id: string
  /** From the root of the checkout. */
  file: string
  /** Occurs once in the file; white space matches any white space. */
  find: string
  replace: string
  tests: string[]
  guards: GuardKind
  /** The behaviour shows on a real PostgreSQL or Redis only. */
  needs?: 'services'
}

/** Reads all mutations, in the order of the file. */
export const readMutants = (): Mutant[] =>
  JSON.parse(readFileSync(new URL('mutants.json', import.meta.url), 'utf8')) as Mutant[] // our own file, held by test/mutants.test.ts

/** Returns the text with the mutation applied; undefined when `find` doesn't occur exactly once. */
export function applyMutant({ find, replace }: Pick<Mutant, 'find' | 'replace'>, text: string): string | undefined {
  const matches = [...text.matchAll(toPattern(find))]
  const [match] = matches
  if (matches.length !== 1 || !match) return undefined
  return text.slice(0, match.index) + replace + text.slice(match.index + match[0].length)
}

/** Line breaks move when a formatter or a rename changes a line's length. */
const toPattern = (find: string) => new RegExp(find.trim().split(/\s+/).map(escaped).join('\\s+'), 'g')

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
