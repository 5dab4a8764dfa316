import { ApiError } from '../platform/errors.ts'
import type { LegacyWriter, TokenReport } from '../providers/token-risk.ts'
import type { DeployerRecord } from './deployer-record.ts'
import type * as now from './gather-facts.ts'
import type { ListFacts } from './list-facts.ts'
import type { WalletFacts } from './wallet-facts.ts'

/** The facts as the frozen rules of `launch-score@1.1.0` read them, and as its records hold them. */
export interface Facts {
  /** The time of gathering, ISO 8601. */
  at: string
  wallet: WalletFacts | null
  lists: ListFacts | null
  token: { address: string; report: TokenReport | null } | null
}

export interface CreatorFacts extends Facts {
  otherDeployer: string | null
  isSigned: boolean
}

/** Writes gathered facts in the form of `Facts`. */
export function toLegacyFacts({ at, wallet, source, lists, token }: now.Facts, writer: LegacyWriter | null): Facts {
  if (!source) return { at, wallet, lists: null, token: null }
  if (!writer) throw new ApiError('conflict', `This prompt version can’t be measured with the data of ${source.name}.`)
  return {
    at,
    wallet,
    lists: lists && toListFacts(lists, writer),
    token: token && { address: token.address, report: writer.report(token) },
  }
}

const toListFacts = (record: DeployerRecord, writer: LegacyWriter): ListFacts => ({
  honeypotRelated: record.honeypotRelated,
  maliciousContracts: record.maliciousContracts,
  priorHoneypots: record.priorHoneypots,
  ruggedTokens: record.ruggedTokens,
  addressFlags: writer.flags(record.flags),
  flagSource: record.listedBy.join(','),
  evidence: record.evidence,
  evidenceState: record.evidenceState,
  evidenceClean: record.evidenceClean,
  isPartial: record.isPartial,
})
