import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frozenNow, riskSource, tokenAnswer, unlisted } from '../../test/fixtures/providers.ts'
import type { WalletAnswer } from './creator-data/creator-data.ts'
import { type ResponseStore, cacheCreatorData, cacheTokenRisk } from './cache-responses.ts'
import type { AddressAnswer, TokenAnswer, TokenRisk } from './token-risk.ts'

const never = new AbortController().signal
const ada = '0xa11ce00000000000000000000000000000000001'

const fetchedAt = frozenNow.toISOString()
const history: WalletAnswer = { oldestAt: 1, sentCount: 2, deployed: [], isComplete: true, fetchedAt }
const token = tokenAnswer({ isHoneypot: false })

/** Of the SHA-256 of the URL below. */
const source = '2be06cb0775fe7ec'

/** A clock to be moved, and a store that keeps what a database would: JSON under a key until it expires. */
function memory() {
  const rows = new Map<string, { response: string; fetchedAt: Date; expiresAt: Date }>()
  const time = { now: frozenNow }
  const responses: ResponseStore = {
    find: async (key, now) => {
      const row = rows.get(key)
      return row && row.expiresAt > now ? { response: JSON.parse(row.response), fetchedAt: row.fetchedAt } : undefined
    },
    save: async ({ key, response, fetchedAt, expiresAt }) => {
      rows.set(key, { response: JSON.stringify(response), fetchedAt, expiresAt })
    },
  }
  const pass = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  return { responses, clock: { now: () => time.now }, url: 'https://provider.example', chainId: 8453, rows, pass }
}

/** A source that answers from a list and then fails, counting its calls. */
function asked<T>(responses: T[]) {
  const calls: AbortSignal[] = []
  const ask = async (_address: string, signal: AbortSignal): Promise<T> => {
    calls.push(signal)
    const response = responses[calls.length - 1]
    if (response === undefined) throw new Error('down')
    return response
  }
  return { calls, ask }
}

const toRisk = (source: Partial<TokenRisk>): TokenRisk => ({
  source: riskSource,
  terms: '',
  legacy: null,
  address: () => Promise.reject(new Error('not asked')),
  token: () => Promise.reject(new Error('not asked')),
  servesChain: () => Promise.resolve(null),
  ...source,
})

test('a good answer serves for an hour', async () => {
  const store = memory()
  const { calls, ask } = asked([history, { ...history, sentCount: 3 }])
  const source = cacheCreatorData({ history: ask }, store)
  await source.history(ada, never)
  store.pass(3599)
  assert.deepEqual(await source.history(ada, never), history)
  assert.equal(calls.length, 1)
  store.pass(1)
  assert.equal((await source.history(ada, never)).sentCount, 3)
})

test('keys name provider, what, where from, chain and address, and no URL', async () => {
  const store = memory()
  const risk = cacheTokenRisk(toRisk({ address: asked([unlisted]).ask, token: asked([token]).ask }), store)
  await cacheCreatorData({ history: asked([history]).ask }, store).history(ada, never)
  await risk.address?.(ada, never)
  await risk.token(ada, never)
  const keys = ['creator:history-answer', 'risk:address-answer', 'risk:token-answer'].map(
    (what) => `${what}:${source}:8453:${ada}`,
  )
  assert.deepEqual([...store.rows.keys()], keys)
})

type Store = ReturnType<typeof memory>

function readHistory(store: Store, response: WalletAnswer) {
  const { calls, ask } = asked([response, response])
  return { calls, read: cacheCreatorData({ history: ask }, store).history }
}

function readAddress(store: Store, response: AddressAnswer) {
  const { calls, ask } = asked([response, response])
  const { address: read } = cacheTokenRisk(toRisk({ address: ask }), store)
  assert.ok(read)
  return { calls, read }
}

function readToken(store: Store, response: TokenAnswer) {
  const { calls, ask } = asked([response, response])
  return { calls, read: cacheTokenRisk(toRisk({ token: ask }), store).token }
}

const provisional = {
  'a wallet without history': (store: Store) => readHistory(store, { ...history, oldestAt: null }),
  'an address the lists say nothing of': (store: Store) => readAddress(store, { ...unlisted, honeypotRelated: null }),
  'a part of an address’ data': (store: Store) => readAddress(store, { ...unlisted, isPartial: true }),
  'no record of a token': (store: Store) => readToken(store, tokenAnswer(null)),
  'a part of a token’s data': (store: Store) => readToken(store, { ...token, isPartial: true }),
}

for (const [what, open] of Object.entries(provisional)) {
  test(`${what} serves for a minute`, async () => {
    const store = memory()
    const { calls, read } = open(store)
    const response = await read(ada, never)
    store.pass(59)
    assert.deepEqual(await read(ada, never), response)
    assert.equal(calls.length, 1)
    store.pass(1)
    await read(ada, never)
    assert.equal(calls.length, 2)
  })
}

test('a fault is not kept', async () => {
  const store = memory()
  const { calls, ask } = asked<TokenAnswer>([])
  const source = cacheTokenRisk(toRisk({ token: ask }), store)
  await assert.rejects(source.token(ada, never), { message: 'down' })
  await assert.rejects(source.token(ada, never), { message: 'down' })
  assert.deepEqual([calls.length, store.rows.size], [2, 0])
})

test('a cached response of another shape is requested again', async () => {
  const store = memory()
  const key = `creator:history-answer:${source}:8453:${ada}`
  const expiresAt = new Date(frozenNow.getTime() + 1000)
  for (const response of [
    null,
    {},
    { ...history, oldestAt: 'long ago' },
    { ...history, deployed: [{ address: ada }] },
  ]) {
    const { calls, ask } = asked([history])
    await store.responses.save({ key, response, fetchedAt: frozenNow, expiresAt })
    assert.deepEqual(await cacheCreatorData({ history: ask }, store).history(ada, never), history)
    assert.equal(calls.length, 1)
  }
})

test('what is found in the store spares the call', async () => {
  const store = memory()
  await cacheTokenRisk(toRisk({ token: asked([token]).ask }), store).token(ada, never)
  const { calls, ask } = asked<TokenAnswer>([])
  assert.deepEqual(await cacheTokenRisk(toRisk({ token: ask }), store).token(ada, never), token)
  assert.equal(calls.length, 0)
})

test('those who ask at once share one look-up, one call and one saving', async () => {
  const store = memory()
  const { calls, ask } = asked([history])
  const source = cacheCreatorData({ history: ask }, store)
  const responses = await Promise.all(Array.from({ length: 5 }, () => source.history(ada, never)))
  assert.deepEqual(
    responses,
    Array.from({ length: 5 }, () => history),
  )
  assert.equal(calls.length, 1)
})

test('who asks while an answer is being saved makes no second call', async () => {
  const store = memory()
  const saving = Promise.withResolvers<void>()
  const saved = Promise.withResolvers<void>()
  const slow: ResponseStore = {
    ...store.responses,
    save: async () => {
      saving.resolve()
      await saved.promise
    },
  }
  const { calls, ask } = asked([history])
  const source = cacheCreatorData({ history: ask }, { ...store, responses: slow })
  const first = source.history(ada, never)
  await saving.promise
  const second = source.history(ada, never)
  saved.resolve()
  assert.deepEqual(await Promise.all([first, second]), [history, history])
  assert.equal(calls.length, 1)
})

test('a caller’s abort ends the shared call only when nobody else waits', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const responded = Promise.withResolvers<WalletAnswer>()
  const ask = (_address: string, signal: AbortSignal) => {
    started.resolve(signal)
    return responded.promise
  }
  const source = cacheCreatorData({ history: ask }, memory())
  const leaving = new AbortController()
  const leaver = source.history(ada, leaving.signal)
  const stayer = source.history(ada, never)
  const shared = await started.promise
  const reason = new Error('deadline')
  leaving.abort(reason)
  await assert.rejects(leaver, reason)
  assert.equal(shared.aborted, false)
  responded.resolve(history)
  assert.deepEqual(await stayer, history)
})

test('when all have left, the call is cancelled', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const ask = (_address: string, signal: AbortSignal) => {
    started.resolve(signal)
    return new Promise<never>(() => {})
  }
  const source = cacheTokenRisk(toRisk({ token: ask }), memory())
  const leaving = new AbortController()
  const leaver = source.token(ada, leaving.signal)
  const shared = await started.promise
  leaving.abort(new Error('deadline'))
  await assert.rejects(leaver, { message: 'deadline' })
  assert.equal(shared.aborted, true)
})
