import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Static, type TSchema, Type } from 'typebox'
import { hourMs, minuteMs } from '../../contract/time.ts'
import { createCoalesce, maxEntries } from '../platform/caching.ts'
import type { Clock } from '../platform/time.ts'
import { checkValue } from '../platform/values.ts'
import type { Chain, NameAnswer } from './chain/chain.ts'
import { type CreatorData, WalletAnswer } from './creator-data/creator-data.ts'
import { FoundTokens, type MarketData, MarketProfile } from './market/market-data.ts'
import { type FindTokenCreator, type ReadTokenProfile, TokenCreator, TokenProfile } from './token-profile.ts'
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

/** For an hour, profiles of unnamed contracts or with unreadable metadata for a minute. Concurrent callers share a call. */
export function cacheTokenProfile(read: ReadTokenProfile, memory: Memory): ReadTokenProfile {
  const recall = createCachedCall(memory, {
    what: 'chain:token-profile',
    shape: TokenProfile,
    isProvisional: ({ name, symbol, images, faults }) =>
      name === null || symbol === null || images.length === 0 || faults.length > 0,
  })
  return (token, signal) => recall(token, (signal) => read(token, signal), signal)
}

/** For an hour, unknown creators for a minute. Concurrent callers share a call. */
export function cacheTokenCreator(find: FindTokenCreator, memory: Memory): FindTokenCreator {
  const recall = createCachedCall(memory, {
    what: 'chain:token-creator',
    shape: TokenCreator,
    isProvisional: (creator) => 'unknown' in creator,
  })
  return (token, signal) => recall(token, (signal) => find(token, signal), signal)
}

/** For an hour, missing profiles and those without an image for a minute. Concurrent callers share a call. */
export function cacheMarketData(source: MarketData, memory: Memory): MarketData {
  const recall = createCachedCall(memory, {
    what: 'market:profile',
    shape: Type.Object({ profile: Type.Union([MarketProfile, Type.Null()]) }),
    isProvisional: ({ profile }) => !profile?.imageUrl,
  })
  const recallSearch = createCachedCall(memory, {
    what: 'market:search',
    shape: FoundTokens,
    isProvisional: () => false,
  })
  const ask = async (token: string, signal: AbortSignal) => ({ profile: await source.findProfile(token, signal) })
  return {
    ...source,
    search: (text, signal) => recallSearch(text.toLowerCase(), (signal) => source.search(text, signal), signal),
    findProfile: async (token, signal) => (await recall(token, (signal) => ask(token, signal), signal)).profile,
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

export function cacheNames(chain: Chain, { now }: Clock): Chain {
  const answers = new LRUCache<string, { answer: NameAnswer }>({
    ...maxEntries(10_000),
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  const coalesce = createCoalesce<NameAnswer>()
  return {
    ...chain,
    resolveName: async (name, signal) => {
      const cached = answers.get(name)
      if (cached) return cached.answer
      return coalesce(
        name,
        async (signal) => {
          const answer = await chain.resolveName(name, signal)
          answers.set(name, { answer })
          return answer
        },
        signal,
      )
    },
  }
}
