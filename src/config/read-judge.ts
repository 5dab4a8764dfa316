import { type EnvReader, readDecimal } from '../platform/env.ts'
import { type ModelConfig, readModels } from './read-model.ts'

/** The language models that judge, and what they may cost. */
export interface JudgeConfig {
  model: ModelConfig | null
  /** The models that judge beside it. */
  modelPanel: ModelConfig[]
  /** The maximum number of samples for a judged signal. */
  modelSamples: number
  modelDailyBudgetTokens: number | null
  /** The price of a million tokens, in any currency; null: the cost is not counted. */
  modelPrice: { input: number; output: number } | null
  /** The UTC time (`HH:MM`) from which the anchors are judged every day; null: never. */
  evalAnchorsAt: string | null
}

export const readJudge = (env: EnvReader): JudgeConfig => ({
  ...readModels(env),
  modelSamples: env.integer('MODEL_SAMPLES', { min: 1, max: 5 }) ?? 5,
  modelDailyBudgetTokens: env.integer('MODEL_DAILY_BUDGET_TOKENS', { min: 1 }),
  modelPrice: readModelPrice(env),
  evalAnchorsAt: readAnchorsTime(env),
})

function readModelPrice(env: EnvReader): JudgeConfig['modelPrice'] {
  env.together(['MODEL_PRICE_INPUT', 'MODEL_PRICE_OUTPUT'])
  const [input, output] = [readDecimal(env, 'MODEL_PRICE_INPUT', 1e6), readDecimal(env, 'MODEL_PRICE_OUTPUT', 1e6)]
  return input === null || output === null ? null : { input, output }
}

function readAnchorsTime(env: EnvReader): string | null {
  env.needs(['EVAL_ANCHORS_AT'], 'MODEL_PROVIDER')
  return env.checked(
    'EVAL_ANCHORS_AT',
    (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value),
    'must be a UTC time like 03:30',
  )
}
