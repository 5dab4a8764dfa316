import type { GateName } from '../judge/judging.ts'

export interface Answer {
  id: string
  signal: 'meme' | 'image'
  repeat: number
  /** `refused`: the service rejects such content; `declined`: the model does; `failed`: no answer. */
  outcome: 'scored' | 'refused' | 'declined' | 'failed'
  /** 0 to 100; null unless scored. */
  score: number | null
  gates: GateName[]
  /** Present if the verdict on the covered text counts. */
  lowering?: { asWritten: number; covered: number }
}

export interface Spent {
  calls: number
  inputTokens: number
  outputTokens: number
  latenciesMs: number[]
  resolvedModel: string | null
}
