import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from './world/app.ts'
import { mug, mugCreator, startUnscored, type Unscored } from './world/unscored.ts'

const countCalls = ({ world, node, market }: Unscored) =>
  world.goplus.requests.length + world.txlist.requests.length + node.requests.length + market.requests.length

const open = async ({ app }: Unscored, path = `/token/${mug}`) => {
  const { status, body } = await ask(app, { url: path })
  assert.equal(status, 200)
  return String(body)
}

const read = ({ app }: Unscored, token = mug, remoteAddress = '127.0.0.1') =>
  ask(app, { method: 'POST', url: `/token/${token}/reading`, remoteAddress })

test('the page of a token that nobody scored says at most two facts, the worst first', async (t) => {
  const service = await startUnscored(t)
  const before = countCalls(service)
  const first = await open(service)
  assert.match(first, /data-island="token-reading"/)
  assert.match(first, /<form method="post" action="\/token\/0x9c41[^"]*\/reading"/)
  assert.match(first, /12 launches/)
  assert.equal(countCalls(service), before, 'a visit asks no provider')
  const { status, headers } = await read(service)
  assert.equal(status, 303)
  assert.match(String(headers['location']), /^\/token\/0x9c41/i)
  const html = await open(service)
  assert.match(html, /The owner can pause trading, and only \d of the creator’s \d+ tokens (?:is|are) alive\./)
  for (const words of [
    /\$MUG/,
    /6 hours old/,
    /by Clanker/,
    /Cash-out liquidity<\/dt><dd[^>]*>\$9,000/,
    /Holders<\/dt><dd[^>]*>146/,
    /Top 10 hold<\/dt><dd[^>]*>61%/,
    /Liquidity lock<\/dt><dd[^>]*>none/,
    /Trades, 24 h<\/dt><dd[^>]*>88/,
    /Owner can pause trading/,
    /Owner can raise the taxes<small>Now: Buy 3%, sell 3%/,
    /Anyone can sell right now/,
    /By GoPlus, just now/,
    /12 launches, 1 (?:of 11 known )?alive after 7 days/,
    /140 days/,
    /2 tokens called \$MUG on Base/,
    /oldest/,
    /https:\/\/dexscreener\.com\/base\/0x9c41/i,
    /https:\/\/basescan\.org\/token\/0x9c41/i,
  ])
    assert.match(html, words)
  assert.doesNotMatch(html, /data-island="token-reading"|class="score-dial"/)
})

test('a reading is kept, and visitors at once share one', async (t) => {
  const service = await startUnscored(t)
  await Promise.all([read(service), read(service), read(service)])
  const after = countCalls(service)
  assert.equal(service.world.goplus.requests.filter(({ path }) => path.includes('token_security')).length, 1)
  assert.equal((await read(service)).status, 303)
  await open(service)
  assert.equal(countCalls(service), after)
})

test('a network may have only some tokens read anew in a minute', async (t) => {
  const service = await startUnscored(t)
  const tokens = Array.from({ length: 13 }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`)
  const statuses: number[] = []
  for (const token of tokens) statuses.push((await read(service, token)).status)
  assert.deepEqual(statuses, [...Array.from({ length: 12 }, () => 303), 429])
  assert.equal((await read(service, mug, '203.0.113.7')).status, 303, 'another network')
})

test('an address without a contract says so, and offers no score', async (t) => {
  const service = await startUnscored(t)
  await read(service, mugCreator)
  const html = await open(service, `/token/${mugCreator}`)
  assert.match(html, /There is no contract at this address\./)
  assert.match(html, new RegExp(`href="/creator/${mugCreator}"`, 'i'))
  assert.doesNotMatch(html, /Score it/)
})

test('what doesn’t answer leaves the rest', async (t) => {
  const service = await startUnscored(t, { market: { findFault: () => 'http 500' } })
  assert.equal((await read(service)).status, 303)
  const html = await open(service)
  assert.match(html, /Owner can pause trading/)
  assert.doesNotMatch(html, /Trades, 24 h|tokens called/)
})
