import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/schema.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })

/** The credit that stands wherever figures of the provider do. */
export const ATTRIBUTION = 'Market data: DEX Screener'

const Graduate = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  enrollmentId: nullable(Type.String({ format: 'uuid' })),
  name: Type.String(),
  symbol: Type.String(),
  creatorAddress: Type.String({ description: 'In EIP-55 form' }),
  tokenAddress: Type.String({ description: 'In EIP-55 form' }),
  chainId: Type.Integer(),
  population: Type.Enum(['committed', 'observed'], {
    type: 'string',
    description: '`committed`: enrolled before the token was created; `observed`: scored before',
  }),
  anchored: Type.Boolean({ description: 'The score was attested on the chain before the token was created' }),
  aggregate: Type.Number({ minimum: 0, maximum: 100 }),
  band: Type.Enum(['green', 'amber', 'red'], { type: 'string' }),
  scoredAt: time('When the launch was scored'),
  tradingSince: time('When trading began'),
  graduatedAt: time('The look that completed the seven days'),
  leastDepth: Type.Number({ description: 'The least depth of the seven days, in US dollars' }),
  since: Type.Unsafe<{ outcome: string; horizon: string } | null>({
    type: ['object', 'null'],
    description: 'The latest outcome that is decided; null before the first',
    required: ['outcome', 'horizon'],
    properties: { outcome: { type: 'string' }, horizon: { type: 'string' } },
  }),
  rules: Type.String({ description: 'The version of the rules that decided' }),
})

export const Graduates = Type.Object(
  {
    graduates: Type.Array(Graduate),
    count: Type.Integer({ description: 'The number of all graduates' }),
    observing: Type.Boolean({ description: 'Whether this deployment observes markets at all' }),
    nextCursor: nullable(
      Type.String({ description: 'Pass this as `cursor` to get the next page; null on the last page' }),
    ),
    attribution: Type.String(),
  },
  { $id: 'Graduates', description: 'Launches whose token graduated, newest first' },
)
export type Graduates = Static<typeof Graduates>

export const trackRecordSchemas = [Graduates]
