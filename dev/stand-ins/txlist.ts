import { type StandInResponse, type Asked, type StandIn, type WireFault, startJsonServer } from './json-server.ts'
import { type TxRow, type WalletSpec, walletRows } from './wallet-rows.ts'

type Flavour = 'etherscan' | 'blockscout'

/** Faults by name, or an answer to be given as it is. */
export type TxlistFault = WireFault | keyof typeof notOk | 'rate limit' | StandInResponse

export interface TxlistWorld {
  /** By lower-case address: rows as they are served, or a wallet in words. An unknown address has no transactions. */
  wallets: Record<string, Partial<TxRow>[] | WalletSpec>
  /** Wallets of several chains, asked before `wallets`; undefined: not known here. */
  findWallet?: (address: string, chainId: string) => WalletSpec | undefined
  /** The transactions that created contracts, by lower-case address (`getcontractcreation`). */
  creations?: Record<string, string>
  /** The same for several chains, asked before `creations`. */
  findCreation?: (address: string, chainId: string) => string | undefined
  flavour?: Flavour
  /** The key that callers must send; null: no key is required. */
  key?: string | null
  /** Chains that a free plan doesn't serve (Etherscan). */
  paidChains?: string[]
  findFault?: (asked: Asked, count: number) => TxlistFault | undefined
  delayMs?: number
  now?: () => Date
}

/** An explorer that speaks `txlist` over a socket: Etherscan's V2 or a Blockscout instance, with their habits. */
export async function startTxlist(world: TxlistWorld): Promise<StandIn> {
  const flavour = flavours[world.flavour ?? 'etherscan']
  const respond = (asked: Asked, count: number): StandInResponse | WireFault => {
    const fault = world.findFault?.(asked, count)
    if (fault === undefined) return flavour.response(world, asked)
    if (fault === 'rate limit') return flavour.rateLimit
    if (typeof fault === 'object') return fault
    return isNotOk(fault) ? refused(notOk[fault]) : fault
  }
  return startJsonServer({ path: flavour.path, respond, delayMs: world.delayMs ?? 0 })
}

/** Etherscan's words for what it refuses, with HTTP 200. */
const notOk = {
  'generic rate limit': 'Max rate limit reached, please use API Key for higher rate limit',
  'bad key': 'Invalid API Key',
  'missing key': 'Missing/Invalid API Key',
  'too many bad keys': 'Too many invalid api key attempts, please try again later',
  plan: 'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.',
  pro: 'Sorry, it looks like you are trying to access an API Pro endpoint. Contact us to upgrade to API Pro.',
  chain:
    'Missing or unsupported chainid parameter (required for v2 api), please see chainlist for the list of supported chainids',
  'bad address': 'Error! Invalid address format',
  'bad action': 'Error! Missing Or invalid Action name',
  'bad module': 'Error! Missing Or invalid Module name',
  'query timeout': 'Query Timeout occured. Please select a smaller result dataset',
}

const isNotOk = (fault: string): fault is keyof typeof notOk => fault in notOk
const refused = (result: string): StandInResponse => ({ body: { status: '0', message: 'NOTOK', result } })

const empty: StandInResponse = { body: { status: '0', message: 'No transactions found', result: [] } }
const windowTooLarge: StandInResponse = {
  body: {
    status: '0',
    message: 'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
    result: null,
  },
}
const isAddress = (text: string | undefined) => /^0x[0-9a-f]{40}$/i.test(text ?? '')

const unresponsive = (message: string) => ({ message, result: null, status: '0' })

const quotaHeaders = (remaining: string, resetMs: string) => ({
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': resetMs,
  'bypass-429-option': 'no_bypass',
})

const flavours = {
  etherscan: {
    path: '/v2/api',
    response: etherscanResponse,
    rateLimit: refused('Max calls per sec rate limit reached (3/sec)'),
  },
  blockscout: { path: '/blockscout/api', response: blockscoutResponse, rateLimit: blockscoutRateLimit() },
}

/** The chain's plan is looked at before the key. */
function etherscanResponse(world: TxlistWorld, { query }: Asked): StandInResponse {
  if (!/^\d+$/.test(query.chainid ?? '')) return refused(notOk.chain)
  if (world.paidChains?.includes(query.chainid ?? '')) return refused(notOk.plan)
  const complaint = keyComplaint(world.key, query.apikey)
  if (complaint) return refused(notOk[complaint])
  if (query.module === 'proxy' && query.action === 'eth_getTransactionCount') return nonceResponse(world, query)
  if (query.module === 'contract' && query.action === 'getcontractcreation') return creationsResponse(world, query)
  if (query.module !== 'account') return refused(notOk['bad module'])
  if (query.action !== 'txlist') return refused(notOk['bad action'])
  if (!isAddress(query.address)) return refused(notOk['bad address'])
  return pageResponse(getRows(world, query), query, 1000)
}

function keyComplaint(key: string | null = null, given: string | undefined) {
  if (key === null || given === key) return undefined
  return given === undefined ? 'missing key' : 'bad key'
}

function nonceResponse(world: TxlistWorld, query: Asked['query']): StandInResponse {
  const { address = '' } = query
  if (!isAddress(address))
    return { body: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'invalid argument 0: not an address' } } }
  const sent = getRows(world, query).filter(({ from }) => from === address.toLowerCase())
  const count = Math.max(0, ...sent.map(({ nonce }) => Number(nonce) + 1))
  return { body: { jsonrpc: '2.0', id: 1, result: `0x${count.toString(16)}` } }
}

/** Unknown contracts are left out; without a known one there is no data. */
function creationsResponse(
  { creations = {}, findCreation }: TxlistWorld,
  { contractaddresses = '', chainid = '' }: Asked['query'],
): StandInResponse {
  const result = contractaddresses.split(',').flatMap((contractAddress) => {
    const address = contractAddress.toLowerCase()
    const txHash = findCreation?.(address, chainid) ?? creations[address]
    return txHash ? [{ contractAddress, contractCreator: '0x0', txHash }] : []
  })
  return result.length > 0
    ? { body: { status: '1', message: 'OK', result } }
    : { body: { status: '0', message: 'No data found', result: null } }
}

/** There is no proxy module; words of refusal stand in `message`; parameters it doesn't know are ignored. */
function blockscoutResponse(world: TxlistWorld, { query }: Asked): StandInResponse {
  const complaint = keyComplaint(world.key, query.apikey)
  if (complaint === 'missing key') return { status: 402, body: { error: 'payment required' } }
  if (complaint === 'bad key') return { status: 401, body: { error: 'unauthorized' } }
  if (query.module === 'contract' && query.action === 'getcontractcreation') return creationsResponse(world, query)
  if (query.module !== 'account') return { status: 400, body: unresponsive('Unknown module') }
  if (query.action !== 'txlist') return { status: 400, body: unresponsive('Unknown action') }
  if (query.address === undefined) return { body: unresponsive("Query parameter 'address' is required") }
  if (!isAddress(query.address)) return { body: unresponsive('Invalid address format') }
  const address = query.address.toLowerCase()
  const side = query.filter_by === 'from' || query.filter_by === 'to' ? query.filter_by : null
  const rows = getRows(world, query).filter((row) => side === null || row[side] === address)
  return {
    ...pageResponse(rows.map(blockscoutRow), { sort: 'desc', ...query }, 10_000),
    headers: quotaHeaders('299', '41250'),
  }
}

/** Keys in alphabetical order, without `functionName`. */
function blockscoutRow(row: Partial<TxRow>): Partial<TxRow> {
  const known = row.to === '' ? { ...row, methodId: '0x' } : row
  const columns = Object.entries(known).filter(([name]) => name !== 'functionName')
  return Object.fromEntries(columns.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function blockscoutRateLimit(): StandInResponse {
  const body = unresponsive('Too many requests. Increase limits now at https://dev.blockscout.com')
  return { status: 429, headers: quotaHeaders('0', '306'), body }
}

function getRows(
  { wallets, findWallet, now = () => new Date() }: TxlistWorld,
  { address = '', chainid = '' }: Asked['query'],
): Partial<TxRow>[] {
  const own = address.toLowerCase()
  const wallet = findWallet?.(own, chainid) ?? wallets[own] ?? []
  return Array.isArray(wallet) ? wallet : walletRows(own, wallet, now())
}

function pageResponse(rows: Partial<TxRow>[], query: Asked['query'], maxRows: number): StandInResponse {
  const page = Number(query.page ?? 1)
  const offset = Number(query.offset ?? maxRows)
  if (page * offset > 10_000) return windowTooLarge
  const size = Math.min(offset, maxRows)
  const direction = query.sort === 'desc' ? -1 : 1
  const sorted = rows.toSorted((one, other) => direction * (Number(one.timeStamp) - Number(other.timeStamp)))
  const shown = sorted.slice((page - 1) * size, page * size)
  return shown.length > 0 ? { body: { status: '1', message: 'OK', result: shown } } : empty
}
