import { type Static, Type } from 'typebox'

/** The entries of the token-risk provider's lists for an address. */
export const AddressReport = Type.Object({
  honeypotRelated: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Creator or owner of honeypots or scam tokens; null: not reported',
  }),
  maliciousContracts: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Malicious contracts it created; null: the field was empty or no number',
  }),
  flags: Type.Array(Type.String(), {
    description: 'Names of the other flags that are set, as the provider writes them; sorted',
  }),
  source: Type.String({ description: 'The source of the listing; empty when there is none' }),
  isPartial: Type.Boolean({ description: 'The provider says that more of the data follows later' }),
})
export type AddressReport = Static<typeof AddressReport>

/** The provider's facts about a token. */
export const TokenReport = Type.Object({
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'The answer’s scalar fields, as they came. Absent or empty means not known, never "0"',
  }),
  isPartial: Type.Boolean({ description: 'The provider says that more of the data follows later' }),
})
export type TokenReport = Static<typeof TokenReport>

export interface TokenRisk {
  /**
   * Throws `UpstreamError` ('risk'), or the signal's reason. Addresses are lower-case. A cache tells `noteFetched` when the
   * provider answered.
   */
  address: (address: string, signal: AbortSignal, noteFetched?: (at: Date) => void) => Promise<AddressReport>
  /** null: the provider has no record of it. */
  token: (address: string, signal: AbortSignal, noteFetched?: (at: Date) => void) => Promise<TokenReport | null>
  /** Whether the provider knows tokens of the configured chain; null: unknown. Never throws. */
  servesChain: (signal: AbortSignal) => Promise<boolean | null>
}
