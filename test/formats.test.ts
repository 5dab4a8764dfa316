import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factWords } from '../web/src/words/facts.ts'
import { formatAge, formatDate, formatDateTime, formatNumber, formatPercent, plural } from '../web/src/words/formats.ts'

const at = '2026-11-22T03:22:00Z'

test('dates and times are in UTC, in each language’s form', () => {
  assert.deepEqual(
    [formatDate(at, 'en'), formatDate(at, 'es'), formatDate(at, 'zh')],
    ['22 Nov 2026', '22 nov 2026', '2026年11月22日'],
  )
  assert.equal(formatDateTime(at, 'en'), '22 Nov 2026, 03:22 UTC')
})

test('ages are in the largest whole unit, past or future', () => {
  for (const [now, expected] of [
    ['2026-11-22T03:22:10Z', 'just now'],
    ['2026-11-22T03:24:59Z', '2 minutes ago'],
    ['2026-11-22T05:22:00Z', '2 hours ago'],
    ['2026-11-21T03:22:00Z', 'in 1 day'],
    ['2027-12-22T03:22:00Z', '1 year ago'],
  ] as const)
    assert.equal(formatAge(at, now, 'en'), expected)
  assert.equal(formatAge(at, '2026-11-22T05:22:00Z', 'es'), 'hace 2 horas')
  assert.equal(formatAge(at, '2026-11-22T05:22:00Z', 'zh'), '2小时前')
  assert.equal(formatAge(at, '2026-11-22T05:22:00Z', 'en', 'narrow'), '2h ago')
})

test('numbers, percentages and plurals follow the language', () => {
  assert.deepEqual([formatNumber(12_345.6, 'en'), formatNumber(12_345.6, 'es')], ['12,345.6', '12\u202f345.6'])
  assert.equal(formatPercent(0.25, 'en'), '25%')
  const views = { one: '# view', other: '# views' }
  assert.deepEqual([plural('en', 1, views), plural('en', 2000, views)], ['1 view', '2,000 views'])
  assert.equal(plural('zh', 1, { other: '# 次浏览' }), '1 次浏览')
})

test('a fact has a point before its decimals in every language, as scores have', () => {
  assert.deepEqual(
    (['en', 'es', 'zh'] as const).map((language) => factWords[language]['wallet_age']?.({ days: 812 })),
    ['Wallet is 2.2 years old', 'La billetera tiene 2.2 años', '钱包已有 2.2年'],
  )
})

test('the facts of a creator’s history have words in every language', () => {
  const values = {
    month: 2,
    launchpads: ['Clanker: 10', 'self: 2'],
    alive: 1,
    known: 11,
    date: '2026-11-29',
    days: 7,
    count: 12,
    launched: 201,
    chains: ['8453:2026-08-31:2026-11-29', '56:2026-11-01:2026-11-29'],
    gaps: ['launches:4663', 'market_failed:56'],
  }
  const write = (code: string) =>
    (['en', 'es', 'zh'] as const).map((language) => factWords[language][code]?.(values) ?? assert.fail(code))
  assert.deepEqual(write('launches_through'), [
    'Clanker: 10 and deployed by itself: 2; 2 in the last 30 days',
    'Clanker: 10 y desplegados por sí misma: 2; 2 en los últimos 30 días',
    'Clanker: 10和自行部署: 2；最近 30 天 2 个',
  ])
  assert.equal(write('launches_alive')[0], '1 of 11 known launches alive (29 Nov 2026)')
  assert.equal(
    write('launchpads_read')[0],
    'Launchpads were read on Base (since 31 Aug 2026) and BNB Chain (since 1 Nov 2026); other launches aren’t counted.',
  )
  assert.equal(
    write('history_gaps')[0],
    'Not looked at: launchpads (Robinhood Chain) and markets, whose provider didn’t answer (BNB Chain).',
  )
  for (const code of ['launches_none_alive', 'launches_burst', 'launches_not_looked_at', 'relayer'])
    for (const words of write(code)) assert.doesNotMatch(words, /undefined|NaN|_/)
})
