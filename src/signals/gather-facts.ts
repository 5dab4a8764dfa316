import { badField } from '../platform/errors.ts'
import { BlamedAddress } from '../providers/blamed-address.ts'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import type { WalletHistory } from '../providers/creator-data/creator-data.ts'
import type { RiskSource } from '../providers/token-risk.ts'
import { isDeployerOf } from './is-deployer-of.ts'
import { findOtherDeployer, findReportedDeployer } from './other-deployer-of.ts'
import { type ReportedNames, findOtherNames } from './other-names-of.ts'
import { type AskedToken, type DeployerRecord, toDeployerRecord } from './deployer-record.ts'
import type { Submission } from './schemas.ts'
import { type WalletFacts, listTokens, walletFacts } from './wallet-facts.ts'

export interface Facts {
  at: string
  wallet: WalletFacts | null
  /** null: no token-risk provider is configured. */
  source: RiskSource | null
  lists: DeployerRecord | null
  /** null: no token was named, or no provider is configured. */
  token: AskedToken | null
  /** Present if they differ from the submission's. */
  otherNames: ReportedNames | null
}

export interface CreatorFacts extends Facts {
  /** In EIP-55 form; null if it is the creator. */
  otherDeployer: string | null
  /** By signature or voucher. */
  isSigned: boolean
}

export interface GatheredFacts extends Facts {
  /** The providers report the creator as deployer or owner (D61). */
  isDeployer: boolean
  otherDeployer: CreatorFacts['otherDeployer']
  /** Lower case. */
  reportedDeployer: string | null
  /** When each provider answered, at most an hour before `at` (D73). */
  fetchedAt: FetchTimes
}

type FetchTimes = Partial<Record<'walletHistory' | 'addressReport' | 'tokenReport' | 'priorTokenReport', string>>

export interface MeasuredContract {
  /** Lower case; null: there is none yet. */
  contractAddress: string | null
  /** The chain proves that the creator made it, whatever deployer the providers report. */
  isProvenOwn?: boolean
}

/** The first failure rejects. */
export async function gatherFacts(
  deps: Deps,
  submission: Pick<Submission, 'name' | 'symbol' | 'creatorAddress'> & MeasuredContract,
  signal: AbortSignal,
): Promise<GatheredFacts> {
  const { creatorAddress: creator, contractAddress: contract } = submission
  const asked = {
    history: blaming('creatorAddress', deps.creatorData?.history(creator, signal)),
    address: blaming('creatorAddress', deps.tokenRisk?.address?.(creator, signal)),
    scored: onField('contractAddress', askToken(deps, contract, signal)),
  }
  const [history, address, scored, prior] = await Promise.all([
    asked.history,
    asked.address,
    asked.scored,
    askPrior(deps, { creator, ...asked }, signal),
  ])
  const reports = { history, facts: scored?.facts ?? null }
  const otherDeployer = submission.isProvenOwn ? null : findOtherDeployer(submission, reports)
  const now = deps.clock.now()
  return {
    at: now.toISOString(),
    wallet: history && walletFacts(history, now),
    source: deps.tokenRisk && deps.tokenRisk.source,
    lists: deps.tokenRisk && toDeployerRecord({ creator, address, scored, prior }),
    token: scored,
    fetchedAt: {
      ...(history && { walletHistory: history.fetchedAt }),
      ...(address && { addressReport: address.fetchedAt }),
      ...(scored && { tokenReport: scored.fetchedAt }),
      ...(prior && { priorTokenReport: prior.fetchedAt }),
    },
    isDeployer: isDeployerOf(submission, reports),
    otherDeployer: otherDeployer && toChecksumAddress(otherDeployer),
    otherNames: findOtherNames(submission, scored?.facts ?? null),
    // A launchpad is not a deployer.
    reportedDeployer: submission.isProvenOwn ? null : findReportedDeployer(submission, reports),
  }
}

type AddressField = 'creatorAddress' | 'contractAddress'

const blaming = <T>(field: AddressField, asked: Promise<T> | undefined): Promise<T> | null =>
  asked ? onField(field, asked) : null

/** An address that a provider refuses, while it accepts one of ours, is the request's fault (D102). */
async function onField<T>(field: AddressField, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof BlamedAddress)) throw error
    throw badField(field, 'is an address that the provider of its data refuses: check it, or use another one')
  }
}

async function askToken({ tokenRisk }: Deps, address: string | null, signal: AbortSignal): Promise<AskedToken | null> {
  if (!tokenRisk || !address) return null
  return { address, ...(await tokenRisk.token(address, signal)) }
}

/** Looked up only if the submission's own token says nothing about this creator. */
async function askPrior(
  deps: Deps,
  asked: { creator: string; history: Promise<WalletHistory> | null; scored: Promise<AskedToken | null> },
  signal: AbortSignal,
): Promise<AskedToken | null> {
  const [history, scored] = await Promise.all([asked.history, asked.scored])
  if (!history || scored?.facts?.creator === asked.creator) return null
  const prior = listTokens(history).find(({ address }) => address !== scored?.address)
  return askToken(deps, prior?.address ?? null, signal)
}
