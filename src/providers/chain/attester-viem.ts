import type { Hex } from 'viem'
import { toSchemaId } from '../../../contract/eas-reads.ts'
import { UpstreamError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import type { Attester, Call, Inspection, Market, Sent, Stamp } from './attester.ts'
import { type BlockTimes, measureBlocks } from './block-times.ts'
import type { AskNode } from './chain-node.ts'
import {
  decodeRegistry,
  decodeTimestamp,
  encodeGetRegistry,
  encodeGetSchema,
  encodeGetTimestamp,
  encodeRegister,
  isSchemaThere,
  stampTopics,
} from './eas.ts'
import { createNodeReads, type NodeReads } from './node-reads.ts'
import { type Signer, signTransaction, signTypedData } from './signer.ts'
import { findStatedMinimum } from './stated-minimum.ts'

interface Options {
  ask: AskNode
  chainId: number
  contract: Hex
  signer: Signer
  schema: string
  clock: Clock
  /** The operator's lower bound, in wei. */
  minTip: bigint
}

export function createAttester({ ask, chainId, contract, signer, schema, clock, minTip }: Options): Attester {
  const { address } = signer
  const reads = createNodeReads(ask)
  const blockTimes = measureBlocks(reads.block)
  const place = { reads, blockTimes, chainId, contract, schema, address, signer }
  const check = checkOnce(place)
  let inspected: Inspection = { at: clock.now(), state: 'unchecked', balance: null }
  let isStuck = false
  const getInspected = () =>
    isStuck && inspected.state === 'ok' ? { ...inspected, state: 'stuck' as const } : inspected
  const floor = createTipFloor(minTip, clock)
  return {
    chainId,
    contract,
    address,
    signTransaction: (transaction, signal) => signTransaction(signer, { ...transaction, chainId }, signal),
    signTypedData: (typedData, signal) => signTypedData(signer, typedData, signal),
    inspect: async (signal) => {
      const found = await inspect(place, signal)
      if (!signal.aborted) inspected = { at: clock.now(), ...found }
      return getInspected()
    },
    markStuck: (now) => {
      isStuck = now
    },
    inspected: getInspected,
    hasCode: async (given, signal) => {
      await check(signal)
      return reads.hasCode(given, signal)
    },
    registration: after(check, (signal) => toRegistration(place, signal)),
    stampedAt: async (digest, signal) => {
      await check(signal)
      return decodeTimestamp(await reads.call({ to: contract, data: encodeGetTimestamp(digest) }, signal))
    },
    findStamp: async (digest, signal) => {
      await check(signal)
      return findStamp(place, digest, signal)
    },
    market: after(check, async (signal) => withTip(await readMarket(place, signal), floor.get())),
    estimate: async (call, signal) => {
      await check(signal)
      return reads.estimate({ ...call, from: address }, signal)
    },
    send: async (raw, signal) => {
      await check(signal)
      const response = await ask('eth_sendRawTransaction', [raw], signal)
      if ('error' in response) floor.learn(response.error.message)
      const sent = 'error' in response ? toSendOutcome(response.error) : { outcome: 'taken' as const, detail: '' }
      if (sent) return sent
      throw new UpstreamError(
        'chain',
        'unavailable',
        'eth_sendRawTransaction: neither accepted nor rejected the transaction',
      )
    },
    head: after(check, blockTimes.head),
    safe: after(check, blockTimes.safe),
    finalized: after(check, blockTimes.finalized),
    blockHash: async (height, signal) => {
      await check(signal)
      return reads.blockHash(height, signal)
    },
    receipt: async (hash, signal) => {
      await check(signal)
      return reads.receipt(hash, signal)
    },
    count: async (address, signal) => {
      await check(signal)
      return reads.count(address, signal)
    },
  }
}

interface Place {
  reads: NodeReads
  blockTimes: BlockTimes
  chainId: number
  contract: Hex
  schema: string
  address: Hex
  signer: Signer
}

type Check = (signal: AbortSignal) => Promise<void>

const after =
  <T>(check: Check, work: (signal: AbortSignal) => Promise<T>) =>
  async (signal: AbortSignal): Promise<T> => {
    await check(signal)
    return work(signal)
  }

/** Another chain has other nonces, and a call to an address without code succeeds without attesting anything. */
function checkOnce(place: Place): Check {
  let isChecked = false
  return async (signal) => {
    if (isChecked) return
    const fault = await placeFault(place, signal)
    if (fault) throw new UpstreamError('chain', 'chain', faultWords[fault])
    isChecked = true
  }
}

const faultWords = {
  'wrong-chain': 'CHAIN_RPC_URL serves another chain than CHAIN_ID',
  'no-contract': 'there is no contract at ATTESTATION_CONTRACT',
}

async function placeFault({ reads, chainId, contract }: Place, signal: AbortSignal) {
  const [served, hasCode] = await Promise.all([reads.chainId(signal), reads.hasCode(contract, signal)])
  if (served !== chainId) return 'wrong-chain' as const
  return hasCode ? undefined : ('no-contract' as const)
}

async function inspect(place: Place, signal: AbortSignal): Promise<Omit<Inspection, 'at'>> {
  try {
    const fault = await placeFault(place, signal)
    if (fault) return { state: fault, balance: null }
    const [isThere, { balance, fees }] = await Promise.all([hasSchema(place, signal), readMarket(place, signal)])
    const isLow = balance < enoughGas * fees.maxFeePerGas
    const refusal = await checkSigner(place, signal)
    if (refusal) return { state: refusal, balance }
    if (!isThere) return { state: 'no-schema', balance }
    return { state: isLow ? 'low-balance' : 'ok', balance }
  } catch {
    return { state: 'unreachable', balance: null }
  }
}

async function checkSigner({ signer }: Place, signal: AbortSignal): Promise<'no-signer' | 'wrong-signer' | undefined> {
  try {
    await signer.check?.(signal)
    return undefined
  } catch (error) {
    return error instanceof UpstreamError && error.fault === 'chain' ? 'wrong-signer' : 'no-signer'
  }
}

/** The gas of about ten attestations. */
const enoughGas = 4_000_000n

async function hasSchema(place: Place, signal: AbortSignal): Promise<boolean> {
  const { reads, schema } = place
  const call = { to: await readRegistry(place, signal), data: encodeGetSchema(toSchemaId(schema)) }
  return decoded(isSchemaThere, await reads.call(call, signal))
}

const toRegistration = async (place: Place, signal: AbortSignal): Promise<Call> => ({
  to: await readRegistry(place, signal),
  data: encodeRegister(place.schema),
})

const readRegistry = async ({ reads, contract }: Place, signal: AbortSignal): Promise<Hex> =>
  decoded(decodeRegistry, await reads.call({ to: contract, data: encodeGetRegistry() }, signal))

function decoded<T>(decode: (data: Hex) => T, data: Hex): T {
  try {
    return decode(data)
  } catch {
    throw new UpstreamError(
      'chain',
      'chain',
      'the contract at ATTESTATION_CONTRACT does not behave like an attestation service',
    )
  }
}

/** A pool's minimum changes rarely; a refusal states it again. */
const learnedForMs = 3_600_000

/** The operator's minimum, or what a refusal stated within the last hour. */
function createTipFloor(minTip: bigint, { now }: Clock) {
  let learned = { tip: 0n, until: 0 }
  return {
    get: () => (now().getTime() < learned.until && learned.tip > minTip ? learned.tip : minTip),
    learn: (refusal: string) => {
      const tip = findStatedMinimum(refusal)
      if (tip !== null) learned = { tip, until: now().getTime() + learnedForMs }
    },
  }
}

/** Twice the next base fee, enough for several full blocks. */
async function readMarket({ reads, address }: Place, signal: AbortSignal): Promise<Market> {
  const [baseFee, tip, balance, count] = await Promise.all([
    reads.nextBaseFee(signal),
    reads.tip(signal),
    reads.balance(address, signal),
    reads.count(address, signal),
  ])
  return { baseFee, fees: { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }, balance, count }
}

/** At least this tip. */
function withTip(market: Market, tip: bigint): Market {
  const more = tip - market.fees.maxPriorityFeePerGas
  if (more <= 0n) return market
  const fees = { maxFeePerGas: market.fees.maxFeePerGas + more, maxPriorityFeePerGas: tip }
  return { ...market, fees }
}

/**
 * From any sender; null: there is none. The contract gives the second, so only the blocks of that second are requested and
 * no node refuses the range of the logs.
 */
async function findStamp(
  { reads, blockTimes, contract }: Pick<Place, 'reads' | 'blockTimes' | 'contract'>,
  digest: Hex,
  signal: AbortSignal,
): Promise<Stamp | null> {
  const stampedAt = decodeTimestamp(await reads.call({ to: contract, data: encodeGetTimestamp(digest) }, signal))
  if (!stampedAt) return null
  const fromBlock = await blockTimes.blockAt(stampedAt, signal)
  const toBlock = (await blockTimes.blockAt(new Date(stampedAt.getTime() + 1000), signal)) - 1n
  const filter = { address: contract, topics: stampTopics(digest), fromBlock, toBlock }
  const [stamp] = await reads.stamps(filter, signal)
  return stamp ?? null
}

export function toSendOutcome({ code, message: whole }: { code: number; message: string }): Sent | undefined {
  const message = whole.slice(0, maxMessage)
  const detail = message.replaceAll(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)
  const known = words.find(([, text]) => text.test(message))
  if (known) return { outcome: known[0], detail }
  const isRefusal = code <= -32000 && code > -32100 && code !== unavailable
  return isRefusal ? { outcome: 'refused', detail } : undefined
}

/** A refusal starts with its reason; the whole transaction may follow. */
const maxMessage = 20_000

/** "Resource unavailable" says nothing about the transaction. */
const unavailable = -32002

const words: [Sent['outcome'], RegExp][] = [
  ['taken', /already ?known|already imported|known transaction|OwnNonceAlreadyUsed|already exists in .{0,100}pool/i],
  [
    'underpriced',
    /underpriced|less than block base fee|(?:fee|tip|price) ?(?:is )?too ?low|(?:fee|tip|price)\b.{0,60}\b(?:below|less than|at least|min(?:imum)?)\b|min(?:imum)? (?:gas|tip|priority|fee)/i,
  ],
  ['nonce used', /nonce (is )?too low|invalid (transaction )?nonce|old ?nonce|nonce has already been used/i],
  ['gap', /nonce (is )?too high|nonce ?gap/i],
  ['no funds', /insufficient ?(funds|balance)|exceeds (transaction sender )?account balance/i],
]
