import { hash } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Clock } from '../platform/clock.ts'
import { shareFlights } from '../platform/share-flights.ts'
import { type CreatorData, WalletHistory } from './creator-data.ts'
import { AddressReport, type TokenRisk, TokenReport } from './token-risk.ts'

/** Where answers are kept. */
export interface AnswerStore {
  /** The answer under `key` that is still fresh at `now`, else undefined. */
  find: (key: string, now: Date) => Promise<unknown>
  save: (entry: { key: string; answer: unknown; fetchedAt: Date; expiresAt: Date }) => Promise<void>
}

interface Memory {
  answers: AnswerStore
  clock: Clock
  /** The provider's address: another provider's answers are not this one's. */
  url: string
  chainId: number
}

/** The source, asked once an hour for a wallet and once a minute for one without history; concurrent askers share the call. */
export function rememberCreatorData(source: CreatorData, memory: Memory): CreatorData {
  const recall = openRecall(memory, {
    what: 'creator:history',
    shape: WalletHistory,
    isProvisional: ({ oldestAt }) => oldestAt === null,
  })
  return { history: (address, signal) => recall(address, (signal) => source.history(address, signal), signal) }
}

/** The token's report in a wrapping, because "no record" is an answer worth keeping too. */
const KeptToken = Type.Object({ report: Type.Union([TokenReport, Type.Null()]) })

/** The source, asked once an hour for an address and once a minute where it knew little or nothing; concurrent askers share the call. */
export function rememberTokenRisk(source: TokenRisk, memory: Memory): TokenRisk {
  const recallAddress = openRecall(memory, {
    what: 'risk:address',
    shape: AddressReport,
    isProvisional: ({ isPartial, honeypotRelated }) => isPartial || honeypotRelated === null,
  })
  const recallToken = openRecall(memory, {
    what: 'risk:token',
    shape: KeptToken,
    isProvisional: ({ report }) => report === null || report.isPartial,
  })
  return {
    ...source,
    address: (address, signal) => recallAddress(address, (signal) => source.address(address, signal), signal),
    token: async (address, signal) => {
      const ask = async (signal: AbortSignal) => ({ report: await source.token(address, signal) })
      return (await recallToken(address, ask, signal)).report
    },
  }
}

interface Kind<T extends TSchema> {
  what: string
  shape: T
  /** The answer may soon be another. */
  isProvisional: (answer: Static<T>) => boolean
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** Look-up, call and saving as one flight, so that nobody calls between another's call and its saving. Errors aren't kept. */
function openRecall<T extends TSchema>(memory: Memory, { what, shape, isProvisional }: Kind<T>) {
  const { answers, clock, chainId } = memory
  const source = hash('sha256', memory.url).slice(0, 16) // an address may hold a key
  const share = shareFlights<Static<T>>()

  return (address: string, ask: (signal: AbortSignal) => Promise<Static<T>>, signal: AbortSignal) => {
    const key = `${what}:${source}:${chainId}:${address}`
    const lookUp = async (signal: AbortSignal): Promise<Static<T>> => {
      const kept = await answers.find(key, clock.now())
      if (Check(shape, kept)) return kept
      const answer = await ask(signal)
      const fetchedAt = clock.now()
      const expiresAt = new Date(fetchedAt.getTime() + (isProvisional(answer) ? minuteMs : hourMs))
      await answers.save({ key, answer, fetchedAt, expiresAt })
      return answer
    }
    return share(key, lookUp, signal)
  }
}
