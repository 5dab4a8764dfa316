import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { createCoalesce } from '../../platform/caching.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type GetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import {
  collectWords,
  isRateLimit,
  isSuccess,
  type Refusal,
  refusalByStatus,
} from '../../platform/outbound/http-refusal.ts'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import type { Clock } from '../../platform/time.ts'
import { checkValue } from '../../platform/values.ts'
import { BlamedAddress, confirmBlame, findProbeToken, type HostPlans, probeWallet } from '../provider-calls.ts'
import {
  type AddressAnswer,
  type AddressFlag,
  addressFlags,
  type LegacyWriter,
  type RiskSource,
  type TokenAnswer,
  type TokenFacts,
  type TokenHolders,
  type TokenRisk,
} from '../token-risk.ts'

interface Options {
  url: string
  key: string | null
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
  clock: Clock
}

type GoplusRisk = TokenRisk & Probed & Required<{ address: NonNullable<TokenRisk['address']> }>

const source: RiskSource = { name: 'GoPlus', credit: 'Powered by GoPlus' }

/** GoPlus documents 30 calls a minute without a key and refuses bursts; one call a second passes. */
export const goplusPlans: HostPlans = {
  'api.gopluslabs.io': (key) => (key === null ? { spacingMs: 1000, calls: 28, windowMs: 60_000 } : null),
}

/** With a key or within the free quota. */
export function createGoplusRisk(options: Options): GoplusRisk {
  const { chainId, clock } = options
  const { call, ask } = createGoplus(options)
  const askAddress = (address: string, signal: AbortSignal, options?: Asking) =>
    ask(`address_security/${checked(address)}?chain_id=${chainId}`, readAddress, signal, options)
  const askToken = (address: string, signal: AbortSignal, options?: Asking) => {
    const path = `token_security/${chainId}?contract_addresses=${checked(address)}`
    return ask(path, (result) => readToken(result, address), signal, options)
  }
  const withSource = <T>(parsed: T) => ({ ...parsed, source: source.name, fetchedAt: clock.now().toISOString() })
  return {
    source,
    terms: 'show its credit, and ask GoPlus before commercial use',
    legacy: goplusLegacy,
    // Without the guard: called in the background, and no scoring depends on it.
    servesChain: async (signal) => {
      const { response } = await call('supported_chains?name=token_security', signal).catch(() => ({ response: null }))
      const chains = response ? chainsIn(response) : []
      return chains.length > 0 ? chains.includes(String(chainId)) : null
    },
    address: (address, signal) =>
      confirmBlame(
        () => askAddress(address, signal),
        () => askAddress(probeWallet, signal),
      ).then(withSource),
    token: (address, signal) =>
      confirmBlame(
        () => askToken(address, signal),
        () => askToken(findProbeToken(chainId) ?? probeWallet, signal),
      ).then(withSource),
    probe: async (signal) => {
      const token = findProbeToken(chainId)
      const asking = { isGuarded: false }
      await (token ? askToken(token, signal, asking) : askAddress(probeWallet, signal, asking))
    },
  }
}

function checked(address: string): string {
  if (/^0x[0-9a-f]{40}$/.test(address)) return address
  throw new UpstreamError('risk', 'request', 'not an address')
}

/** Under the guard, a refused access token is exchanged once. */
function createGoplus({ url, key, timeoutMs, guard, clock }: Options) {
  const base = `${url.replace(/\/$/, '')}/api/v1/`
  const getJson = createGetJson({ provider: 'risk', timeoutMs, isTraced: true })
  const token = createGoplusToken({ url: new URL(`${base}token`), key, getJson, clock })

  const call = async (path: string, signal: AbortSignal) => {
    const header = await token.header(signal)
    const headers = header === undefined ? {} : { authorization: header }
    return { header, response: await getJson({ url: new URL(base + path), headers }, signal) }
  }
  const askTwice = async (path: string, signal: AbortSignal): Promise<GoplusResult> => {
    const first = await call(path, signal)
    const response = readGoplus(first.response)
    if (!isRefused(response)) return response
    if (!isStale(response) || !token.renew(first.header)) return refuse(response)
    const second = readGoplus((await call(path, signal)).response)
    return isRefused(second) ? refuse(second) : second
  }
  const ask = <T>(
    path: string,
    read: (result: GoplusResult) => T | undefined,
    signal: AbortSignal,
    { isGuarded = true }: Asking = {},
  ): Promise<T> => {
    const work = async (signal: AbortSignal) => {
      const report = read(await askTwice(path, signal))
      if (report !== undefined) return report
      throw new UpstreamError('risk', 'unavailable', 'GoPlus responded without the requested data')
    }
    return isGuarded ? guard.run(work, signal) : work(signal)
  }
  return { call, ask }
}

interface Asking {
  isGuarded?: boolean
}

const isRefused = (response: object): response is GoplusRefusal => 'refusal' in response

/** The access token may have been revoked early. */
const isStale = ({ code }: GoplusRefusal) => code === 4022 || code === 4023

/** GoPlus' code for an address that it can't read. */
const addressFormat = 2004

function refuse({ refusal: { fault, text, retryAfterMs }, code }: GoplusRefusal): never {
  const Fault = code === addressFormat ? BlamedAddress : UpstreamError
  throw new Fault('risk', fault, `GoPlus responded: ${text}`, retryAfterMs)
}

interface GoplusToken {
  /** undefined: send no header. */
  header: (signal: AbortSignal) => Promise<string | undefined>
  /** Drops a refused header; false when there is no other. */
  renew: (refused: string | undefined) => boolean
}

interface TokenOptions {
  /** The URL of the token exchange. */
  url: URL
  key: string | null
  getJson: GetJson
  clock: Clock
}

/** The credential depends on the form of the key. */
function createGoplusToken(options: TokenOptions): GoplusToken {
  const { key } = options
  if (key?.includes(':')) return exchangedToken(options, key)
  const header = key === null ? undefined : bearer(key)
  return { header: () => Promise.resolve(header), renew: () => false }
}

const bearer = (token: string) => (/^bearer /i.test(token) ? token : `Bearer ${token}`)

const AccessToken = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() })
type AccessToken = Static<typeof AccessToken>

const marginMs = 60_000

function exchangedToken({ url, getJson, clock }: TokenOptions, key: string): GoplusToken {
  const coalesce = createCoalesce<string>()
  let held = { header: '', expiresAt: 0 }
  const fetchToken = async (signal: AbortSignal): Promise<string> => {
    const now = clock.now().getTime()
    const token = await exchange(getJson, { url, post: signedBy(key, Math.floor(now / 1000)) }, signal)
    held = { header: bearer(token.access_token), expiresAt: now + token.expires_in * 1000 - marginMs }
    return held.header
  }
  return {
    header: async (signal) =>
      clock.now().getTime() < held.expiresAt ? held.header : coalesce('token', fetchToken, signal),
    renew: (refused) => {
      if (held.header === refused) held = { header: '', expiresAt: 0 }
      return true
    },
  }
}

async function exchange(getJson: GetJson, request: Parameters<GetJson>[0], signal: AbortSignal): Promise<AccessToken> {
  const response = readGoplus(await getJson(request, signal))
  if ('refusal' in response) {
    const { fault, text, retryAfterMs } = response.refusal
    throw new UpstreamError('risk', fault, `GoPlus responded to the token exchange: ${text}`, retryAfterMs)
  }
  if (checkValue(AccessToken, response.result)) return response.result
  throw new UpstreamError('risk', 'unavailable', 'GoPlus responded to the token exchange without a token')
}

/** The exchange's scheme requires SHA-1. */
function signedBy(key: string, time: number) {
  const end = key.indexOf(':')
  const appKey = key.slice(0, end)
  const sign = createHash('sha1')
    .update(`${appKey}${time}${key.slice(end + 1)}`)
    .digest('hex')
  return { app_key: appKey, time, sign }
}

/** `code` is the provider's; undefined when HTTP alone showed the fault. */
interface GoplusRefusal {
  refusal: Refusal
  code: number | undefined
}

/** undefined: there is no record. */
interface GoplusResult {
  result: Record<string, unknown> | undefined
  isPartial: boolean
}

/** By its `code`, and a rate limit also by its words. Faults come with HTTP 200. */
export function readGoplus(response: JsonResponse): GoplusResult | GoplusRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, code: undefined }
  const { code: given, result } = toFields(response.body) ?? {}
  const code = typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : given
  if (code === 4029)
    return { refusal: { fault: 'rate_limited', text: 'code 4029', retryAfterMs: 2000 }, code: undefined }
  const isNoAnswer = !isSuccess(response) && typeof code === 'number' && !faults[code]
  if (isNoAnswer) return { refusal: { fault: 'unavailable', text: `HTTP ${response.status}` }, code: undefined }
  const found = result === null ? {} : toFields(result)
  if ((code === 1 || code === 2) && found) return { result: found, isPartial: code === 2 }
  if (code === 1 || code === 2) return { refusal: { fault: 'unavailable', text: 'no result' }, code: undefined }
  const isSilent = code === 1 || code === 2 || code === 2020 || code === 2021
  if (!isSilent && isRateLimit({ code, words: collectWords(response.body) }))
    return { refusal: { fault: 'rate_limited', text: `code ${String(given)}`, retryAfterMs: 2000 }, code: undefined }
  if (code === 2020 || code === 2021) return { result: undefined, isPartial: false }
  if (typeof code !== 'number') return { refusal: { fault: 'unavailable', text: 'no code' }, code: undefined }
  return { refusal: { fault: faults[code] ?? 'unavailable', text: `code ${code}` }, code }
}

const faults: Record<number, Refusal['fault'] | undefined> = {
  2004: 'request',
  2018: 'chain',
  2022: 'chain',
  4010: 'auth',
  4011: 'auth',
  4012: 'auth',
  4022: 'auth',
  4023: 'auth',
  5000: 'unavailable',
  5006: 'request',
}

/** Without the source and the time. */
type Parsed<T> = Omit<T, 'source' | 'fetchedAt'>

/**
 * Missing fields stay unknown. undefined for a response without the honeypot flag (in part: without any flag): silence
 * is no clean record.
 */
export function readAddress({ result, isPartial }: GoplusResult): Parsed<AddressAnswer> | undefined {
  const isSilent = result && (isPartial ? Object.keys(result).length === 0 : !('honeypot_related_address' in result))
  if (isSilent) return undefined
  const fields = toScalars(result ?? {})
  return {
    honeypotRelated: parseFlag(fields['honeypot_related_address']),
    maliciousContracts: parseCount(fields['number_of_malicious_contracts_created']),
    flags: readFlags(fields),
    listedBy: (fields['data_source'] ?? '').split(',').filter((name) => name !== ''),
    isPartial,
  }
}

/** The address may come back in any case; undefined: an unknown form. */
export function readToken({ result = {}, isPartial }: GoplusResult, address: string): Parsed<TokenAnswer> | undefined {
  const [, entry = null] = Object.entries(result).find(([key]) => key.toLowerCase() === address) ?? []
  if (entry === null) return { facts: null, isPartial }
  const fields = toFields(entry)
  if (!fields) return undefined
  const fakeToken = toFields(fields['fake_token'])?.['value']
  const facts = readFields(toScalars({ ...fields, fake_token: fakeToken }))
  const holders = readHolders(fields)
  return { facts, ...(holders && { holders }), isPartial }
}

/** null: the response says nothing about them. */
function readHolders(fields: Record<string, unknown>): TokenHolders | null {
  const [all, liquidity] = [toRows(fields['holders']), toRows(fields['lp_holders'])]
  const { holder_count: told } = fields
  const count = parseCount(typeof told === 'string' ? told : '')
  if (count === null && all.length === 0 && liquidity.length === 0) return null
  const pools = new Set(toRows(fields['dex']).map(({ pair }) => String(pair).toLowerCase()))
  const largest = all.flatMap((row) => {
    const [address, share] = [parseAddress(String(row['address'])), parseShare(String(row['percent']))]
    if (address === null || share === null || isLocked(row) || pools.has(address)) return []
    return [{ address, share }]
  })
  const locked = liquidity.filter(isLocked)
  const ends = locked.flatMap(({ locked_detail: details }) =>
    toRows(details).flatMap(({ end_time: end }) => {
      const at = typeof end === 'string' ? Date.parse(end) : NaN
      return Number.isNaN(at) ? [] : [at]
    }),
  )
  const shares = locked.map(({ percent }) => parseShare(String(percent)) ?? 0)
  return {
    count,
    largest,
    lockedShare:
      liquidity.length === 0
        ? null
        : Math.min(
            1,
            shares.reduce((total, share) => total + share, 0),
          ),
    lockedUntil: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
  }
}

const toRows = (list: unknown): Record<string, unknown>[] =>
  (Array.isArray(list) ? list : []).slice(0, 10).flatMap((row: unknown) => {
    const fields = toFields(row)
    return fields ? [fields] : []
  })

/** What nobody can reach is as good as locked. */
const isLocked = ({ is_locked: flag, address }: Record<string, unknown>): boolean =>
  Number(flag) === 1 || burnt.has(String(address).toLowerCase())

const Chains = Type.Object({ code: Type.Literal(1), result: Type.Array(Type.Object({ id: Type.String() })) })

/** Empty for any other response. */
export const chainsIn = ({ status, body }: JsonResponse): string[] =>
  isSuccess({ status }) && checkValue(Chains, body) ? body.result.map(({ id }) => id) : []

function toScalars(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(texts.filter(([name, text]) => isPlain(name) && isPlain(text)))
}

const isPlain = (text: unknown): boolean => typeof text === 'string' && /^[\x20-\x7e]{0,100}$/.test(text)

const toFields = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

type Fields = Record<string, string>
type NamesOf<T> = { [Name in keyof TokenFacts]-?: TokenFacts[Name] extends T | null ? Name : never }[keyof TokenFacts]

const flagFields = {
  isHoneypot: 'is_honeypot',
  cannotSellAll: 'cannot_sell_all',
  cannotBuy: 'cannot_buy',
  hasPool: 'is_in_dex',
  isOpenSource: 'is_open_source',
  isProxy: 'is_proxy',
  isMintable: 'is_mintable',
  canSelfDestruct: 'selfdestruct',
  callsExternally: 'external_call',
  hasCooldown: 'trading_cooldown',
  hasHiddenOwner: 'hidden_owner',
  ownershipCanReturn: 'can_take_back_ownership',
  ownerCanChangeBalances: 'owner_change_balance',
  ownerCanChangeTaxes: 'slippage_modifiable',
  ownerCanSetPersonalTaxes: 'personal_slippage_modifiable',
  ownerCanPauseTransfers: 'transfer_pausable',
  ownerCanBlockHolders: 'is_blacklisted',
  ownerCanChangeLimits: 'anti_whale_modifiable',
  isAirdropScam: 'is_airdrop_scam',
  isTrueToken: 'is_true_token',
  imitatesToken: 'fake_token',
  abusesGas: 'gas_abuse',
} satisfies Record<NamesOf<boolean>, string>

const shareFields = {
  buyTax: 'buy_tax',
  sellTax: 'sell_tax',
  transferTax: 'transfer_tax',
  ownerShare: 'owner_percent',
  creatorShare: 'creator_percent',
}
const owner = 'owner_address'
const creator = 'creator_address'
const textFields = { name: 'token_name', symbol: 'token_symbol' }
const creatorHoneypots = 'honeypot_with_same_creator'

/** An absent or odd field is unknown, never "no". */
export const readFields = (fields: Fields): TokenFacts => ({
  ...readEach(flagFields, fields, parseFlag),
  ...readEach(shareFields, fields, parseShare),
  owner: parseAddress(fields[owner]),
  creator: parseCreator(fields[creator]),
  ...readEach(textFields, fields, (text = '') => text.trim() || null),
  creatorHoneypots: parseCount(fields[creatorHoneypots]),
})

function readEach<Name extends string, T>(
  names: Record<Name, string>,
  fields: Fields,
  parse: (text: string | undefined) => T,
): Record<Name, T> {
  const entries = (Object.entries(names) as [Name, string][]).map(([name, field]) => [name, parse(fields[field])])
  return Object.fromEntries(entries) as Record<Name, T>
}

const parseFlag = (text: string | undefined): boolean | null => {
  if (text === '1') return true
  return text === '0' ? false : null
}

const parseCount = (text = ''): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

const parseShare = (text = ''): number | null =>
  /^(\d+(\.\d+)?|\.\d+)(e-?\d{1,2})?$/i.test(text) ? Number(text) : null

const parseAddress = (text = ''): string | null => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : null)

/** The zero address can't have deployed a token. */
const parseCreator = (text?: string): string | null => (text === zeroAddress ? null : parseAddress(text))
const zeroAddress = `0x${'0'.repeat(40)}`
const burnt = new Set([zeroAddress, `0x${'0'.repeat(36)}dead`])

const addressFlagFields: Record<AddressFlag, string> = {
  sanctions: 'sanctioned',
  theft: 'stealing_attack',
  phishing: 'phishing_activities',
  cybercrime: 'cybercrime',
  money_laundering: 'money_laundering',
  financial_crime: 'financial_crime',
  dark_web: 'darkweb_transactions',
  blackmail: 'blackmail_activities',
  fake_identity: 'fake_kyc',
  malicious_mining: 'malicious_mining_activities',
  fake_token: 'fake_token',
  fake_interface: 'fake_standard_interface',
  gas_abuse: 'gas_abuse',
  reinitialisation: 'reinit',
  suspicion: 'blacklist_doubt',
  mixer: 'mixer',
}

const readFlags = (fields: Fields): AddressFlag[] =>
  addressFlags.filter((flag) => fields[addressFlagFields[flag]] === '1')

export const goplusLegacy: LegacyWriter = {
  report: ({ facts, isPartial }: TokenAnswer) => facts && { fields: writeFields(facts), isPartial },
  flags: (flags) => flags.map((flag) => addressFlagFields[flag]).toSorted(),
}

const allFields = { ...flagFields, ...shareFields, ...textFields, owner, creator, creatorHoneypots }

function writeFields(facts: TokenFacts): Fields {
  const entries = (Object.entries(allFields) as [keyof TokenFacts, string][]).flatMap(([name, field]) => {
    const fact = facts[name]
    if (fact === null) return []
    return [[field, typeof fact === 'boolean' ? String(Number(fact)) : String(fact)]]
  })
  return Object.fromEntries(entries) as Fields
}
