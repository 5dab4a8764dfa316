import { toChecksumAddress } from '../../contract/address.ts'
import type { CreatorHistory } from '../../contract/schemas/ranking.ts'
import { findLaunch } from '../creators/launch-index-store.ts'
import type { ChainSources, Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import type { WalletHistory } from '../providers/creator-data/creator-data.ts'
import { isOfLaunchpad } from '../providers/launchpads/launchpads.ts'
import { BlamedAddress } from '../providers/provider-calls.ts'
import type { RiskSource, TokenFacts } from '../providers/token-risk.ts'
import { type AskedToken, type DeployerRecord, toDeployerRecord } from './deployer-record.ts'
import { findPlatformShare, type PlatformShare, withoutShare } from './rules/platform-tax.ts'
import { foldShapes } from './judge/rules/lookalikes-1.1.0.ts'
import type { Submission } from './schemas.ts'
import { listTokens, type WalletFacts, walletFacts } from './wallet-facts.ts'

export interface Facts {
  at: string
  wallet: WalletFacts | null
  /** null: no token-risk provider is configured. */
  source: RiskSource | null
  lists: DeployerRecord | null
  /** null: no token was named, or no provider is configured. */
  token: AskedToken | null
  /** The part of its taxes that is its launchpad's, and no longer in `token`; unset: none is known. */
  platform?: PlatformShare | null
  /** Present if they differ from the submission's. */
  otherNames: ReportedNames | null
}

export interface CreatorFacts extends Facts {
  /** In EIP-55 form; null if it is the creator. */
  otherDeployer: string | null
  /** By signature or voucher. */
  isSigned: boolean
  /** The wallet's launches on all chains; absent: they were not read. */
  history?: CreatorHistory | null
}

export interface GatheredFacts extends Facts {
  /** The providers report the creator as deployer or owner (D61). */
  isDeployer: boolean
  otherDeployer: CreatorFacts['otherDeployer']
  /** Lower case. */
  reportedDeployer: string | null
  /** The tokens that the creator itself deployed, newest first. */
  deployedTokens: WalletHistory['deployed']
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
  submission: Pick<Submission, 'name' | 'symbol' | 'creatorAddress' | 'chainId'> & MeasuredContract,
  signal: AbortSignal,
): Promise<GatheredFacts> {
  const { creatorAddress: creator, contractAddress: contract } = submission
  const sources = sourcesOf(deps, submission.chainId)
  const { creatorData, tokenRisk } = sources
  const asked = {
    history: blaming('creatorAddress', creatorData?.history(creator, signal)),
    address: blaming('creatorAddress', tokenRisk?.address?.(creator, signal)),
    scored: onField('contractAddress', askToken(tokenRisk, contract, signal)),
  }
  const [history, address, reported, prior] = await Promise.all([
    asked.history,
    asked.address,
    asked.scored,
    askPrior(tokenRisk, { creator, ...asked }, signal),
  ])
  const platform = await findPlatform(deps, sources, reported)
  const scored = reported?.facts && platform ? { ...reported, facts: withoutShare(reported.facts, platform) } : reported
  const facts = scored && (await nameCreator(sources, scored, signal))
  const reports = { history, facts }
  const otherDeployer = submission.isProvenOwn ? null : findOtherDeployer(submission, reports)
  const now = deps.clock.now()
  return {
    at: now.toISOString(),
    wallet: history && walletFacts(history, now),
    source: tokenRisk && tokenRisk.source,
    lists: tokenRisk && toDeployerRecord({ creator, address, scored, prior }),
    token: scored,
    ...(platform && { platform }),
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
    deployedTokens: history ? listTokens(history) : [],
  }
}

/**
 * The facts with the creator whom the launchpad names: its contract, which made the token, is nobody's deployer. null in
 * its place: nobody can be named.
 */
async function nameCreator(
  { launchpads, tokenReader }: ChainSources,
  { address, facts }: AskedToken,
  signal: AbortSignal,
): Promise<TokenFacts | null> {
  if (!facts?.creator || !isOfLaunchpad(facts.creator, launchpads)) return facts
  const named = await tokenReader?.creator(address, signal)
  return { ...facts, creator: named && 'address' in named ? named.address : null }
}

/** Only launches in the index have a launchpad: the others' taxes all count as the creator's. */
async function findPlatform(
  deps: Deps,
  { chainId, launchpads }: ChainSources,
  token: AskedToken | null,
): Promise<PlatformShare | null> {
  const { buyTax = null, sellTax = null } = token?.facts ?? {}
  if (!token || !(Number(buyTax) > 0 || Number(sellTax) > 0)) return null
  if (!launchpads.some(({ platformTax }) => platformTax)) return null
  const launch = await findLaunch(deps.reads, { chainId, token: token.address })
  const launchpad = launchpads.find(({ id }) => id === launch?.launchpad)
  if (!launch || !launchpad?.platformTax) return null
  const ageSeconds = (Date.parse(token.fetchedAt) - launch.launchedAt.getTime()) / 1000
  return findPlatformShare({ buyTax, sellTax }, { launchpad: launchpad.name, tax: launchpad.platformTax, ageSeconds })
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

async function askToken(
  tokenRisk: ChainSources['tokenRisk'],
  address: string | null,
  signal: AbortSignal,
): Promise<AskedToken | null> {
  if (!tokenRisk || !address) return null
  const { holders: _, ...answer } = await tokenRisk.token(address, signal)
  return { address, ...answer }
}

/** Looked up only if the submission's own token says nothing about this creator. */
async function askPrior(
  tokenRisk: ChainSources['tokenRisk'],
  asked: { creator: string; history: Promise<WalletHistory> | null; scored: Promise<AskedToken | null> },
  signal: AbortSignal,
): Promise<AskedToken | null> {
  const [history, scored] = await Promise.all([asked.history, asked.scored])
  if (!history || scored?.facts?.creator === asked.creator) return null
  const prior = listTokens(history).find(({ address }) => address !== scored?.address)
  return askToken(tokenRisk, prior?.address ?? null, signal)
}

interface Reports {
  /** The facts about the creator; null: no provider is configured. */
  history: WalletHistory | null
  /** The facts about the contract; null: no provider is configured, or there is no record. */
  facts: TokenFacts | null
}

/** Whether the providers report the creator as deployer or owner of the contract (D61). */
export function isDeployerOf(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, facts }: Reports,
): boolean {
  if (contractAddress === null) return false
  if (facts?.creator === creatorAddress || facts?.owner === creatorAddress) return true
  return (history?.deployed ?? []).some(({ address }) => address === contractAddress)
}

/**
 * null if none is reported, or if the chain shows that the creator deployed it. Owners don't count: ownership can be
 * given to any wallet.
 */
export function findOtherDeployer(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, facts }: Reports,
): string | null {
  const deployer = findReportedDeployer({ creatorAddress, contractAddress }, { history, facts })
  return deployer === creatorAddress ? null : deployer
}

/** Lower case; the chain's record comes before the provider's. */
export function findReportedDeployer(
  { creatorAddress, contractAddress }: Pick<Submission, 'creatorAddress' | 'contractAddress'>,
  { history, facts }: Reports,
): string | null {
  if ((history?.deployed ?? []).some(({ address }) => address === contractAddress)) return creatorAddress
  return facts?.creator ?? null
}

export interface ReportedNames {
  name: string | null
  symbol: string | null
}

/** null if the names match apart from case, spacing, punctuation and look-alike letters, or if none is reported. */
export function findOtherNames(
  { name, symbol }: Pick<Submission, 'name' | 'symbol'>,
  facts: TokenFacts | null,
): ReportedNames | null {
  const reported = { name: facts?.name ?? null, symbol: facts?.symbol ?? null }
  return isOther(reported.name, name) || isOther(reported.symbol, symbol) ? reported : null
}

const isOther = (reported: string | null, submitted: string): boolean =>
  reported !== null && foldShapes(reported) !== foldShapes(submitted)
