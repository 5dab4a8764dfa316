import type { JSONColumnType } from 'kysely'

export interface JudgeTables {
  judge_samples: {
    /** sha-256 of everything that decides an answer but the resolved model and the index. */
    content_key: string
    /** The model id that the provider said it used. */
    resolved_model: string
    sample_index: number
    provider: string
    model: string
    arguments: JSONColumnType<object>
    request_id: string | null
    input_tokens: number
    output_tokens: number
    latency_ms: number
    created_at: Date
  }
  model_usage: {
    /** UTC day, `YYYY-MM-DD`. */
    day: string
    tokens: string
  }
}
