import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type Exceeded,
  type Level,
  type ShareRequest,
  type Taken,
  findExceeded,
  halfOf,
  keyParts,
  levels,
  levelsFrom,
  levelsUpTo,
  networkParts,
  toPool,
} from './budgets.ts'

const nothing = { ofPools: [0, 0, 0, 0], ofPayer: 0, ofSite: 0, ofCreator: 0 }
const ask = (level: Level, amount: number): ShareRequest => ({
  amount,
  pools: levelsFrom(level).map((one) => toPool(1000, one)),
  payerParts: level === 'key' ? keyParts : networkParts,
})
/** The use of each pool from the caller's own: strangers' alone, or with that of others. */
const used = (...ofPools: number[]) => ({ ofPools })

const cases: [title: string, request: ShareRequest, taken: Partial<Taken>, exceeded: Exceeded | null][] = [
  ['the first of a stranger fits', ask('anonymous', 400), {}, null],
  ['strangers use no more than half', ask('anonymous', 4), used(497, 497, 497, 497), 'pool'],
  ['strangers use their half beside keys', ask('anonymous', 4), used(400, 400, 400, 900), null],
  ['strangers use nothing that enrolled launches may not', ask('anonymous', 4), used(400, 622, 622, 622), 'pool'],
  ['strangers use nothing of what is kept for keys', ask('anonymous', 4), used(400, 500, 747, 747), 'pool'],
  ['nothing exceeds the day', ask('anonymous', 4), used(400, 400, 400, 997), 'day'],
  ['a network uses a tenth of the half', ask('anonymous', 4), { ...used(46, 46, 46, 46), ofPayer: 46 }, null],
  ['and no more of it', ask('anonymous', 4), { ...used(47, 47, 47, 47), ofPayer: 47 }, 'payer'],
  ['the tenth shrinks', ask('anonymous', 4), { ...used(410, 410, 410, 410), ofPayer: 6 }, 'payer'],
  ['a /48 uses half of the half', ask('anonymous', 4), { ...used(246, 246, 246, 246), ofSite: 246 }, null],
  ['and no more', ask('anonymous', 4), { ...used(247, 247, 247, 247), ofSite: 247 }, 'payer'],
  ['an enrolled launch has an eighth that strangers can’t use', ask('enrolled', 4), used(500, 500, 500), null],
  ['and no more than it', ask('enrolled', 4), used(622, 622, 622), 'pool'],
  ['a creator has an eighth of its own', ask('creator', 4), used(622, 622), null],
  ['and no more than it', ask('creator', 4), used(747, 747), 'pool'],
  ['a key uses what all others leave', ask('key', 4), used(996), null],
  ['a key uses half of what is left', ask('key', 4), { ...used(497), ofPayer: 497 }, 'payer'],
]

for (const [title, request, taken, exceeded] of cases)
  test(`shares: ${title}`, () => assert.equal(findExceeded(request, { ...nothing, ...taken }), exceeded))

test('shares: the parts of the levels grow from half to all, and are whole', () => {
  for (const limit of [1, 2, 3, 7, 1000, 2 ** 31]) {
    const pools = levels.map((level) => toPool(limit, level))
    assert.deepEqual(
      pools,
      pools.toSorted((a, b) => a - b),
    )
    assert.deepEqual([pools[0], pools.at(-1)], [halfOf(limit), limit])
    for (const pool of pools) assert.ok(Number.isInteger(pool) && pool >= 1)
  }
})

/** A ledger of one day by the rule. */
function openDay(limit: number) {
  const taken = new Map<string, number>()
  const get = (name: string) => taken.get(name) ?? 0
  const used = (of: readonly Level[]) => of.reduce((sum, level) => sum + get(level), 0)
  const request = ({ level, network, site, amount }: Asked): boolean => {
    const above = levelsFrom(level)
    const [payer, ofSite] = [`${level} n${network}`, `${level} s${site}`]
    const exceeded = findExceeded(
      {
        amount,
        pools: above.map((one) => toPool(limit, one)),
        payerParts: level === 'key' ? keyParts : networkParts,
      },
      {
        ofPools: above.map((one) => used(levelsUpTo(one))),
        ofPayer: get(payer),
        ofSite: get(ofSite),
        ofCreator: 0,
      },
    )
    if (exceeded) return false
    for (const name of [level, payer, ofSite]) taken.set(name, get(name) + amount)
    return true
  }
  return { request, used }
}

interface Asked {
  level: Level
  network: number
  site: number
  amount: number
}

const someone = (level: fc.Arbitrary<Level>): fc.Arbitrary<Asked> =>
  fc.record({
    level,
    network: fc.integer({ min: 0, max: 500 }),
    site: fc.integer({ min: 0, max: 40 }),
    amount: fc.integer({ min: 1, max: 60 }),
  })

test('shares: no sequence of strangers’ requests uses what is kept for others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.array(someone(fc.constant('anonymous')), { maxLength: 400 }),
      (limit, requests) => {
        const day = openDay(limit)
        for (const one of requests) day.request(one)
        const used = day.used(levels)
        assert.ok(used >= 0 && used <= halfOf(limit))
        const kept = limit - halfOf(limit)
        if (kept > 0) assert.ok(day.request({ level: 'key', network: -1, site: -1, amount: kept }), 'a key is refused')
      },
    ),
  )
})

test('shares: no sequence of anybody’s requests exceeds the limit or a level’s part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.array(someone(fc.constantFrom(...levels)), { maxLength: 300 }),
      (limit, requests) => {
        const day = openDay(limit)
        for (const one of requests) {
          day.request(one)
          for (const level of levels) assert.ok(day.used(levelsUpTo(level)) <= toPool(limit, level))
        }
      },
    ),
  )
})

test('shares: what fits also fits when it is less, or when others have used less', () => {
  const amounts = fc.integer({ min: 1, max: 1000 })
  const taken = fc.record({ own: fc.nat(600), others: fc.nat(600), outside: fc.nat(600) })
  fc.assert(
    fc.property(
      fc.constantFrom(...levels),
      amounts,
      taken,
      fc.nat(600),
      (level, amount, { own, others, outside }, less) => {
        const fits = (by: number, othersUsed: number) =>
          findExceeded(ask(level, by), {
            ofPools: levelsFrom(level).map((_, at) => own + othersUsed + at * outside),
            ofPayer: own,
            ofSite: own,
            ofCreator: 0,
          }) === null
        if (!fits(amount, others)) return
        assert.ok(fits(Math.max(1, amount - less), others))
        assert.ok(fits(amount, Math.max(0, others - less)))
      },
    ),
  )
})

test('shares: ten networks and three IPv6 /48 at their limits leave a part of their half', () => {
  const day = openDay(2 ** 31)
  const greedy = [
    ...Array.from({ length: 10 }, (_, n) => ({ network: n, site: -n - 1 })),
    ...[1, 2, 3].flatMap((site) => Array.from({ length: 40 }, (_, n) => ({ network: 100 * site + n, site }))),
  ]
  const wave = () => greedy.filter((one) => day.request({ level: 'anonymous', ...one, amount: 200_000 })).length
  while (wave() > 0);
  assert.ok(day.used(['anonymous']) < halfOf(2 ** 31) * 0.9)
})
