import type { TSchema } from 'typebox'

export interface JudgeRequest {
  /** The rules, the only text in the system role. */
  instructions: string
  /** The submission, marked as data, with the closing reminder. */
  text: string
  /** PNG bytes, sent inline. */
  image?: { bytes: Buffer; mediaType: string }
  tool: {
    name: string
    description: string
    /** Sent as it is, in its order. */
    schema: TSchema
    /** Checks what the schema can't express, such as ranges; arguments that fail it are an invalid response. */
    accepts: (args: unknown) => boolean
  }
  /** Repeated after the data when the first response is invalid. */
  reminder: string
  /** Called for every response, valid or not, because each one costs. */
  onSpent?: (usage: Spending) => void
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

export interface Spending extends Usage {
  /** The part of the input that the provider read from its cache. */
  cachedTokens: number
  /** How many input tokens the cache saved, by the provider's prices; negative when writing it cost more. */
  savedTokens: number
}

/** A valid response: arguments that match the tool's schema, and its cost. */
export interface JudgeResponse extends Usage {
  arguments: unknown
  /** The model id that the provider reports. */
  resolvedModel: string
  requestId: string | null
  latencyMs: number
}

/**
 * The judge can't score this content: the model declined it twice (refusal, content filter; D23), or its provider twice blamed
 * the image or the text for a failure (D102).
 */
export class JudgeDeclined extends Error {
  /** What the provider blamed; null: nothing, the content was declined. */
  readonly blamed: 'image' | 'text' | null

  constructor(message: string, blamed: 'image' | 'text' | null = null) {
    super(message)
    this.blamed = blamed
  }
}

export interface Model {
  provider: 'openai' | 'anthropic'
  /** The configured name. */
  name: string
  /** Other settings that affect a response (temperature …), part of the key of stored samples. */
  parameters: Record<string, unknown>
  /**
   * Calls the model, and once more when the response isn't exactly one valid call of the tool (D23). Throws `UpstreamError`
   * ('model'), `JudgeDeclined`, or the signal's reason.
   */
  judge: (request: JudgeRequest, signal: AbortSignal) => Promise<JudgeResponse>
  /** Asks about an image and a text of our own, once, without the guard. Throws `UpstreamError`, or the signal's reason. */
  probe: (signal: AbortSignal) => Promise<void>
  /** The models that judge beside this one. */
  panel?: Model[]
}

/** How many of so many models must judge. */
export const quorumOf = (models: number): number => Math.floor(models / 2) + 1
