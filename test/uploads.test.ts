import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { runCommand } from '../src/main/commands.ts'
import { pruneUploads } from '../src/scoring/uploads.ts'
import { expandParts } from '../contract/expand-parts.ts'
import { readUsed } from './world/operators.ts'
import { type FormPart, imageForm, toForm, rawRequest } from './world/requests.ts'
import { type AppOptions, type TestApp, ask, imageBytes, startApp, startReplica, startWorld } from './world/app.ts'
import { repeatScan } from './fixtures/images.ts'
import { handClock, until } from './world/waiting.ts'
import { verdict } from './world/model.ts'

const never = new AbortController().signal

async function start(t: TestContext, options: AppOptions = {}) {
  const world = options.world ?? (await startWorld(t))
  const clock = handClock('2026-11-21T12:00:00.000Z')
  const environment = { ...world.environment, PUBLIC_URL: 'https://launch.example', ...options.environment }
  const given = { world, clock, ...options, environment }
  return { ...(await startApp(t, given)), world, clock, given }
}

const upload = (app: TestApp['app'], form = imageForm(imageBytes), more: object = {}) =>
  ask(app, { method: 'POST', url: '/v1/images', ...form, ...more })

const toPath = (imageUrl: string) => new URL(imageUrl).pathname

const solid = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()

test('POST /v1/images: 201 with the address of the stored copy', async (t) => {
  const { app } = await start(t)
  const { status, body, headers } = await upload(app, imageForm(await solid('teal')))
  assert.deepEqual([status, headers['location']], [201, body.imageUrl])
  assert.match(body.imageUrl, /^https:\/\/launch\.example\/v1\/images\/[0-9a-f]{64}$/)
  assert.deepEqual([body.width, body.height, body.expiresAt], [40, 30, '2026-11-22T12:00:00.000Z'])
  const response = await app.inject({ url: toPath(body.imageUrl) })
  assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'image/png'])
  assert.equal(response.rawPayload.length, body.bytes)
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  const { etag } = response.headers
  const held = { url: toPath(body.imageUrl), headers: { 'if-none-match': String(etag) } }
  assert.equal((await app.inject(held)).statusCode, 304)
})

test('POST /v1/images: 201 for pictures that phones and programs make', async (t) => {
  const { app } = await start(t)
  const sizes: Record<string, [width: number, height: number]> = {
    'no-eoi.jpg': [200, 120],
    'p3-16.png': [200, 120],
    'photo-5712x4284.jpg': [768, 576],
    'small-300x20.png': [300, 20],
    'two-exif.jpg': [120, 200],
  }
  for (const [file, size] of Object.entries(sizes)) {
    const picture = readFileSync(new URL(`fixtures/reports/pictures/${file}`, import.meta.url))
    const { status, body } = await upload(app, imageForm(picture))
    assert.deepEqual([file, status, body.width, body.height], [file, 201, ...size])
  }
})

test('POST /v1/images: 503 if the image can’t be decoded in time', async (t) => {
  const { app } = await start(t, { config: { scoreDeadlineMs: 1 } })
  const { status, body, headers } = await upload(app)
  assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'unavailable', '10'])
})

test('POST /v1/images: the same image again has the same address', async (t) => {
  const { app, deps, clock } = await start(t)
  const first = await upload(app)
  clock.moveTo('2026-11-21T18:00:00.000Z')
  const second = await upload(app)
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.equal(first.body.imageUrl, second.body.imageUrl)
  assert.equal(second.body.expiresAt, '2026-11-22T18:00:00.000Z')
  const { count } = await deps.db
    .selectFrom('uploads')
    .select((query) => query.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 1)
})

test('POST /v1/score: an uploaded image is read from the store, without a request', async (t) => {
  const { app, score, world } = await start(t)
  const { body: uploaded } = await upload(app)
  const { status, body } = await score({ imageUrl: uploaded.imageUrl })
  assert.equal(status, 201)
  assert.equal(body.submission.imageUrl, uploaded.imageUrl)
  assert.deepEqual(world.images.requests, [])
  const picture = await app.inject({ url: `/score/${body.id}/picture` })
  const image = await app.inject({ url: toPath(uploaded.imageUrl) })
  assert.ok(picture.rawPayload.equals(image.rawPayload))
})

for (const publicUrl of ['http://10.1.2.3:8080', 'https://proxy.example/scores'])
  test(`POST /v1/score: an upload works under PUBLIC_URL ${publicUrl}`, async (t) => {
    const { app, score } = await start(t, { environment: { PUBLIC_URL: publicUrl } })
    const { body } = await upload(app)
    assert.ok(body.imageUrl.startsWith(`${publicUrl}/v1/images/`))
    assert.equal((await score({ imageUrl: body.imageUrl })).status, 201)
  })

test('POST /v1/score: 400 on imageUrl for an upload that is not stored', async (t) => {
  const { score } = await start(t)
  const { status, body } = await score({ imageUrl: `https://launch.example/v1/images/${'0'.repeat(64)}` })
  assert.deepEqual([status, body.error.details[0].path], [400, 'imageUrl'])
  assert.match(body.error.message, /upload the image again/)
})

test('an upload that nobody scored is deleted after 24 hours', async (t) => {
  const { app, deps, clock, score } = await start(t)
  const unused = await upload(app, imageForm(await solid('red')))
  const used = await upload(app, imageForm(await solid('blue')))
  const renewed = await upload(app, imageForm(await solid('green')))
  assert.equal((await score({ imageUrl: used.body.imageUrl })).status, 201)
  clock.moveTo('2026-11-22T11:59:59.000Z')
  assert.equal(await pruneUploads(deps, never), 0)
  await upload(app, imageForm(await solid('green')))
  clock.moveTo('2026-11-22T12:00:00.000Z')
  assert.equal(await pruneUploads(deps, never), 2)
  const statuses = await Promise.all(
    [unused, used, renewed].map(async ({ body }) => (await ask(app, { url: toPath(body.imageUrl) })).status),
  )
  assert.deepEqual(statuses, [404, 200, 200])
  assert.equal((await score({ imageUrl: unused.body.imageUrl })).status, 400)
})

test('a scoring keeps its upload although the upload expires meanwhile', async (t) => {
  const { promise: pruned, resolve: judge } = Promise.withResolvers<void>()
  const world = await startWorld(t, { model: { judge: (request) => pruned.then(() => verdict(request)) } })
  const { app, deps, clock, score } = await start(t, { world })
  const { body } = await upload(app)
  const scoring = score({ imageUrl: body.imageUrl })
  await until(() => world.model.requests.length === 2)
  clock.moveTo('2026-11-23T12:00:00.000Z')
  assert.equal(await pruneUploads(deps, never), 1)
  judge()
  const { status, body: result } = await scoring
  assert.equal(status, 201)
  assert.equal((await ask(app, { url: `/score/${result.id}/picture` })).status, 200)
})

test('POST /v1/images: a taken-down image stays hidden', async (t) => {
  const { app, deps, score } = await start(t)
  const { body: uploaded } = await upload(app)
  const { body } = await score({ imageUrl: uploaded.imageUrl })
  await runCommand(deps, ['score', 'hide', body.id, '--reason', 'Phishing.'])
  for (const { status, body: refused } of [
    await upload(app),
    await ask(app, { url: toPath(uploaded.imageUrl) }),
    await score({ imageUrl: uploaded.imageUrl, name: 'Another' }),
  ]) {
    assert.deepEqual([status, refused.error.code], [451, 'hidden'])
    assert.match(refused.error.message, /Phishing/)
  }
  const { bytes } = await deps.db.selectFrom('images').select('bytes').executeTakeFirstOrThrow()
  assert.equal(bytes, null)
  await runCommand(deps, ['score', 'unhide', body.id, '--reason', 'A mistake.'])
  assert.equal((await upload(app)).status, 201)
  assert.equal((await ask(app, { url: `/score/${body.id}/picture` })).status, 200)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const file = (over: Partial<FormPart> = {}): FormPart => ({
  name: 'image',
  filename: 'a.png',
  bytes: imageBytes,
  ...over,
})

const refused: [what: string, parts: FormPart[], path: string, message: RegExp][] = [
  ['no part', [], 'image', /is required/],
  ['an empty file', [file({ bytes: '' })], 'image', /must not be empty/],
  ['a file that is no image', [file({ bytes: svg })], 'image', /undamaged PNG, JPEG, WebP or GIF/],
  ['a damaged image', [file({ bytes: imageBytes.subarray(0, 900) })], 'image', /undamaged/],
  ['a JPEG whose scans would take minutes', [file({ bytes: await repeatScan(51) })], 'image', /at most 50 scans/],
  ['a file in another field', [file({ name: 'picture' })], 'picture', /is not a field of this request/],
  ['a field named by control characters', [file({ name: 'pic\u0007ture' })], 'body', /is not a field of this request/],
  ['two files', [file(), file()], 'image', /must be one file/],
  [
    'text in place of the file',
    [{ name: 'image', bytes: 'https://pictures.example/a.png' }],
    'image',
    /must be a file/,
  ],
  ['a field beside the file', [{ name: 'alt', bytes: 'a sock' }, file()], 'alt', /is not a field/],
  ['a field named __proto__', [{ name: '__proto__', bytes: 'x' }, file()], 'image', /./],
]
for (const [what, parts, path, message] of refused)
  test(`POST /v1/images: 400 on ${what}`, async (t) => {
    const { app, deps } = await start(t)
    const { status, body } = await upload(app, toForm(parts))
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', path])
    assert.match(body.error.message, message)
    assert.deepEqual(await deps.db.selectFrom('images').select('hash').execute(), [])
  })

test('POST /v1/images: 415 for a body that is no form', async (t) => {
  const { app } = await start(t)
  for (const [type, payload] of [
    ['application/json', '{"image":"x"}'],
    ['image/png', imageBytes],
    ['', ''],
  ] as const) {
    const headers = type === '' ? {} : { 'content-type': type }
    const { status, body } = await ask(app, { method: 'POST', url: '/v1/images', headers, payload })
    assert.deepEqual([status, body.error.code], [415, 'bad_request'], type)
    assert.match(body.error.message, /multipart\/form-data/)
  }
})

test('POST /v1/images: the examples of 400, 413 and 415 are its responses', async (t) => {
  const { app } = await start(t)
  const { body: document } = await ask(app, { url: '/api/v1/openapi.json' })
  const { responses } = expandParts(document).paths['/v1/images'].post
  const tooLarge = imageForm(randomBytes(5 * 1024 * 1024 + 1))
  for (const request of [toForm([]), tooLarge, { payload: '{}' }]) {
    const { status, body } = await ask(app, { method: 'POST', url: '/v1/images', ...request })
    assert.deepEqual(responses[status].content['application/json'].example, body)
  }
  assert.equal(responses[413].description, 'The image is larger than 5 MiB')
  assert.equal(responses[415].description, 'The body is not sent as multipart/form-data')
})

test('other routes do not take forms', async (t) => {
  const { app } = await start(t)
  assert.equal((await ask(app, { method: 'POST', url: '/v1/score', ...imageForm(imageBytes) })).status, 415)
})

test('POST /v1/images: 413 above 5 MiB, and the connection stays good', async (t) => {
  const { app } = await start(t)
  const { payload, headers } = imageForm(randomBytes(5 * 1024 * 1024 + 1))
  const answers = await rawRequest(t, app, [
    { method: 'POST', path: '/v1/images', headers, body: payload },
    { method: 'GET', path: '/health', headers: {}, body: Buffer.alloc(0) },
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [413, 200],
  )
  assert.match(answers[0]?.body ?? '', /larger than 5 MiB/)
})

test('POST /v1/images: 21st of a minute from one address is 429', async (t) => {
  const { app } = await start(t, { elapsedMs: () => 0 })
  const send = () => upload(app, toForm([]), { remoteAddress: '203.0.113.9' })
  for (let n = 0; n < 20; n += 1) assert.equal((await send()).status, 400)
  const { status, body, headers } = await send()
  assert.deepEqual([status, body.error.code], [429, 'rate_limit'])
  assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await upload(app, toForm([]), { remoteAddress: '203.0.113.10' })).status, 400)
})

test('POST /v1/images: 503 when the network’s share of the day’s bytes is stored', async (t) => {
  const started = await start(t, { environment: { STORE_DAILY_BYTES: '1000000' } })
  const other = await startReplica(t, started.deps, started.given)
  const noise = await sharp(randomBytes(768 * 768 * 3), { raw: { width: 768, height: 768, channels: 3 } })
    .png()
    .toBuffer()
  const from = { remoteAddress: '203.0.113.7' }
  assert.equal((await upload(started.app, imageForm(noise), from)).status, 201)
  assert.ok((await readUsed(started.deps.db, 'stored_bytes')) > 100_000)
  const refused = await upload(other.app, imageForm(await solid('red')), from)
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
})

test('POST /v1/images: SCORE_ACCESS=key requires a key', async (t) => {
  const { app } = await start(t, { environment: { SCORE_ACCESS: 'key' } })
  assert.equal((await upload(app)).status, 401)
  const bearer = { ...imageForm(imageBytes) }
  const headers = { ...bearer.headers, authorization: 'Bearer nonsense' }
  assert.equal((await upload(app, { ...bearer, headers })).status, 401)
})

/** Forms that are cut, changed or joined at any place. */
const brokenForms = fc
  .record({
    parts: fc.array(
      fc.record(
        {
          name: fc.oneof(fc.constant('image'), fc.string({ maxLength: 30 })),
          filename: fc.string({ maxLength: 20 }),
          bytes: fc.oneof(
            fc.constant(imageBytes),
            fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one)),
          ),
        },
        { requiredKeys: ['name', 'bytes'] },
      ),
      { maxLength: 4 },
    ),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    flipped: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
      maxLength: 5,
    }),
    type: fc.constantFrom(
      null,
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
      'multipart/mixed; boundary=----launchscore-test-boundary',
      `multipart/form-data; boundary=${'x'.repeat(500)}`,
    ),
  })
  .map(({ parts, cut, flipped, type }) => {
    const { payload, headers } = toForm(parts)
    for (const [at, value] of flipped) payload[Math.floor(at * (payload.length - 1))] = value
    const end = cut < 0.3 ? Math.ceil((payload.length * cut) / 0.3) : payload.length
    return { payload: payload.subarray(0, end), headers: type === null ? headers : { 'content-type': type } }
  })

test('POST /v1/images: any body is stored or refused with the reason', async (t) => {
  const { app } = await start(t)
  await fc.assert(
    fc.asyncProperty(brokenForms, async (form) => {
      const { status, body } = await upload(app, form)
      assert.ok([201, 400, 413, 415].includes(status), `${status} ${JSON.stringify(body)}`)
      if (status !== 201) assert.equal(body.error.code, 'bad_request')
      if (status === 400) assert.ok(body.error.details[0].path.length > 0)
    }),
    { numRuns: 200 },
  )
})
