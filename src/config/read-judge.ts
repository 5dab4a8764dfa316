import { Type } from 'typebox'
import { type EnvReader, isAbsoluteUrl, readDecimal } from '../platform/env.ts'
import { bearerTokenRule, isBearerToken } from '../platform/http/headers.ts'
import { checkValue, parseJson } from '../platform/values.ts'

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

/** A language model and how it is reached. */
export interface ModelConfig {
  provider: 'openai' | 'anthropic'
  /** null: the provider's own. */
  baseUrl: string | null
  name: string
  apiKey: string | null
}

/** The judge, and the models that judge beside it. */
function readModels(env: EnvReader): { model: ModelConfig | null; modelPanel: ModelConfig[] } {
  const model = readModel(env)
  env.needs(['MODEL_PANEL'], 'MODEL_PROVIDER')
  return { model, modelPanel: readPanel(env, model) }
}

function readModel(env: EnvReader): ModelConfig | null {
  env.needs(['MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_API_KEY'], 'MODEL_PROVIDER')
  const provider = env.choice('MODEL_PROVIDER', ['openai', 'anthropic'])
  const baseUrl = env.url('MODEL_BASE_URL', ['http', 'https'], 'http://127.0.0.1:11434/v1', ['credentials', 'query'])
  const name = env.text('MODEL_NAME')
  const apiKey = env.checked('MODEL_API_KEY', isBearerToken, `must be ${bearerTokenRule}`)
  if (provider && !name) env.problem('MODEL_NAME', 'is missing; MODEL_PROVIDER needs it')
  if (provider && env.text('MODEL_BASE_URL') === null && env.text('MODEL_API_KEY') === null)
    env.problem('MODEL_API_KEY', `is missing; ${provider} requires it`)
  return provider && name ? { provider, baseUrl, name, apiKey } : null
}

const maxModels = 3

const Panel = Type.Array(
  Type.Object(
    {
      provider: Type.Enum(['openai', 'anthropic']),
      name: Type.String({ minLength: 1, maxLength: 200 }),
      baseUrl: Type.Optional(Type.String({ maxLength: 2048 })),
      apiKey: Type.Optional(Type.String({ minLength: 1 })),
    },
    { additionalProperties: false },
  ),
  { maxItems: maxModels },
)

/** The first judge may be listed too. Stored samples are found by provider and name, so no two may share both. */
function readPanel(env: EnvReader, first: ModelConfig | null): ModelConfig[] {
  const text = env.text('MODEL_PANEL')
  if (text === null) return []
  const listed = parsePanel(text)
  if (!listed) {
    env.problem('MODEL_PANEL', panelRule)
    return []
  }
  const toKey = ({ provider, name }: Pick<ModelConfig, 'provider' | 'name'>) => `${provider} ${name}`
  const others = listed.filter((one) => first === null || toKey(one) !== toKey(first))
  if (new Set(listed.map(toKey)).size < listed.length) env.problem('MODEL_PANEL', 'must name each model once')
  if (others.length >= maxModels) env.problem('MODEL_PANEL', `must name at most ${maxModels} models with MODEL_NAME`)
  return others
}

const panelRule =
  'must be a JSON list of up to three models like [{"provider":"openai","name":"…","baseUrl":"https://…/v1","apiKey":"…"}]; ' +
  'without a baseUrl an apiKey is required'

/** null: it is no list of models that can be called. */
function parsePanel(text: string): ModelConfig[] | null {
  const value = parseJson(text)
  if (!checkValue(Panel, value)) return null
  const models = value.map(({ baseUrl = null, apiKey = null, ...one }) => ({ ...one, baseUrl, apiKey }))
  return models.every(isReachable) ? models : null
}

function isReachable({ baseUrl, apiKey }: ModelConfig): boolean {
  if (apiKey !== null && !isBearerToken(apiKey)) return false
  if (baseUrl === null) return apiKey !== null
  if (!isAbsoluteUrl(baseUrl, ['http', 'https'])) return false
  const { username, password, search } = new URL(baseUrl)
  return `${username}${password}${search}` === ''
}
