import {
  type AddressAnswer,
  type RiskSource,
  type TokenAnswer,
  type TokenFacts,
  nothingKnown,
} from '../src/providers/token-risk.ts'
import { frozenNow } from './provider-fixtures.ts'

export const riskSource: RiskSource = { name: 'GoPlus', credit: 'Powered by GoPlus' }

const answer = { source: riskSource.name, fetchedAt: frozenNow.toISOString(), isPartial: false }

/** A token about which nothing else is known. */
export const tokenFacts = (facts: Partial<TokenFacts>): TokenFacts => ({ ...nothingKnown, ...facts })

/** An answer about such a token; by default there is no record. */
export const tokenAnswer = (facts: Partial<TokenFacts> | null = null): TokenAnswer => ({
  facts: facts && tokenFacts(facts),
  ...answer,
})

/** A wallet that is in no list. */
export const unlisted: AddressAnswer = {
  honeypotRelated: false,
  maliciousContracts: 0,
  flags: [],
  listedBy: [],
  ...answer,
}
