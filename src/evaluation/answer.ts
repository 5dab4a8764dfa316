import type { GateName } from '../judge/judging.ts'

/** The answer of the judge to one question. */
export interface Answer {
  /** The id of the item, or of the twin of an attack. */
  id: string
  signal: 'meme' | 'image'
  repeat: number
  /** `refused`: the service doesn’t accept such a submission; `declined`: the model declines it; `failed`: no answer. */
  outcome: 'scored' | 'refused' | 'declined' | 'failed'
  /** 0 to 100; null unless scored. */
  score: number | null
  gates: GateName[]
  /** Both verdicts, if the one without what could name or order a grade counts; absent otherwise. */
  lowering?: { asWritten: number; covered: number }
}

/** The calls of a run and their cost. */
export interface Spent {
  calls: number
  inputTokens: number
  outputTokens: number
  latenciesMs: number[]
  /** The id that the model reported last. */
  resolvedModel: string | null
}
