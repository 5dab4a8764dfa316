import { type Asked, type StandIn, type StandInResponse, type WireFault, startJsonServer } from './json-server.ts'

/** A token as the simulation finds it. */
export interface SimulatedToken {
  name?: string
  symbol?: string
  /** undefined: the simulation fails. */
  isHoneypot?: boolean
  /** In percent; 0 by default. */
  buyTax?: number
  sellTax?: number
  isOpenSource?: boolean
  isProxy?: boolean
}

export interface HoneypotIsWorld {
  /** By lower-case address: a body as it is served, or a token in words. Of any other no pool is found. */
  tokens?: Record<string, SimulatedToken | object>
  findFault?: (asked: Asked, count: number) => StandInResponse | WireFault | undefined
  delayMs?: number
}

/** honeypot.is over a socket: faults have a status and a body with `code` and `error`. */
export const startHoneypotIs = (world: HoneypotIsWorld = {}): Promise<StandIn> =>
  startJsonServer({
    path: '',
    respond: (asked, count) => world.findFault?.(asked, count) ?? respond(world, asked),
    delayMs: world.delayMs ?? 0,
  })

const chains: Record<string, string> = { 1: 'Ethereum', 56: 'Binance Smart Chain', 8453: 'Base' }

const fault = (status: number, error: string): StandInResponse => ({ status, body: { code: status, error } })

function respond({ tokens = {} }: HoneypotIsWorld, { path, query }: Asked): StandInResponse {
  if (path !== '/v2/IsHoneypot') return { status: 404, body: '404 page not found' }
  const { address = '', chainID = '1' } = query
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return fault(400, 'invalid token address')
  if (!(chainID in chains)) return fault(400, 'invalid chain')
  const known = tokens[address.toLowerCase()]
  if (!known) return fault(404, 'No pairs found')
  return { body: 'simulationSuccess' in known ? known : toBody(known, { address, chainID }) }
}

/** What a failed simulation doesn't tell is absent, as the real one leaves it out. */
function toBody(token: SimulatedToken, { address, chainID }: { address: string; chainID: string }): object {
  const {
    name = 'Example',
    symbol = 'EX',
    isHoneypot,
    buyTax = 0,
    sellTax = 0,
    isOpenSource = true,
    isProxy = false,
  } = token
  const described = {
    token: { name, symbol, decimals: 18, address, totalHolders: 61 },
    flags: [],
    chain: { id: chainID, name: chains[chainID], shortName: chainID, currency: 'ETH' },
  }
  if (isHoneypot === undefined)
    return {
      ...described,
      summary: { risk: 'unknown', flags: [] },
      simulationSuccess: false,
      simulationError: 'Insufficient liquidity for this trade.',
    }
  return {
    ...described,
    summary: { risk: isHoneypot ? 'honeypot' : 'low', riskLevel: isHoneypot ? 100 : 1, flags: [] },
    simulationSuccess: true,
    honeypotResult: { isHoneypot, ...(isHoneypot && { honeypotReason: 'execution reverted: TRANSFER_FROM_FAILED' }) },
    simulationResult: { buyTax, sellTax, transferTax: 0, buyGas: '142692', sellGas: '129776' },
    contractCode: { openSource: isOpenSource, rootOpenSource: isOpenSource, isProxy, hasProxyCalls: isProxy },
    router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    pairAddress: '0xb89f16cb68b86c37dd3df6a024d0c47a9af2af96',
  }
}
