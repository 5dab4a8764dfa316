import { type Static, Type } from 'typebox'
import { count, nullable, ref, time } from '../schema.ts'

const amount = (description: string) => Type.Number({ minimum: 0, description })

const providerNames = ['model', 'creator', 'risk', 'chain'] as const
type ProviderName = (typeof providerNames)[number]

export const ProviderStatus = Type.Object(
  {
    name: Type.Unsafe<ProviderName>({ type: 'string', enum: [...providerNames] }),
    state: Type.Unsafe<'ok' | 'degraded' | 'down' | 'not_configured'>({
      type: 'string',
      enum: ['ok', 'degraded', 'down', 'not_configured'],
      description:
        'degraded: its rate limit was reached in the last minute, or the breaker is half-open. down: the breaker is open',
    }),
    milliseconds: nullable(amount('The median of the last 21 calls that succeeded; null without one')),
  },
  { $id: 'ProviderStatus' },
)
export type ProviderStatus = Static<typeof ProviderStatus>
export const providers = providerNames

const ActivityHour = Type.Object(
  {
    hour: time('When the hour begins'),
    scores: count('Scores, final and preliminary, with re-scores'),
    errors: count('Responses with a status of 500 or more'),
    limited: count('Requests that a rate limit refused'),
    modelTokens: count('Tokens used with the language model, input and output'),
    modelCost: nullable(amount('Their price by MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT; null unless both are set')),
    delivered: count('Attempts of webhook deliveries that succeeded'),
    failed: count('Attempts of webhook deliveries that failed'),
  },
  { $id: 'ActivityHour', description: 'The activity of all replicas in one hour' },
)
export type ActivityHour = Static<typeof ActivityHour>

export const AdminHours = Type.Object(
  {
    hours: Type.Array(ref(ActivityHour), {
      description: 'The last 24 hours, oldest first; the last hour is not complete',
    }),
    asOf: time('When these figures were read'),
  },
  { $id: 'AdminHours' },
)
export type AdminHours = Static<typeof AdminHours>

const budgetNames = ['model_tokens', 'scores', 'stored_bytes', 'gas'] as const
export type BudgetName = (typeof budgetNames)[number]

const Budget = Type.Object(
  {
    name: Type.Unsafe<BudgetName>({
      type: 'string',
      enum: [...budgetNames],
      description:
        'model_tokens: MODEL_DAILY_BUDGET_TOKENS. scores: SCORE_DAILY_TOTAL. stored_bytes: STORE_DAILY_BYTES. gas: CHAIN_DAILY_GAS',
    }),
    used: count('Use of all replicas in the UTC day'),
    limit: nullable(count('Budget of the day; null without a limit')),
    cost: nullable(amount('The price of the tokens; null for other budgets, and without prices')),
  },
  { $id: 'Budget' },
)
export type Budget = Static<typeof Budget>

export const AdminBudgets = Type.Object(
  {
    budgets: Type.Array(ref(Budget), { description: 'gas only with an attester' }),
    resetsAt: time('The next midnight UTC, when all of them start again'),
    asOf: time('When these figures were read'),
  },
  { $id: 'AdminBudgets', description: 'The budgets of the UTC day' },
)
export type AdminBudgets = Static<typeof AdminBudgets>

const LimitedCallerEntry = Type.Object(
  {
    caller: Type.String({
      description: 'The prefix of an API key, or the network of the caller: an IPv4 /24 or an IPv6 /48',
    }),
    policy: Type.String({ description: 'The limit that refused it last' }),
    refused: count('At least so many refusals: with very many callers, a rare one’s count is not known exactly'),
    lastAt: time('The last refusal'),
  },
  { $id: 'LimitedCallerEntry' },
)

export const LimitedCallerList = Type.Object(
  {
    callers: Type.Array(ref(LimitedCallerEntry), { description: 'At most 20, ordered by refusals' }),
    asOf: time('When this list was made'),
  },
  {
    $id: 'LimitedCallerList',
    description: 'The callers that rate limits of the responding replica refused most, in the last 30 to 60 minutes',
  },
)
export type LimitedCallerList = Static<typeof LimitedCallerList>

export const operationSchemas = [
  ProviderStatus,
  ActivityHour,
  AdminHours,
  Budget,
  AdminBudgets,
  LimitedCallerEntry,
  LimitedCallerList,
]
