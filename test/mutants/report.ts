import { type GuardKind, type Mutant, guardKinds, strictKinds } from './mutants.ts'

export interface Result extends Pick<Mutant, 'id' | 'file' | 'guards'> {
  /** `hung`: noticed by the time limit alone; `invalid`: it doesn't apply, or its tests fail without it. */
  outcome: 'noticed' | 'hung' | 'survived' | 'invalid'
  /** Why it is invalid, or which tests failed. */
  detail: string
}

/** The least part of all mutations that tests must notice. */
const minNoticed = 0.9

interface Count {
  noticed: number
  of: number
}

export interface Summary {
  all: Count
  byGuard: Record<GuardKind, Count>
  /** In words; none: all bounds are kept. */
  missed: string[]
}

/** Counts the results and names the bounds that they miss. */
export function summarize(results: Result[]): Summary {
  const byGuard = Object.fromEntries(
    guardKinds.map((kind) => [kind, toCount(results.filter(({ guards }) => guards === kind))]),
  ) as Summary['byGuard'] // one for each kind
  const all = toCount(results)
  const isTooFew = all.noticed < minNoticed * all.of
  const strict = results.filter(({ guards, outcome }) => strictKinds.includes(guards) && outcome === 'survived')
  const invalid = results.filter(({ outcome }) => outcome === 'invalid')
  return {
    all,
    byGuard,
    missed: [
      ...(isTooFew ? [`fewer than ${minNoticed * 100}% are noticed`] : []),
      ...strict.map(({ id, guards }) => `${id} touches ${guards} and survives`),
      ...invalid.map(({ id, detail }) => `${id} is invalid: ${detail}`),
    ],
  }
}

const toCount = (results: Result[]): Count => ({
  noticed: results.filter(({ outcome }) => outcome === 'noticed' || outcome === 'hung').length,
  of: results.length,
})

/** The summary as lines of text. */
export function toLines({ all, byGuard, missed }: Summary): string[] {
  const counts = Object.entries({ ...byGuard, all }).map(([name, count]) => `${name.padEnd(10)} ${inWords(count)}`)
  return [...counts, ...missed]
}

const inWords = ({ noticed, of }: Count) =>
  `${noticed} of ${of} noticed${of > 0 ? ` (${Math.round((100 * noticed) / of)}%)` : ''}`
