import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { nullable } from '../platform/http/schema.ts'

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

/** The result of the last inspection of the attester, for probes and operators. */
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

/** The result of the last inspection, without a request to the node; undefined: no attester is configured. */
export function getAttesterStatus({ attester }: Deps): AttesterStatus | undefined {
  if (!attester) return undefined
  const { state, balance, at } = attester.inspected()
  const { chainId, contract, address } = attester
  const balanceWei = balance === null ? null : String(balance)
  return { state, chainId, contract, attester: address, balanceWei, checkedAt: at.toISOString() }
}
