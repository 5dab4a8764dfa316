import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toUnicodeUrl } from './launch-page.ts'

const cases: [ascii: string, unicode: string | null][] = [
  ['https://example.org/a?b=c#d', null],
  ['https://Example.org', null],
  ['https://xn--bcher-kva.example/stra%C3%9Fe', 'https://bücher.example/straße'],
  ['https://xn--mnchen-3ya.example:8443/', 'https://münchen.example:8443/'],
  ['https://xn--p1ai.xn--e1aybc.xn--p1ai/', 'https://рф.тест.рф/'],
  ['https://xn--wgv71a119e.example/', 'https://日本語.example/'],
  ['https://example.org/caf%C3%A9?q=%E6%97%A5#%C3%A9', 'https://example.org/café?q=日#é'],
  // what is no letter stays encoded
  ['https://example.org/%E2%80%AEgpj%F0%9F%90%88', null],
  ['https://example.org/%C3%A9%2F%20', 'https://example.org/é%2F%20'],
  ['https://example.org/%C3', null],
  // lookalikes
  ['https://xn--80ak6aa92e.com/', null], // "apple" in Cyrillic
  ['https://xn--pypal-4ve.com/', null], // paypal with a Cyrillic а
  ['https://example.org/p%D0%B0ypal', null],
]
for (const [ascii, unicode] of cases)
  test(`the Unicode form of ${ascii} is ${unicode ?? 'not shown'}`, () => assert.equal(toUnicodeUrl(ascii), unicode))
