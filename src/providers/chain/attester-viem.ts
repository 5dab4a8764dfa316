import type { Hex } from 'viem'
import type { Clock } from '../../platform/clock.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { Attester, Call, Inspection, Market } from './attester.ts'
import type { AskNode } from './chain-node.ts'
import {
  decodeRegistry,
  decodeTimestamp,
  encodeGetRegistry,
  encodeGetSchema,
  encodeGetTimestamp,
  encodeRegister,
  isSchemaThere,
} from './eas.ts'
import { toSchemaId } from '../../../contract/eas-reads.ts'
import { findStamp } from './find-stamp.ts'
import { type NodeReads, createNodeReads } from './node-reads.ts'
import { toHexQuantity } from './node-response.ts'
import { toSendOutcome } from './send-outcome.ts'
import { findStatedMinimum } from './stated-minimum.ts'
import { type Signer, signTransaction, signTypedData } from './signer.ts'

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
  const place = { reads, chainId, contract, schema, address, signer }
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
    head: after(check, reads.head),
    blockHash: async (height, signal) => {
      await check(signal)
      return reads.blockHash(height, signal)
    },
    receipt: async (hash, signal) => {
      await check(signal)
      return reads.receipt(hash, signal)
    },
    countAt: async (address, height, signal) => {
      await check(signal)
      return reads.count(address, toHexQuantity(height), signal)
    },
  }
}

interface Place {
  reads: NodeReads
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
    reads.count(address, 'latest', signal),
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
