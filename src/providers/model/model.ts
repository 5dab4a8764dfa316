import type { TSchema } from 'typebox'

export interface JudgeRequest {
  instructions: string
  text: string
  image?: { bytes: Buffer; mediaType: string }
  tool: {
    name: string
    description: string
    /** Sent as it is, in its order. */
    schema: TSchema
    /** Checks what the schema can't express, such as ranges. */
    accepts: (args: unknown) => boolean
  }
  /** Repeated after the data when the first response is invalid. */
  reminder: string
  onSpent?: (usage: Spending) => void
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

export interface Spending extends Usage {
  /** The part of the input that came from the provider's cache. */
  cachedTokens: number
  /** By the provider's prices; negative when writing the cache cost more. */
  savedTokens: number
}

/** Arguments that match the tool's schema, and their cost. */
export interface JudgeResponse extends Usage {
  arguments: unknown
  resolvedModel: string
  requestId: string | null
  latencyMs: number
}

/** The model declined the content twice (D23), or its provider twice blamed the image or the text (D102). */
export class JudgeDeclined extends Error {
  /** null: the content was declined. */
  readonly blamed: 'image' | 'text' | null

  constructor(message: string, blamed: 'image' | 'text' | null = null) {
    super(message)
    this.blamed = blamed
  }
}

export interface Model {
  provider: 'openai' | 'anthropic'
  name: string
  parameters: Record<string, unknown>
  /**
   * Calls again when the response isn't exactly one valid call of the tool (D23). Throws `UpstreamError` ('model'),
   * `JudgeDeclined`, or the signal's reason.
   */
  judge: (request: JudgeRequest, signal: AbortSignal) => Promise<JudgeResponse>
  /** Uses our own image and text, without the guard. Throws `UpstreamError` or the signal's reason. */
  probe: (signal: AbortSignal) => Promise<void>
  panel?: Model[]
}

export const quorumOf = (models: number): number => Math.floor(models / 2) + 1
