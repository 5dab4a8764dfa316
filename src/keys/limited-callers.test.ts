import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimitedCallers } from './limited-callers.ts'

function open() {
  let now = Date.parse('2026-12-01T12:00:00.000Z')
  const callers = createLimitedCallers({ now: () => new Date(now) })
  const note = (ip: string, prefix: string | null = null) => callers.note({ ip, prefix }, 'score')
  return { ...callers, note, pass: (minutes: number) => void (now += minutes * 60_000) }
}

const toIp = (n: number) => `10.${n >> 8}.${n & 255}.1`

test('a caller that is refused often stays first among any number of other callers', () => {
  const { note, list } = open()
  for (let n = 0; n < 20_000; n += 1) {
    note(toIp(n))
    if (n % 10 === 0) note('203.0.113.9')
  }
  const [first, ...others] = list(20)
  assert.equal(first?.caller, '203.0.113.0/24')
  assert.ok((first?.refused ?? 0) > 1500 && (first?.refused ?? 0) <= 2000, `${first?.refused}`)
  assert.ok(others.every(({ refused }) => refused <= 1))
})

test('callers are forgotten after one to two half hours', () => {
  const { note, list, pass } = open()
  note('203.0.113.9')
  pass(40)
  note('203.0.113.77')
  assert.deepEqual(
    list(5).map(({ caller, refused }) => [caller, refused]),
    [['203.0.113.0/24', 2]],
  )
  pass(30)
  assert.equal(list(5)[0]?.refused, 1)
  pass(60)
  assert.deepEqual(list(5), [])
})

test('a key is named by its prefix, and an address by its network', () => {
  const { note, list } = open()
  note('203.0.113.9', 'lsc_live_12345678')
  note('2001:db8:1:2::9')
  note('::ffff:198.51.100.7')
  note('what')
  assert.deepEqual(
    list(5)
      .map(({ caller }) => caller)
      .toSorted(),
    ['198.51.100.0/24', '2001:db8:1::/48', 'lsc_live_12345678', 'unknown'],
  )
})
