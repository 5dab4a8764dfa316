import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'

export const marketCredit = 'Market data: DEX Screener'

const amount = (description: string) => nullable(Type.Number({ description }))

export const venueGraduation = {
  venueGraduatedAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the launchpad graduated the token; this does not affect the outcome',
    }),
  ),
  successor: nullable(
    Type.Object(
      {
        tokenAddress: Type.String({ description: 'In EIP-55 form' }),
        txHash: Type.String({ description: 'The transaction of the graduation' }),
      },
      {
        description:
          'The token that replaced this one when the launchpad graduated it; it is observed under the same launch from then on',
      },
    ),
  ),
}

const Observation = Type.Object({
  seenAt: Type.String({ format: 'date-time' }),
  ageHours: nullable(
    Type.Number({ description: 'Since trading began; negative before that, and null if trading has not begun' }),
  ),
  state: Type.Enum(['seen', 'absent', 'uncounted'], {
    type: 'string',
    description:
      '`absent`: the provider knows no pair of the token; `uncounted`: it knows only pairs against tokens without a known price',
  }),
  depth: amount('The US dollars that all holders together could take out; null when unknown'),
  partial: Type.Boolean({ description: 'Amounts of some pairs are missing, so that the sums are lower bounds' }),
  chainDepth: amount('The depth of the last known pools as the chain shows it; null when the chain was not asked'),
  buys: nullable(Type.Integer({ description: 'In 24 hours, as are `sells` and `volume`' })),
  sells: nullable(Type.Integer()),
  volume: amount('In US dollars'),
  price: amount('In US dollars; no rule reads it'),
  pairs: Type.Integer(),
  counted: Type.Integer({ description: 'Pairs against a quote token with a known price' }),
  removal: nullable(
    Type.Object(
      {
        share: Type.Number({ description: 'Fraction of the quote that was in the pools at the previous observation' }),
        by: Type.Enum(['insider', 'venue', 'other'], { type: 'string' }),
        txHash: nullable(Type.String()),
      },
      { description: 'Liquidity taken out since the previous observation' },
    ),
  ),
  cannotSell: nullable(
    Type.Boolean({ description: 'Whether the token risk provider says that holders can’t sell; null when not asked' }),
  ),
})

export const LaunchObservations = Type.Object(
  {
    scoreRequestId: Type.String({ format: 'uuid' }),
    tokenAddress: Type.String({ description: 'In EIP-55 form' }),
    curve: Type.Boolean({
      description:
        'Whether the launchpad sells the token on a bonding curve, which market data may not cover; false after its graduation from the launchpad',
    }),
    ...venueGraduation,
    tradingSince: nullable(Type.String({ format: 'date-time', description: 'null: no market was seen yet' })),
    observing: Type.Boolean({ description: 'Whether this deployment observes tokens' }),
    observations: Type.Array(Observation, { description: 'Oldest first' }),
    limit: Type.Integer(),
    nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page' })),
    attribution: Type.Literal(marketCredit, {
      description: 'The provider’s credit, which you must show',
    }),
  },
  { $id: 'LaunchObservations', description: 'The observations of a launched token' },
)
export type LaunchObservations = Static<typeof LaunchObservations>
export type ShownObservation = Static<typeof Observation>

export const observationSchemas = [LaunchObservations]
