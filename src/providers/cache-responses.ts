import { hash } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { checkValue } from '../platform/check-value.ts'
import type { Clock } from '../platform/clock.ts'
import { hourMs, minuteMs } from '../../contract/durations.ts'
import { createCoalesce } from '../platform/caching/coalesce.ts'
import { type CreatorData, WalletAnswer } from './creator-data/creator-data.ts'
import { AddressAnswer, TokenAnswer, type TokenRisk } from './token-risk.ts'

export interface ResponseStore {
  find: (key: string, now: Date) => Promise<{ response: unknown } | undefined>
  save: (entry: { key: string; response: unknown; fetchedAt: Date; expiresAt: Date }) => Promise<void>
}

interface Memory {
  responses: ResponseStore
  clock: Clock
  url: string
  chainId: number
}

/** For an hour, empty histories for a minute. Concurrent callers share a call. */
export function cacheCreatorData(source: CreatorData, memory: Memory): CreatorData {
  const recall = createCachedCall(memory, {
    what: 'creator:history-answer',
    shape: WalletAnswer,
    isProvisional: ({ oldestAt, unreadRows = 0 }) => oldestAt === null || unreadRows > 0,
  })
  return {
    history: (address, signal) => recall(address, (signal) => source.history(address, signal), signal),
  }
}

/** For an hour, partial or missing answers for a minute. Concurrent callers share a call. */
export function cacheTokenRisk(source: TokenRisk, memory: Memory): TokenRisk {
  const recallAddress = createCachedCall(memory, {
    what: 'risk:address-answer',
    shape: AddressAnswer,
    isProvisional: ({ isPartial, honeypotRelated }) => isPartial || honeypotRelated === null,
  })
  const recallToken = createCachedCall(memory, {
    what: 'risk:token-answer',
    shape: TokenAnswer,
    isProvisional: ({ facts, isPartial }) => facts === null || isPartial,
  })
  const { address: askAddress } = source
  return {
    ...source,
    address:
      askAddress && ((address, signal) => recallAddress(address, (signal) => askAddress(address, signal), signal)),
    token: (address, signal) => recallToken(address, (signal) => source.token(address, signal), signal),
  }
}

interface Kind<T extends TSchema> {
  what: string
  shape: T
  /** Whether the response may change soon. */
  isProvisional: (response: Static<T>) => boolean
}

/** Coalesces look-up, call and save as one run, so that no caller starts in between. Errors are not cached. */
function createCachedCall<T extends TSchema>(memory: Memory, { what, shape, isProvisional }: Kind<T>) {
  const { responses, clock, chainId } = memory
  const source = hash('sha256', memory.url).slice(0, 16) // The URL may hold a key.
  const coalesce = createCoalesce<Static<T>>()

  return (address: string, ask: (signal: AbortSignal) => Promise<Static<T>>, signal: AbortSignal) => {
    const key = `${what}:${source}:${chainId}:${address}`
    const lookUp = async (signal: AbortSignal): Promise<Static<T>> => {
      const kept = await responses.find(key, clock.now())
      if (kept && checkValue(shape, kept.response)) return kept.response
      const response = await ask(signal)
      const fetchedAt = clock.now()
      const expiresAt = new Date(fetchedAt.getTime() + (isProvisional(response) ? minuteMs : hourMs))
      await responses.save({ key, response, fetchedAt, expiresAt })
      return response
    }
    return coalesce(key, lookUp, signal)
  }
}
