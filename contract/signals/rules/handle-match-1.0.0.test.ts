import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchOf } from './handle-match-1.0.0.ts'

const cases: [title: string, handle: string, name: string, symbol: string, match: 'name' | 'symbol' | 'none'][] = [
  ['the same name', '@moodeng', 'Moo Deng', 'X', 'name'],
  ['a handle that contains the name', '@therealmoodeng', 'Moo Deng', 'X', 'name'],
  ['a name that contains the handle', '@goat', 'Goatseus Maximus', 'X', 'name'],
  ['a name that contains only a short handle', '@goa', 'Goatseus Maximus', 'X', 'none'],
  ['a name of three letters within the handle', '@gmxfan', 'GMX', 'X', 'name'],
  ['digits alone', '@999', '999', 'X', 'name'],
  ['the longer of two suffixes, taken off whole', '@degenonbase', 'Degen', 'X', 'name'],
  ['only one suffix taken off', '@catcoin', 'Cat Inu Token', 'X', 'none'],
  ['a suffix on either side', '@pepecoin', 'Pepe Protocol', 'X', 'name'],
  ['a name that is nothing but a suffix', '@base', 'Base', 'X', 'name'],
  ['a name of two letters, even the same', '@zk', 'ZK', 'X', 'none'],
  ['a name without a plain letter', '@pepe', '狗狗币', 'X', 'none'],
  ['name and ticker: the name wins', '@pepe', 'Pepe', 'PEPE', 'name'],
  ['the same ticker of two letters', '@zk', 'Zero Knowledge', 'ZK', 'symbol'],
  ['a handle that contains a ticker of two letters', '@zkfan', 'Zero Knowledge', 'ZK', 'none'],
  ['a handle that contains a ticker of three letters', '@crvfan', 'Curve', 'CRV', 'symbol'],
  ['a ticker behind its dollar sign', '@crvfan', 'Curve', '$CRV', 'symbol'],
  ['a ticker of one letter', '@x', 'Everything', 'X', 'none'],
  ['an empty ticker', '@pepe', 'Doge', '', 'none'],
]
for (const [title, handle, name, symbol, match] of cases) {
  test(`${title}: match is ${match}`, () => assert.equal(matchOf({ handle, name, symbol }), match))
}
