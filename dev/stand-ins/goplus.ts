import { createHash } from 'node:crypto'
import { type AddressSpec, type TokenSpec, addressBody, tokenBody } from './goplus-bodies.ts'
import { type StandInResponse, type Asked, type StandIn, type WireFault, startJsonServer } from './json-server.ts'

/** Faults by name, or an answer to be given as it is. */
export type GoplusFault = WireFault | keyof typeof refusals | StandInResponse

export interface GoplusWorld {
  /** By lower-case address: a `result` as it is served, or an address in words. Any other is in no list. */
  addresses?: Record<string, AddressSpec | Record<string, string>>
  /** By lower-case address: an entry as it is served, or a token in words. Of any other there is no record. */
  tokens?: Record<string, TokenSpec | object>
  chains?: string[]
  /** The pair that the token exchange takes. */
  app?: { key: string; secret: string }
  /** How long an exchanged token is good for. */
  tokenSeconds?: number
  /** More calls than this within the window are refused. */
  pace?: { calls: number; windowMs: number }
  findFault?: (asked: Asked, count: number) => GoplusFault | undefined
  delayMs?: number
  now?: () => Date
}

export interface Goplus extends StandIn {
  /** Makes all access tokens unknown from now on. */
  withdrawTokens: () => void
}

/** GoPlus over a socket: HTTP 200 whatever happens, one address a call, wrong credentials worse than none. */
export async function startGoplus(world: GoplusWorld): Promise<Goplus> {
  const state: State = { times: [], tokens: new Set() }
  const respond = (asked: Asked, count: number): StandInResponse | WireFault => {
    const fault = world.findFault?.(asked, count)
    if (fault === undefined) return toErrorResponse(world, state, asked)
    if (typeof fault === 'object') return fault
    return isRefusal(fault) ? refusals[fault] : fault
  }
  const server = await startJsonServer({ path: '', respond, delayMs: world.delayMs ?? 0 })
  return { ...server, withdrawTokens: () => state.tokens.clear() }
}

interface State {
  /** When the latest calls came. */
  times: number[]
  tokens: Set<string>
}

const coded = (code: number, message: string): StandInResponse => ({ body: { code, message, result: null } })
const found = (result: object): StandInResponse => ({ body: { code: 1, message: 'OK', result } })

const refusals = {
  'rate limit': { body: { code: 4029, message: 'too many requests' } },
  'bad credentials': coded(4012, 'signature verification failure'),
  'bad token': coded(4022, 'access token invalid'),
  'unknown app': coded(4010, 'App_key not exist'),
  'stale signature': coded(4011, 'signature expired'),
  chain: coded(2022, 'The main chain is not supported'),
  'bad address': coded(2004, 'Contract address format error!'),
  'no contract': coded(2020, 'not a contract'),
  system: coded(5000, 'system error'),
  parameter: coded(5006, 'param error'),
}

const isRefusal = (fault: string): fault is keyof typeof refusals => fault in refusals

function toErrorResponse(world: GoplusWorld, state: State, asked: Asked): StandInResponse {
  if (asked.path === '/api/v1/token' && asked.method === 'POST') return tokenExchange(world, state, asked.body)
  const { authorization } = asked.headers
  if (authorization !== undefined && !state.tokens.has(authorization))
    return world.app ? refusals['bad token'] : refusals['bad credentials']
  if (isTooFast(world, state)) return refusals['rate limit']
  if (asked.path === '/api/v1/supported_chains') return chainsResponse(world)
  const [, what, subject = ''] = /^\/api\/v1\/(address_security|token_security)\/([^/]+)$/.exec(asked.path) ?? []
  if (what === 'address_security') return addressResponse(world, subject, asked.query)
  return what === 'token_security' ? tokenResponse(world, subject, asked.query) : { status: 404, body: 'not found' }
}

/** The real service supports about forty chains and no test network. */
function chainsResponse({ chains = ['1', '56', '137', '4663', '8453', '42161'] }: GoplusWorld): StandInResponse {
  return { body: { code: 1, message: 'ok', result: chains.map((id) => ({ name: `chain ${id}`, id })) } }
}

function isTooFast({ pace, now = () => new Date() }: GoplusWorld, state: State): boolean {
  if (!pace) return false
  const time = now().getTime()
  state.times = state.times.filter((earlier) => earlier > time - pace.windowMs)
  const isFull = state.times.length >= pace.calls
  if (!isFull) state.times.push(time)
  return isFull
}

const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text)
const isServed = ({ chains }: GoplusWorld, chain: string | undefined) =>
  chains === undefined || chains.includes(chain ?? '')

function addressResponse(world: GoplusWorld, subject: string, { chain_id }: Asked['query']): StandInResponse {
  if (!isAddress(subject)) return refusals['bad address']
  if (!isServed(world, chain_id)) return refusals.chain
  const known = world.addresses?.[subject.toLowerCase()] ?? {}
  const result = isBody(known) ? known : addressBody(known)
  return { body: { code: 1, message: 'ok', result } }
}

/** A body as it is served knows every flag; words name only those that are set. */
const isBody = (known: AddressSpec | Record<string, string>): known is Record<string, string> => 'data_source' in known

/** Of a list of addresses only the first is answered, and nothing says so. */
function tokenResponse(
  world: GoplusWorld,
  chain: string,
  { contract_addresses = '' }: Asked['query'],
): StandInResponse {
  if (!isServed(world, chain)) return refusals.chain
  const address = (contract_addresses.split(',')[0] ?? '').toLowerCase()
  if (!isAddress(address)) return refusals['bad address']
  const known = world.tokens?.[address]
  if (!known) return found({})
  return found({ [address]: 'kind' in known ? tokenBody(known) : known })
}

function tokenExchange({ app, tokenSeconds = 7200, now = () => new Date() }: GoplusWorld, state: State, body: string) {
  const { app_key, time, sign } = JSON.parse(body) as { app_key: string; time: number; sign: string }
  if (!app || app_key !== app.key) return refusals['unknown app']
  if (Math.abs(now().getTime() / 1000 - time) > 1000) return refusals['stale signature']
  const expected = createHash('sha1').update(`${app.key}${time}${app.secret}`).digest('hex')
  if (sign !== expected) return refusals['bad credentials']
  const token = `Bearer stand-in-${state.tokens.size}-${time}`
  state.tokens.add(token)
  return found({ access_token: token, expires_in: tokenSeconds })
}
