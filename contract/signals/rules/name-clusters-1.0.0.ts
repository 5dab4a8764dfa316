import { type Finding, finding } from './rule-score-1.0.0.ts'

/** What runs of consonants cost a name, given its words: at most 45. */
export function clustersRule(words: string[]): Finding[] {
  const cost = words.reduce((sum, word) => sum + wordCost(word), 0)
  const runs = words.flatMap(latinParts).flatMap(hardRuns)
  const text =
    runs.length === 0 ? 'letters without a vowel' : `consonants hard to say together (${runs.slice(0, 3).join(', ')})`
  return finding('clusters', -Math.min(45, cost), text)
}

/** A ticker is spelled letter by letter: it costs half. */
function wordCost(word: string): number {
  const cost = latinParts(word).reduce((sum, part) => sum + partCost(part), 0)
  return isTicker(word) ? cost / 2 : cost
}

function partCost(part: string): number {
  const runs = hardRuns(part).reduce((sum, run) => sum + 6 * (run.length - 2), 0)
  return runs + (part.length >= 3 && !/[aeiouy]/u.test(part) ? 6 : 0)
}

/** Stretches of letters a–z in lower case, accents taken off. */
const latinParts = (word: string): string[] =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z]+/gu) ?? []

const hardRuns = (part: string): string[] =>
  (part.match(/[^aeiouy]{3,}/gu) ?? []).filter((run) => !ordinaryRuns.has(run))

const isTicker = (word: string) => /^(?:\P{L}*\p{Lu}){1,5}\P{L}*$/u.test(word)

// Runs of ordinary English words; a run matches as a whole.
const ordinaryRuns = new Set(
  (
    'str spr spl scr squ shr thr phr chr schr sch nch tch ght nds nks rld rst rth nth mph mps nct ngs cks lth rks rts ' +
    'lls nts rds rms ncks tchs ngl ntr mpl mbl rtl ndl ckl ttl ppl ffl ddl ggl rpl stl sts xtr mpt rns rps ngt ngst ' +
    'nst nstr lst ctr rchw dcr rdc rkc'
  ).split(' '),
)
