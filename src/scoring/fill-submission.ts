import type { FastifyError } from 'fastify'
import { parseNonzeroAddress } from '../../contract/address.ts'
import type { Detail } from '../../contract/schema.ts'
import { findLinkType, type Link, maxLinks } from '../../contract/links.ts'
import { type FilledField, filledFields, type ScoreRequest, ScoreSubmission } from '../../contract/schemas/score.ts'
import { dropDollarSigns, isReadable, normaliseText } from '../../contract/text.ts'
import { parseXHandle } from '../../contract/x-handle.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField, badFields } from '../platform/errors.ts'
import { checkValue } from '../platform/values.ts'
import { isOfLaunchpad } from '../providers/launchpads/launchpads.ts'
import type { MarketProfile } from '../providers/market/market-data.ts'
import type { TokenCreator, TokenProfile } from '../providers/token-profile.ts'
import { parseLink, parseChain } from './normalise-submission.ts'
import { checkImageUrl } from './uploads.ts'

const requiredFields = ['name', 'symbol', 'imageUrl', 'creatorAddress'] as const
type RequiredField = (typeof requiredFields)[number]

/** A request that has every required field. */
export const isWhole = (given: ScoreRequest): given is ScoreSubmission =>
  requiredFields.every((name) => given[name] !== undefined)

/** Throws `bad_request` for a request that lacks a required field and has no contract to read it from. */
export function requireContract(given: ScoreRequest): void {
  if (isWhole(given) || given.contractAddress) return
  throw badFields(listMissing(given).map((path) => ({ path, message: 'is required' })))
}

/** Adds the fields that only a contract could replace to the faults of a body. */
export function nameMissing<T extends Pick<FastifyError, 'validation'>>(error: T, given: unknown): T {
  if (typeof given !== 'object' || given === null || (given as ScoreRequest).contractAddress) return error
  const missing = listMissing(given).map((missingProperty) => ({
    keyword: 'required',
    instancePath: '',
    schemaPath: '#/required',
    params: { missingProperty },
  }))
  error.validation = [...(error.validation ?? []), ...missing]
  return error
}

/** Refuses what can be refused before anything is read. */
export function checkByContract(given: ScoreRequest, { chainId }: Pick<Config, 'chainId'>): void {
  parseToken(given)
  if (given.creatorSignature)
    throw badField('creatorSignature', `is for a whole submission: send ${listMissing(given).join(', ')} with it`)
  const chain = parseChain(given.chainId, [chainId])
  if ('fault' in chain) throw badField('chainId', chain.fault)
}

const listMissing = (given: ScoreRequest): RequiredField[] => requiredFields.filter((name) => given[name] === undefined)

export interface Filled {
  submission: ScoreSubmission
  /** The fields that were read, in the order of the submission. */
  filled: FilledField[]
}

/**
 * Reads what a submission with a contract lacks from the chain and the providers (D90). Fields that were sent stay as
 * they are. Throws `bad_request` that names each required field that can't be found, and `UpstreamError` if the node or
 * a provider fails.
 */
export async function fillSubmission(deps: Deps, given: ScoreRequest, signal: AbortSignal): Promise<Filled> {
  const token = parseToken(given)
  const profile = (await deps.tokenReader?.profile(token, signal)) ?? null
  if (profile && !profile.isContract)
    throw badField(
      'contractAddress',
      `must be a token: there is no contract at this address on chain ${deps.config.chainId}`,
    )
  const [creator, market] = await Promise.all([
    given.creatorAddress === undefined ? findCreator(deps, token, signal) : null,
    needsMarket(deps, given, profile) ? findMarket(deps, token, signal) : null,
  ])
  const reported = profile ? null : await findReported(deps, token, signal)
  const found = findFields(deps, { profile, market, creator, names: profile ?? reported ?? market })
  const missing = listMissing(given).filter((name) => found[name] === undefined)
  if (missing.length > 0)
    throw badFields(
      missing.map((path) => ({ path, message: explainMissing(path, { profile, creator, market, deps }) })),
    )
  const isRead = (name: FilledField) => given[name] === undefined && found[name] !== undefined
  const filled = filledFields.filter(isRead)
  const read = Object.fromEntries(filled.map((name) => [name, found[name]]))
  const submission = { ...given, ...read } as ScoreSubmission // no required field is missing
  checkFilled(submission, filled)
  return { submission, filled }
}

function parseToken({ contractAddress }: ScoreRequest): string {
  const parsed = parseNonzeroAddress(contractAddress ?? '')
  if ('fault' in parsed) throw badField('contractAddress', parsed.fault)
  return parsed.address
}

type Found = Partial<Pick<ScoreSubmission, FilledField>>

interface Sources {
  profile: TokenProfile | null
  market: MarketProfile | null
  creator: TokenCreator | null
  names: { name: string | null; symbol: string | null } | null
}

function findFields(deps: Deps, { profile, market, creator, names }: Sources): Found {
  const name = names?.name ?? undefined
  const symbol = names?.symbol ? dropDollarSigns(names.symbol) : undefined
  const imageUrl = listImages({ profile, market }).find((url) => isImageUrl(deps, url))
  const description = profile?.description ? toPitch(profile.description) : undefined
  const { xHandle, links } = sortLinks([
    ...(profile?.links ?? []),
    ...(market?.websites ?? []).map((url) => ({ url, isWebsite: true })),
    ...(market?.socials ?? []).map((url) => ({ url, isWebsite: false })),
  ])
  return {
    ...(name && { name }),
    ...(symbol && { symbol }),
    ...(description !== undefined && { description }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(xHandle !== undefined && { xHandle }),
    ...(creator && 'address' in creator && { creatorAddress: creator.address }),
    ...(links.length > 0 && { links }),
  }
}

/** The market is asked only for what the contract doesn't say, because its provider counts calls. */
const needsMarket = (deps: Deps, given: ScoreRequest, profile: TokenProfile | null): boolean =>
  profile === null ||
  (given.imageUrl === undefined && !profile.images.some((url) => isImageUrl(deps, toUri(url)))) ||
  ((given.xHandle === undefined || given.links === undefined) && profile.links.length === 0)

const findMarket = async ({ market }: Deps, token: string, signal: AbortSignal): Promise<MarketProfile | null> =>
  (await market?.marketData.findProfile(token, signal)) ?? null

/** Without a node, the token risk provider knows the names. */
const findReported = async ({ tokenRisk }: Deps, token: string, signal: AbortSignal) =>
  (await tokenRisk?.token(token, signal))?.facts ?? null

async function findCreator(deps: Deps, token: string, signal: AbortSignal): Promise<TokenCreator> {
  if (deps.tokenReader) return deps.tokenReader.creator(token, signal)
  const creator = (await findReported(deps, token, signal))?.creator
  const { launchpads = [] } = deps.chains.get(deps.config.chainId) ?? {}
  if (creator && isOfLaunchpad(creator, launchpads)) return { unknown: 'another contract made it' }
  return creator ? { address: creator } : { unknown: unreadable(deps) }
}

const unreadable = ({ config }: Deps): string => `this service can’t read contracts on chain ${config.chainId}`

interface Reasons extends Pick<Sources, 'profile' | 'creator' | 'market'> {
  deps: Deps
}

const because = (reason: string) => `is required, because ${reason}`

function explainMissing(field: RequiredField, { profile, creator, market, deps }: Reasons): string {
  if (field === 'creatorAddress') return because(creator && 'unknown' in creator ? creator.unknown : unreadable(deps))
  if (!profile) return because(unreadable(deps))
  if (field !== 'imageUrl') return because(`the contract has no ${field === 'symbol' ? 'ticker' : 'name'}`)
  const [fault] = profile.faults
  if (profile.images.length > 0 || market?.imageUrl) return because('the contract’s image has no https, ipfs or ar URL')
  return because(fault ?? 'the contract has no image')
}

const listImages = ({ profile, market }: Pick<Sources, 'profile' | 'market'>): string[] =>
  [...(profile?.images ?? []), ...(market?.imageUrl ? [market.imageUrl] : [])].map(toUri)

/** Some launchpads store a bare CID. */
const toUri = (url: string): string =>
  /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,120})$/.test(url) ? `ipfs://${url}` : url

function isImageUrl(deps: Deps, url: string): boolean {
  if (!checkValue(ScoreSubmission.properties.imageUrl, url)) return false
  try {
    checkImageUrl(deps, url)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const maxPitchLength = 2000

/** undefined: nothing that people can read. */
function toPitch(text: string): string | undefined {
  const start = Array.from(text.toWellFormed().trim()).slice(0, maxPitchLength).join('')
  const result = normaliseText(start, 'paragraph')
  return 'text' in result && isReadable(result.text) ? result.text : undefined
}

interface Told {
  url: string
  isWebsite: boolean
}

/** The first X profile is the handle; the rest are links, without repetitions. */
function sortLinks(told: Told[]): { xHandle?: string; links: Link[] } {
  const xHandle = told.map(({ url }) => findHandle(url)).find((handle) => handle !== undefined)
  const links = told
    .filter(({ url }) => findHandle(url) === undefined)
    .flatMap(({ url, isWebsite }) => {
      const parsed = parseLink({ type: findLinkType(url) ?? (isWebsite ? 'website' : 'other'), url })
      return 'value' in parsed ? [parsed.value] : []
    })
  const unique = [...new Map(links.map((link) => [link.url, link])).values()]
  return { ...(xHandle !== undefined && { xHandle }), links: unique.slice(0, maxLinks) }
}

/** A post or a community on X is no profile. */
function findHandle(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/@?\w{1,15}\/?$/.test(url.pathname)) return undefined
  const parsed = parseXHandle(url.origin + url.pathname)
  return 'value' in parsed ? parsed.value : undefined
}

/** What a contract says must pass the schema, as what callers send does. */
function checkFilled(submission: ScoreSubmission, filled: FilledField[]): void {
  const faults: Detail[] = []
  if (filled.includes('name') && !checkValue(ScoreSubmission.properties.name, submission.name))
    faults.push({ path: 'name', message: 'must have at most 64 characters' })
  if (filled.includes('symbol') && !checkValue(ScoreSubmission.properties.symbol, submission.symbol))
    faults.push({ path: 'symbol', message: 'must have 1–16 characters without whitespace' })
  if (faults.length > 0) throw explainFilled(badFields(faults), filled)
}

const subjects: Partial<Record<string, string>> = {
  name: 'the contract’s name',
  symbol: 'the contract’s ticker',
  imageUrl: 'the contract’s image',
  creatorAddress: 'the creator’s address',
}

/** Says of a field that was read, and not sent, why it has to be sent. */
export function explainFilled(error: unknown, filled: FilledField[]): unknown {
  if (!(error instanceof ApiError) || !error.details) return error
  const isFilled = (path: string) => filled.some((name) => name === path)
  if (!error.details.some(({ path }) => isFilled(path))) return error
  return badFields(
    error.details.map(({ path, message }) => {
      const subject = subjects[path]
      return isFilled(path) && subject
        ? { path, message: `is required, because ${subject} ${message}` }
        : { path, message }
    }),
  )
}
