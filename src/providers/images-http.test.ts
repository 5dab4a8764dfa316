import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { type HostFault, startImageHost } from '../../dev/stand-ins/image-host.ts'
import { plain } from '../../test/picture-fixtures.ts'
import { openOutbound } from '../platform/outbound.ts'
import { type ImagesOptions, openImages } from './images-http.ts'
import { PictureRefused } from './images.ts'

const still = new AbortController().signal
const jpeg = await plain(64, 32, [200, 100, 50]).jpeg().toBuffer()
const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#c30' } })
  .png()
  .toBuffer()
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

async function setUp(t: TestContext, more: { fault?: HostFault } & Partial<ImagesOptions> = {}) {
  const { fault, ...options } = more
  const host = await startImageHost({
    pictures: { '/logo.jpg': jpeg, '/logo.svg': SVG, '/large.png': large, '/bad': jpeg },
    faults: fault === undefined ? {} : { '/bad': fault },
  })
  const outbound = openOutbound({ allow: [`127.0.0.1:${host.port}`] })
  t.after(async () => {
    await outbound.close()
    await host.close()
  })
  return { host, images: openImages({ outbound, ...options }) }
}

const refusedAs = (message: string) => (error: unknown) => {
  assert.ok(error instanceof PictureRefused)
  assert.equal(error.message, message)
  return true
}

test('a picture is fetched and redrawn by its bytes, whatever type the host calls it', async (t) => {
  const { host, images } = await setUp(t)
  const picture = await images.take(`${host.url}/logo.jpg`, still)
  assert.deepEqual([picture.width, picture.height, picture.mediaType], [64, 32, 'image/jpeg'])
  assert.equal(host.requests[0]?.headers.accept, 'image/png, image/jpeg, image/webp, image/gif')
})

const refusals: [fault: HostFault, message: string][] = [
  [404, 'must answer 200, not 404'],
  [204, 'must answer 200, not 204'],
  [500, 'must answer 200, not 500'],
  [{ redirect: '/logo.jpg' }, 'must answer 200, not 302'],
  ['hang', 'must answer within 0.1 seconds'],
  ['drip', 'must answer within 0.1 seconds'],
  ['cut', 'must answer completely'],
  ['promises too much', 'must answer completely'],
  ['promises too little', 'must be an undamaged PNG, JPEG, WebP or GIF picture'],
  ['garbage', 'must answer completely'],
]

for (const [fault, message] of refusals) {
  const name = typeof fault === 'object' ? 'a redirect' : fault
  test(`a host that misbehaves (${name}): imageUrl ${message}`, async (t) => {
    const { host, images } = await setUp(t, { fault, timeoutMs: 100 })
    await assert.rejects(images.take(`${host.url}/bad`, still), refusedAs(message))
    assert.equal(host.requests.length, 1)
  })
}

for (const fault of ['promises a terabyte', 'flood'] as const) {
  test(`more than five megabytes (${fault}) are too many`, async (t) => {
    const { host, images } = await setUp(t, { fault })
    await assert.rejects(images.take(`${host.url}/bad`, still), refusedAs('must not be larger than 5 MiB'))
  })
}

test('an SVG that is called image/png is refused', async (t) => {
  const { host, images } = await setUp(t)
  const message = 'must be an undamaged PNG, JPEG, WebP or GIF picture'
  await assert.rejects(images.take(`${host.url}/logo.svg`, still), refusedAs(message))
})

test('an address that breaks a rule is refused by its looks, and before it is asked', async (t) => {
  const { images } = await setUp(t)
  for (const [url, message] of [
    ['http://pictures.example/logo.png', 'must be an https address'],
    ['https://127.0.0.1/logo.png', 'must point to a public address'],
    ['ipfs://bafy', 'must be an https address'],
  ] as const) {
    assert.throws(() => images.check(url), refusedAs(message))
    await assert.rejects(images.take(url, still), refusedAs(message))
  }
})

test('the caller’s own abort comes out as it is, time-outs included', async (t) => {
  const { host, images } = await setUp(t, { fault: 'hang' })
  for (const signal of [AbortSignal.timeout(30), AbortSignal.abort(new Error('the caller left'))]) {
    await assert.rejects(images.take(`${host.url}/bad`, signal), (error) => error === signal.reason)
  }
})

test('a caller who leaves while the picture is decoded doesn’t wait for it', async (t) => {
  const { host, images } = await setUp(t)
  const controller = new AbortController()
  const taken = images.take(`${host.url}/large.png`, controller.signal)
  while (sharp.counters().process === 0) await nextTurn()
  const reason = new Error('the caller left')
  controller.abort(reason)
  await assert.rejects(taken, (error) => error === reason)
})
