import { newestPrompt } from '../src/judge/prompts.ts'
import { combine } from '../src/judge/rules/combine-1.1.0.ts'
import type { MeasuredSignal } from '../src/signals/definition.ts'

const prompt = newestPrompt()

/** A signal of samples whose scores `next` draws, under the rules of the prompt version. */
export function judgedBy(next: () => number, { scores = [next()], most = 5 } = {}): MeasuredSignal {
  const samples = scores.map((score) => ({
    score,
    ownScore: score,
    criteriaScore: score,
    confidence: 0.9,
    isSuspicious: false,
  }))
  const reading = { ...combine(samples, prompt), reason: '', stub: false }
  const isOpen = scores.length < most
  const more = (upTo: number) => [...scores, ...Array.from({ length: upTo - scores.length }, next)]
  return {
    measured: { reading, evidence: null },
    samples: scores.length,
    refine: isOpen ? (upTo) => Promise.resolve(judgedBy(next, { scores: more(upTo), most })) : null,
  }
}
