import type { TSchema } from 'typebox'

export interface JudgeRequest {
  /** The rules: they go to the system role, alone. */
  instructions: string
  /** The submission, marked as data, with the closing reminder. */
  text: string
  /** PNG bytes, sent inline. */
  picture?: { bytes: Buffer; mediaType: string }
  tool: {
    name: string
    description: string
    /** Sent as it is, its order kept. */
    schema: TSchema
    /** What the schema can't say, ranges above all; arguments that fail it are an invalid answer. */
    accepts: (args: unknown) => boolean
  }
  /** Said once more after the data when the first answer can't be used. */
  reminder: string
  /** Told of every answer that came, valid or not: all of them cost. */
  onSpent?: (usage: Usage) => void
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** One valid answer: arguments that match the tool's schema, and what it cost. */
export interface JudgeAnswer extends Usage {
  arguments: unknown
  /** The model id that the provider says it used. */
  resolvedModel: string
  requestId: string | null
  latencyMs: number
}

/** The model declined the content twice (refusal, content filter): the judge declines to score this (D23). */
export class JudgeDeclined extends Error {}

export interface Model {
  provider: 'openai' | 'anthropic'
  /** The configured name. */
  name: string
  /** What else decides an answer (temperature …): part of the key under which samples are kept. */
  parameters: Record<string, unknown>
  /**
   * Asks once; an answer that isn't exactly one valid call of the tool is asked for once more (D23).
   * Throws `UpstreamError` ('model'), `JudgeDeclined`, or the signal's reason.
   */
  judge: (request: JudgeRequest, signal: AbortSignal) => Promise<JudgeAnswer>
}
