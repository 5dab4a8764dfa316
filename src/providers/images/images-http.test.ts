import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { type HostFault, startImageHost } from '../../../dev/stand-ins/image-host.ts'
import { plain } from '../../../test/fixtures/images.ts'
import { ApiError } from '../../platform/errors.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { openOutbound } from '../../platform/outbound/outbound.ts'
import { toClient, runForClient } from '../../platform/request-client.ts'
import { type ImagesOptions, createImages } from './images-http.ts'
import { ImageRefused } from './images.ts'
import { closeAfter } from '../../../test/world/waiting.ts'

const still = new AbortController().signal
const jpeg = await plain(64, 32, [200, 100, 50]).jpeg().toBuffer()
const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#c30' } })
  .png()
  .toBuffer()
const svgImage = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

const gateways = { ipfs: 'https://ipfs.example/ipfs/', arweave: 'https://arweave.example/' }

const resolve = () => Promise.reject(new Error('no such name'))

async function setUp(t: TestContext, more: { fault?: HostFault } & Partial<ImagesOptions> = {}) {
  const { fault, ...options } = more
  const host = await startImageHost({
    images: { '/logo.jpg': jpeg, '/logo.svg': svgImage, '/large.png': large, '/bad': jpeg },
    faults: fault === undefined ? {} : { '/bad': fault },
  })
  const outbound = openOutbound({ allow: [`127.0.0.1:${host.port}`], resolve, connections: 'unshared' })
  closeAfter(t, async () => {
    await outbound.close()
    await host.close()
  })
  return {
    host,
    outbound,
    images: createImages({ outbound, metrics: createMetrics(), userAgent: 'Launchscore', gateways, ...options }),
  }
}

const refusedAs = (message: string) => (error: unknown) => {
  assert.ok(error instanceof ImageRefused)
  assert.equal(error.message, message)
  return true
}

test('an image is fetched and redrawn by its bytes, whatever type the host calls it', async (t) => {
  const { host, images } = await setUp(t)
  const image = await images.fetch(`${host.url}/logo.jpg`, still)
  assert.deepEqual([image.width, image.height, image.mediaType], [64, 32, 'image/jpeg'])
  assert.equal(host.requests[0]?.headers.accept, 'image/png, image/jpeg, image/webp, image/gif')
})

const refusals: [fault: HostFault, message: string][] = [
  [404, 'must respond with status 200, not 404'],
  [204, 'must respond with status 200, not 204'],
  [500, 'must respond with status 200, not 500'],
  [{ redirect: '/logo.jpg' }, 'must respond with status 200, not 302'],
  ['hang', 'must respond within 0.1 seconds'],
  ['drip', 'must respond within 0.1 seconds'],
  ['cut', 'must send a complete response'],
  ['promises too much', 'must send a complete response'],
  ['promises too little', 'must be an undamaged PNG, JPEG, WebP or GIF image'],
  ['garbage', 'must send a complete response'],
]

for (const [fault, message] of refusals) {
  const name = typeof fault === 'object' ? 'a redirect' : fault
  test(`a host that misbehaves (${name}): imageUrl ${message}`, async (t) => {
    const { host, images } = await setUp(t, { fault, timeoutMs: message.includes('within') ? 100 : 10_000 })
    await assert.rejects(images.fetch(`${host.url}/bad`, still), refusedAs(message))
    assert.equal(host.requests.length, 1)
  })
}

for (const fault of ['hang', 'drip'] as const) {
  test(`a host that sends slowly (${fault}) has the whole time while nobody waits for a permit`, async (t) => {
    const { host, images } = await setUp(t, { fault, stallMs: 20, timeoutMs: 200 })
    await assert.rejects(images.fetch(`${host.url}/bad`, still), refusedAs('must respond within 0.2 seconds'))
  })

  test(`a host that sends slowly (${fault}) is left when all permits are taken and others wait`, async (t) => {
    const { host, images } = await setUp(t, { fault, stallMs: 60 })
    const caller = new AbortController()
    const as = (network: number, path: string) =>
      runForClient(toClient(`203.0.113.${network}`), () => images.fetch(`${host.url}${path}`, caller.signal))
    const slow = Array.from({ length: 24 }, (_, n) => as(n % 6, '/bad'))
    const left = Promise.any(slow.map((one) => one.then(() => assert.fail('the host was not left'), toUnavailable)))
    assert.equal((await as(6, '/logo.jpg')).width, 64)
    assert.deepEqual(await left, ['unavailable', 5])
    caller.abort(new Error('gone'))
    await Promise.allSettled(slow)
  })
}

function toUnavailable(error: unknown) {
  assert.ok(error instanceof ApiError)
  return [error.code, error.retryAfterSeconds]
}

test('a slow host delays one network only, and a network has four downloads at once', async (t) => {
  const { host, images } = await setUp(t, { fault: 'hang' })
  const caller = new AbortController()
  const as = (ip: string, path: string) =>
    runForClient(toClient(ip), () => images.fetch(`${host.url}${path}`, caller.signal))
  const slow = Array.from({ length: 40 }, () => as('203.0.113.1', '/bad'))
  assert.equal((await as('203.0.113.2', '/logo.jpg')).width, 64)
  assert.equal(host.requests.filter(({ url }) => url === '/bad').length, 4)
  caller.abort(new Error('gone'))
  for (const one of await Promise.allSettled(slow)) assert.equal(one.status, 'rejected')
  assert.equal(host.requests.length, 5)
})

test('nothing is kept of the hosts that images came from, or didn’t', async (t) => {
  const { host, images, outbound } = await setUp(t)
  const asked = Array.from({ length: 200 }, (_, n) => images.fetch(`https://h${n}.unknown.test/a.png`, still))
  for (const one of await Promise.allSettled(asked)) assert.equal(one.status, 'rejected')
  await images.fetch(`${host.url}/logo.jpg`, still)
  assert.equal(outbound.origins(), 0)
})

for (const fault of ['promises a terabyte', 'flood'] as const) {
  test(`more than five megabytes (${fault}) are too many`, async (t) => {
    const { host, images } = await setUp(t, { fault })
    await assert.rejects(images.fetch(`${host.url}/bad`, still), refusedAs('must not be larger than 5 MiB'))
  })
}

test('an SVG that is called image/png is refused', async (t) => {
  const { host, images } = await setUp(t)
  const message = 'must be an undamaged PNG, JPEG, WebP or GIF image'
  await assert.rejects(images.fetch(`${host.url}/logo.svg`, still), refusedAs(message))
})

test('an address that breaks a rule is refused by its looks, and before it is asked', async (t) => {
  const { images } = await setUp(t)
  for (const [url, message] of [
    ['http://pictures.example/logo.png', 'must be an https URL'],
    ['https://127.0.0.1/logo.png', 'must point to a public address'],
    ['ftp://pictures.example/logo.png', 'must be an https URL'],
    ['ipfs://bafy', 'must have a CID after ipfs://'],
    ['ar://short', 'must have a transaction’s id after ar://'],
  ] as const) {
    assert.throws(() => images.check(url), refusedAs(message))
    await assert.rejects(images.fetch(url, still), refusedAs(message))
  }
})

test('the caller’s own abort comes out as it is, time-outs included', async (t) => {
  const { host, images } = await setUp(t, { fault: 'hang' })
  for (const signal of [AbortSignal.timeout(30), AbortSignal.abort(new Error('the caller left'))]) {
    await assert.rejects(images.fetch(`${host.url}/bad`, signal), (error) => error === signal.reason)
  }
})

test('a caller who leaves while the image is decoded doesn’t wait for it', async (t) => {
  const { host, images } = await setUp(t)
  const controller = new AbortController()
  const taken = images.fetch(`${host.url}/large.png`, controller.signal)
  while (sharp.counters().process === 0) await nextTurn()
  const reason = new Error('the caller left')
  controller.abort(reason)
  await assert.rejects(taken, (error) => error === reason)
})
