import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Requester, createTurns } from './admission-queue.ts'

const limits = { maxRunning: 10, maxRunningPerNetwork: 2, maxWaiting: 12, maxWaitingPerNetwork: 5 }
const requesters: Requester[] = [
  ...['a', 'b', 'c'].map((network) => ({ network, site: null })),
  { network: 'key', site: null, isKeyHolder: true },
  ...['s', 't', 'u'].map((network) => ({ network, site: 'S/48' })),
]

interface Item {
  requester: Requester
  number: number
}

/** A plain model of the events so far. */
interface Seen {
  waiting: Item[]
  running: Item[]
}

const of = (items: Item[], requester: Requester) => items.filter((item) => item.requester === requester).length

const ofKind = (items: Item[], isKeyHolder: boolean) =>
  items.filter(({ requester }) => isKeyHolder === (requester.isKeyHolder === true))
const getMaxRunning = ({ isKeyHolder }: Requester) => limits.maxRunningPerNetwork * (isKeyHolder ? 4 : 1)

function checkBounds({ waiting, running }: Seen): void {
  assert.ok(running.length <= limits.maxRunning)
  for (const kind of [true, false]) assert.ok(ofKind(waiting, kind).length <= limits.maxWaiting)
  for (const requester of requesters) {
    assert.ok(of(running, requester) <= getMaxRunning(requester))
    assert.ok(of(waiting, requester) <= limits.maxWaitingPerNetwork)
  }
}

/** Whether the item may start as far as the bounds go. */
const fits = ({ requester }: Item, { running }: Seen) =>
  running.length < limits.maxRunning && of(running, requester) < getMaxRunning(requester)

const requester = fc.constantFrom(...requesters)
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), requester }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('withdraw' as const), at: fc.nat() }),
)

test('in any order, limits hold, networks start in order, and no slot stays empty', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const turns = createTurns<Item>(limits)
      const seen: Seen = { waiting: [], running: [] }
      steps.forEach((one, number) => {
        if (one.kind === 'add') {
          const item = { requester: one.requester, number }
          if (turns.add(one.requester, item)) seen.waiting.push(item)
          else
            assert.ok(
              ofKind(seen.waiting, one.requester.isKeyHolder === true).length === 12 ||
                of(seen.waiting, one.requester) === 5,
            )
        } else if (one.kind === 'take') {
          const item = turns.take()
          if (item) {
            const first = seen.waiting.find((other) => other.requester === item.requester)
            assert.equal(item, first)
            seen.waiting = seen.waiting.filter((other) => other !== item)
            seen.running.push(item)
          } else assert.ok(!seen.waiting.some((waiting) => fits(waiting, seen)))
        } else {
          const from = one.kind === 'end' ? seen.running : seen.waiting
          const item = from[one.at % Math.max(1, from.length)]
          if (!item) return
          from.splice(from.indexOf(item), 1)
          if (one.kind === 'end') turns.end(item.requester)
          else turns.withdraw(item.requester, item)
        }
        checkBounds(seen)
        assert.deepEqual([turns.running(), turns.waiting()], [seen.running.length, seen.waiting.length])
        assert.equal(
          turns.known(),
          new Set([...seen.running, ...seen.waiting].map((item) => item.requester.network)).size,
        )
      })
    }),
    { numRuns: 500 },
  )
})

const roomy = { maxRunning: 1, maxRunningPerNetwork: 1, maxWaiting: 1024, maxWaitingPerNetwork: 64 }

/** Starts everything, one after the other, and tells in which order. */
function drain(turns: ReturnType<typeof createTurns<Requester>>): string {
  const started: string[] = []
  for (let next = turns.take(); next; next = turns.take()) {
    started.push(next.network)
    turns.end(next)
  }
  return started.join(' ')
}

const addAll = (turns: ReturnType<typeof createTurns<Requester>>, added: Requester[]) =>
  added.forEach((requester) => assert.ok(turns.add(requester, requester)))

test('networks take turns, however many one of them has waiting', () => {
  const turns = createTurns<Requester>(roomy)
  const [a, b, c] = ['a', 'b', 'c'].map((network) => ({ network, site: null }))
  assert.ok(a && b && c)
  addAll(turns, [a, a, a, a, b, b, c])
  assert.equal(drain(turns), 'a b c a b a a')
})

test('a network waits for at most one turn of each other network', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 100, size: 'max' }),
      fc.array(fc.nat(9), { maxLength: 200, size: 'max' }),
      (before, names) => {
        const turns = createTurns<Requester>({ ...roomy, maxWaitingPerNetwork: 1000 })
        const known = Array.from({ length: 10 }, (_, n) => ({ network: `n${n}`, site: null }))
        const listed = (numbers: number[]) => numbers.flatMap((n) => known[n] ?? [])
        addAll(turns, listed(before))
        const running = listed(before).flatMap(() => turns.take() ?? [])
        addAll(turns, listed(names))
        const late = { network: 'late', site: null }
        addAll(turns, [late])
        running.forEach((requester) => turns.end(requester))
        assert.ok(drain(turns).split(' ').indexOf('late') <= new Set([...before, ...names]).size)
      },
    ),
  )
})

test('a site of many networks gets at most eight turns to one of a lone network', () => {
  const turns = createTurns<Requester>(roomy)
  const many = Array.from({ length: 40 }, (_, n) => ({ network: `s${n}`, site: 'S/48' }))
  const alone = { network: 'alone', site: null }
  addAll(turns, [...many, alone, alone])
  const started = drain(turns).split(' ')
  const [first, second] = started.flatMap((network, at) => (network === 'alone' ? [at] : []))
  assert.ok(first !== undefined && second !== undefined)
  assert.ok(first <= 8 && second - first - 1 <= 8)
})

test('all networks of a site together have eight times the bounds of one', () => {
  const turns = createTurns<Requester>({
    maxRunning: 100,
    maxRunningPerNetwork: 2,
    maxWaiting: 1024,
    maxWaitingPerNetwork: 5,
  })
  const many = Array.from({ length: 100 }, (_, n) => ({ network: `s${n}`, site: 'S/48' }))
  assert.equal(many.filter((requester) => turns.add(requester, requester)).length, 40)
  const started: Requester[] = []
  for (let next = turns.take(); next; next = turns.take()) started.push(next)
  assert.equal(started.length, 16)
  started.forEach((requester) => turns.end(requester))
  assert.notEqual(turns.take(), undefined)
})

test('one network of a site has no more items waiting than a lone network', () => {
  const turns = createTurns<Requester>(limits)
  const requester = { network: 's', site: 'S/48' }
  assert.equal(Array.from({ length: 8 }, () => turns.add(requester, requester)).filter(Boolean).length, 5)
})

test('key holders and other callers take turns; neither’s full queue refuses the other', () => {
  const turns = createTurns<Requester>({ ...roomy, maxWaiting: 6 })
  const strangers = Array.from({ length: 6 }, (_, n) => ({ network: `${n}`, site: null }))
  const [first, second] = ['k', 'l'].map((network) => ({ network, site: null, isKeyHolder: true as const }))
  assert.ok(first && second)
  addAll(turns, strangers)
  assert.ok(!turns.add({ network: 'more', site: null }, first))
  addAll(turns, [first, first, second])
  assert.equal(drain(turns), 'k 0 l 1 k 2 3 4 5')
})

test('callers without a key never take the permits that are reserved for key holders', () => {
  const turns = createTurns<Requester>({ ...roomy, maxRunning: 4, maxRunningPerNetwork: 4, reservedForKeyHolders: 1 })
  const stranger = { network: 'a', site: null }
  const keyHolder = { network: 'key', site: null, isKeyHolder: true } as const
  const take = () => turns.take()?.network
  addAll(turns, [stranger, stranger, stranger, stranger, stranger])
  assert.deepEqual([take(), take(), take(), take()], ['a', 'a', 'a', undefined])
  addAll(turns, [keyHolder, keyHolder])
  assert.deepEqual([take(), take()], ['key', undefined])
  turns.end(stranger)
  assert.deepEqual([take(), take()], ['key', undefined])
  turns.end(stranger)
  assert.deepEqual([take(), take()], ['a', undefined])
  turns.end(keyHolder)
  assert.equal(take(), 'a')
  turns.end(keyHolder)
  assert.equal(take(), undefined)
})
