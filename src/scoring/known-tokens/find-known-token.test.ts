import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldNames } from '../identity/search-names.ts'
import { findKnownToken } from './find-known-token.ts'
import list from './known-tokens.json' with { type: 'json' }

const copies: [name: string, symbol: string, known: string, hasSymbol: boolean][] = [
  ['Bitcoin', 'BTC', 'Bitcoin', true],
  ['bit coin', 'btc', 'Bitcoin', true],
  ['Віtсоіn', 'ВТС', 'Bitcoin', true], // Cyrillic
  ['D0gecoin', 'WOOF', 'Dogecoin', false],
  ['Shiba-Inu', 'SHlB', 'Shiba Inu', true],
  ['BASE', 'BASE', 'Base', true],
  ['Gold', 'XAU', 'Gold', true],
]
for (const [name, symbol, known, hasSymbol] of copies)
  test(`${name} (${symbol}) has the name of ${known}`, () => {
    const found = findKnownToken(foldNames({ name, symbol }))
    assert.deepEqual([found?.name, found?.hasSymbol], [known, hasSymbol])
  })

const benign: [name: string, symbol: string][] = [
  ['Moon', 'MOON'],
  ['Base', 'CAMP'],
  ['Gold', 'GOLD'],
  ['Left Sock', 'SOCK'],
  ['Core', 'APPLE'],
  ['Flow', 'RIVER'],
  ['Super', 'HERO'],
  ['Gas', 'TANK'],
  ['Bitcoin Pizza Day', 'PIZZA'],
  ['Sonic', 'HEDGE'],
  ['Grass', 'LAWN'],
]
for (const [name, symbol] of benign)
  test(`${name} (${symbol}) has no well-known token’s name`, () =>
    assert.equal(findKnownToken(foldNames({ name, symbol })), null))

const tickers: [name: string, symbol: string, listed: string][] = [
  ['🐸', 'PEPE', 'Pepe'],
  ['USDC on Base', 'USDC', 'USD Coin'],
  ['Circle Dollar', 'UЅDC', 'USD Coin'], // with a Cyrillic letter
  ['DeFi Dollar', 'usdc', 'USD Coin'],
  ['Uniswap V4 Token', 'UNI', 'Uniswap'],
]
for (const [name, symbol, listed] of tickers)
  test(`${name} (${symbol}) has a well-known token’s ticker only`, () => {
    const found = findKnownToken(foldNames({ name, symbol }))
    assert.deepEqual([found?.name, found?.hasName, found?.hasSymbol], [listed, false, true])
  })

test('the list says when it was made and from what, and finds each of its tokens', () => {
  assert.match(list.date, /^\d{4}-\d\d-\d\d$/)
  assert.match(list.source, /general knowledge/)
  assert.ok(list.tokens.length >= 500)
  for (const { name, symbol } of list.tokens)
    assert.equal(findKnownToken(foldNames({ name, symbol }))?.hasSymbol, true, name)
})
