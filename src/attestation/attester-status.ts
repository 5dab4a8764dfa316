import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { nullable } from '../platform/schema.ts'

const State = Type.Union(
  [
    Type.Literal('ok'),
    Type.Literal('low-balance'),
    Type.Literal('no-schema'),
    Type.Literal('no-contract'),
    Type.Literal('wrong-chain'),
    Type.Literal('unreachable'),
    Type.Literal('unchecked'),
  ],
  { description: '`ok`, or what keeps or will keep attestations from being published' },
)

/** What the last look at the attester found, as probes and operators are told. */
export const AttesterStatus = Type.Object(
  {
    state: State,
    chainId: Type.Integer(),
    contract: Type.String(),
    attester: Type.String(),
    balanceWei: nullable(Type.String({ description: 'null: not known' })),
    checkedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'AttesterStatus', description: 'Whether attestations can be published. It never makes a replica unready' },
)
export type AttesterStatus = Static<typeof AttesterStatus>

/** Undefined: no attester is configured. Asks nobody. */
export function attesterStatus({ attester }: Pick<Deps, 'attester'>): AttesterStatus | undefined {
  if (!attester) return undefined
  const { state, balance, at } = attester.inspected()
  const { chainId, contract, address } = attester
  const balanceWei = balance === null ? null : String(balance)
  return { state, chainId, contract, attester: address, balanceWei, checkedAt: at.toISOString() }
}
