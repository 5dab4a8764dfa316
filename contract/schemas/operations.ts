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
    modelCost: nullable(amount('Their price by the prices in MODEL_TUNING; null without them')),
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
      description: 'model_tokens: MODEL_DAILY_BUDGET_TOKENS. scores: SCORE_DAILY_TOTAL. stored_bytes and gas: TUNING',
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

const State = Type.Union(
  [
    Type.Literal('ok'),
    Type.Literal('stuck'),
    Type.Literal('low-balance'),
    Type.Literal('no-schema'),
    Type.Literal('no-contract'),
    Type.Literal('wrong-chain'),
    Type.Literal('unreachable'),
    Type.Literal('no-signer'),
    Type.Literal('wrong-signer'),
    Type.Literal('unchecked'),
  ],
  { description: '`ok`, or the reason why attestations can’t be published, now or soon' },
)

export const AttesterStatus = Type.Object(
  {
    state: State,
    chainId: Type.Integer(),
    contract: Type.String(),
    attester: Type.String(),
    balanceWei: nullable(Type.String({ description: 'null when unknown' })),
    checkedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'AttesterStatus', description: 'Whether attestations can be published. This never makes a replica unready' },
)
export type AttesterStatus = Static<typeof AttesterStatus>

// Named, because client generators would otherwise confuse the values' type with the record's.
export const BreakerState = Type.Union(
  [Type.Literal('closed'), Type.Literal('limited'), Type.Literal('half-open'), Type.Literal('open')],
  { $id: 'BreakerState', description: 'limited: the rate limit of the provider was reached in the last minute' },
)

export const DatabaseFault = Type.Union(
  [Type.Literal('disk_full'), Type.Literal('read_only'), Type.Literal('unreachable')],
  {
    $id: 'DatabaseFault',
    description:
      'Why nothing can be stored. disk_full: its disk has too little room; read_only: it accepts no writes; unreachable: it does not respond within 1 s, or fails otherwise. Missing while the database is ok',
  },
)
export type DatabaseFault = Static<typeof DatabaseFault>

const fields = {
  id: Type.String({ format: 'uuid' }),
  action: Type.Union([Type.Literal('hidden'), Type.Literal('unhidden')]),
  scoreId: nullable(
    Type.String({
      format: 'uuid',
      description:
        'The score in the request; the take-down applies to all scores of the creator’s submissions with the same name, ticker and picture',
    }),
  ),
  creatorAddress: nullable(Type.String({ description: 'The creator, in EIP-55 form' })),
  identity: Type.Boolean({
    description: 'Whether it applies to everybody’s submissions with the name, ticker and picture of the score',
  }),
  reason: Type.String({ description: 'The public reason' }),
  actor: Type.String({ description: 'The account that ran the command' }),
  doneAt: Type.String({ format: 'date-time' }),
  isHidden: Type.Boolean({ description: 'Whether the score’s submission, or the creator, is currently taken down' }),
}

export const TakedownEntry = Type.Object(fields, {
  $id: 'TakedownEntry',
  description: 'One entry in the log of take-downs',
})
export type TakedownEntry = Static<typeof TakedownEntry>

export const Takedown = Type.Object(
  {
    ...fields,
    sameImage: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Up to 50 visible scores with the same image; the image is kept for them',
    }),
  },
  { $id: 'Takedown', description: 'The result of a take-down, or of its end' },
)
export type Takedown = Static<typeof Takedown>
