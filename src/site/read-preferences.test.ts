import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPreferences } from './load-site.ts'

const readLanguage = (url: string, acceptLanguage?: string) =>
  readPreferences({ url, headers: { 'accept-language': acceptLanguage } }).language

test('the language of a page is that of ?lang=, else the first accepted one', () => {
  for (const [url, accepted, language] of [
    ['/', undefined, 'en'],
    ['/', 'es', 'es'],
    ['/', 'fr-FR,fr;q=0.9,es-MX;q=0.8,en;q=0.7', 'es'],
    ['/', 'en;q=0.5, zh-CN;q=0.9', 'zh'],
    ['/', 'zh;q=0, es;q=0.1', 'es'],
    ['/', 'de, *;q=0.1', 'en'],
    ['/?lang=zh', 'es', 'zh'],
    ['/?lang=zh-Hans', 'es', 'zh'],
    ['/?lang=xx', 'es', 'es'],
    ['/?lang=%00', ';;;q=q,,', 'en'],
    [`/?a=${'x'.repeat(5000)}&lang=es`, 'es,'.repeat(5000), 'es'],
  ] as const)
    assert.equal(readLanguage(url, accepted), language, `${url} ${accepted}`)
})

const readTheme = (cookie?: string) => readPreferences({ url: '/', headers: { cookie } }).theme

test('the theme of a page is that of the cookie, else the system’s', () => {
  assert.deepEqual(
    [
      readTheme(),
      readTheme('theme=dark'),
      readTheme('a=b; theme=light'),
      readTheme('theme=blue'),
      readTheme('mytheme=dark'),
      readTheme('theme=darker'),
    ],
    [null, 'dark', 'light', null, null, null],
  )
})
