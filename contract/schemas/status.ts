import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'

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
