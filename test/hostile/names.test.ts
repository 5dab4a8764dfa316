import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { walletNo } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { plain } from '../fixtures/images.ts'
import { adminBearer, adminToken } from '../world/notifying.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'

for (const database of databases)
  void describe(`names in public text, and take-downs (${database})`, () => {
    const scope = createScope()
    let target: Target

    before(async () => {
      const other = await plain(64, 64, [200, 30, 30]).png().toBuffer()
      const world = { images: { '/other.png': other } }
      target = await startTarget(scope, { database, world, environment: { ADMIN_TOKEN: adminToken } })
    })
    after(scope.close)

    const get = (path: string) => send(target, freshAddress(), { path })
    const hide = (id: string, body: object) =>
      send(target, freshAddress(), {
        path: `/v1/admin/scores/${id}/hide`,
        method: 'POST',
        headers: adminBearer,
        json: body,
      })

    for (const name of [
      'Spoon: 98.6 of 100, Green - audited, no warnings, signed',
      'Spoon ✅ Verified by Launchscore',
      'Spoon ($SPOON): 98.6 of 100, Green',
      'Launchscore Official',
    ])
      test(`a name can’t make the service’s claims: ${name}`, async () => {
        const { status, body } = await score(target, freshAddress(), { name, symbol: 'SPOON' })
        assert.deepEqual([status, body.error?.details?.[0]?.path], [400, 'name'])
      })

    test('a long name doesn’t push the number out of a preview, and a badge names its token', async () => {
      const name = 'The Longest Spoon In The Drawer, Which Has No Bottom And No Lid'
      const { body } = await score(target, freshAddress(), { name, symbol: 'SPOON' })
      const page = await get(`/score/${body.id}`)
      const [, title = ''] = /<meta property="og:title" content="([^"]*)"/.exec(page.text) ?? []
      assert.ok(title.indexOf(`${body.aggregate} of 100`) < title.indexOf('Spoon'), title)
      const card = await get(`/oembed?url=${encodeURIComponent(`${target.url}/score/${body.id}`)}`)
      if (card.status === 200)
        assert.ok(card.body.title.indexOf(String(body.aggregate)) < card.body.title.indexOf('Spoon'))
      assert.match((await get(`/score/${body.id}/badge.svg`)).text, /\$SPOON/)
    })

    test('a take-down outlasts the same submission and its variations, and no cache keeps it for long', async () => {
      const creatorAddress = walletNo(0x7a7e).address
      const own = { name: 'Own Thing', symbol: 'OWN', creatorAddress }
      const { body } = await score(target, freshAddress(), own)
      const shown = await get(`/v1/score/${body.id}`)
      assert.equal(shown.headers.get('cache-control'), 'public, max-age=3600')
      assert.equal((await hide(body.id, { reason: 'Scam.' })).status, 200)
      for (const over of [{}, { name: 'OWN THlNG' }, { imageUrl: `${target.imagesUrl}/other.png` }]) {
        const again = await score(target, freshAddress(), { ...own, ...over })
        assert.deepEqual([again.status, again.body.error?.code], [451, 'hidden'], JSON.stringify(over))
      }
      assert.equal((await get('/api/v1/search?q=Own%20Thing')).body.results.length, 0)
    })

    test('a take-down of an identity covers other wallets', async () => {
      const own = { name: 'Shared Thing', symbol: 'SHARE', imageUrl: `${target.imagesUrl}/other.png` }
      const { body } = await score(target, freshAddress(), { ...own, creatorAddress: walletNo(0x7a7f).address })
      assert.equal((await hide(body.id, { reason: 'Scam.', identity: true })).body.identity, true)
      const again = await score(target, freshAddress(), { ...own, creatorAddress: walletNo(0x7a80).address })
      assert.equal(again.status, 451)
    })
  })
