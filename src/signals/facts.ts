import { ApiError } from '../platform/errors.ts'
import type { LegacyWriter, TokenReport } from '../providers/token-risk.ts'
import type { DeployerRecord } from './deployer-record.ts'
import type * as now from './gather-facts.ts'
import type { ListFacts } from './list-facts.ts'
import type { WalletFacts } from './wallet-facts.ts'

export interface Facts {
  at: string
  wallet: WalletFacts | null
  lists: ListFacts | null
  token: { address: string; report: TokenReport | null } | null
}

export interface CreatorFacts extends Facts {
  otherDeployer: string | null
  isSigned: boolean
}

/** For the rules of `launch-score@1.1.0`. */
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
