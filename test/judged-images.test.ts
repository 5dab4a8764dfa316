import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { ask, startApp, startWorld } from './world/app.ts'
import { draw, plain } from './fixtures/images.ts'

test('POST /v1/score: a small image reaches the judge with 64 px per side, and is stored as it is', async (t) => {
  const small = await plain(300, 20, [200, 10, 30]).png().toBuffer()
  const enough = await draw(64, 64, (x, y) => [x * 4, y * 4, (x ^ y) * 4])
    .png()
    .toBuffer()
  const world = await startWorld(t, { images: { '/small.png': small, '/enough.png': enough } })
  const { app, deps, score } = await startApp(t, { world })
  for (const [path, expected] of [
    ['/small.png', [300, 64]],
    ['/enough.png', [64, 64]],
  ] as const) {
    const { status, body } = await score({ imageUrl: `${world.images.url}${path}` })
    assert.equal(status, 201)
    const shown = world.model.requests.findLast(({ image }) => image)?.image ?? Buffer.of()
    const { width, height } = await sharp(shown).metadata()
    assert.deepEqual([width, height], expected)
    const stored = await deps.db.selectFrom('images').selectAll().where('width', '=', width).executeTakeFirstOrThrow()
    assert.equal(stored.height, path === '/small.png' ? 20 : 64)
    assert.equal(stored.bytes?.equals(shown), path === '/enough.png')
    const again = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: {} })
    assert.equal(again.status, 201)
    assert.deepEqual(again.body.signals.image, body.signals.image)
  }
})
