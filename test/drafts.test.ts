import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { ModelRequest } from '../dev/stand-ins/model.ts'
import { issueKey } from '../src/keys/key-commands.ts'
import { pruneDrafts } from '../src/scoring/drafts.ts'
import { pruneUploads } from '../src/scoring/uploads.ts'
import { type AppOptions, type TestApp, ask, imageBytes, startApp, startWorld } from './world/app.ts'
import { ada, bob, enroll, signSubmission } from './world/creators.ts'
import { verdict } from './world/model.ts'
import { attester, hideAda, hideScore, must, unhideAda } from './world/operators.ts'
import { imageForm } from './world/requests.ts'
import { handClock, never } from './world/waiting.ts'
import { adminBearer } from './world/notifying.ts'
import { readSettledFeed, startWebhooks } from './world/webhooks.ts'

const start24h = '2026-11-21T12:00:00.000Z'
const lastMoment = '2026-11-22T11:59:59.999Z'
const end = '2026-11-22T12:00:00.000Z'

async function start(t: TestContext, options: AppOptions = {}) {
  const world = options.world ?? (await startWorld(t))
  const clock = handClock(start24h)
  const environment = { ...world.environment, PUBLIC_URL: 'https://launch.example', ...options.environment }
  const service = await startApp(t, { world, clock, ...options, environment })
  const draft = (over: object = {}, headers: Record<string, string> = {}, address?: string) =>
    service.score({ draft: true, ...over }, headers, address)
  const read = (id: string) => ask(service.app, { url: `/v1/score/${id}` })
  return { ...service, world, clock, draft, read }
}

const solid = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()

/** The number of rows of every table that have a text in them. */
async function countRowsWith({ deps: { db } }: Pick<TestApp, 'deps'>, text: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`select c.relname as name from pg_class c
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)} as one
      where position(${text} in one::text) > 0`.execute(db)
    if (rows[0]?.count) counts[name] = rows[0].count
  }
  return counts
}

test('POST /v1/score with draft: 201 with draft and expiresAt, readable by its id for 24 hours', async (t) => {
  const { draft, read, clock, deps } = await start(t)
  const { status, body, headers } = await draft()
  assert.deepEqual([status, body.draft, body.expiresAt], [201, true, end])
  assert.deepEqual([headers['location'], headers['cache-control']], [`/v1/score/${body.id}`, 'no-store'])
  const found = await read(body.id.toUpperCase())
  assert.deepEqual([found.status, found.body], [200, body])
  assert.deepEqual([found.headers['cache-control'], found.headers['etag']], ['no-store', undefined])
  clock.moveTo(lastMoment)
  assert.equal((await read(body.id)).status, 200)
  assert.equal(await pruneDrafts(deps, never), 0)
  clock.moveTo(end)
  assert.equal((await read(body.id)).status, 404)
  assert.equal(await pruneDrafts(deps, never), 1)
  assert.deepEqual(await countRowsWith({ deps }, body.id), {})
})

test('POST /v1/score with draft false: a published score without the fields of a draft', async (t) => {
  const { score, read } = await start(t)
  const { status, body } = await score({ draft: false })
  assert.deepEqual([status, 'draft' in body, 'expiresAt' in body], [201, false, false])
  assert.match(String((await read(body.id)).headers['cache-control']), /public/)
  for (const wrong of ['true', 1, null]) {
    const refused = await score({ draft: wrong })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'draft'])
  }
})

test('a draft as an event stream: the same events, the last with the draft', async (t) => {
  const { draft, read } = await start(t)
  const { status, body } = await draft({}, { accept: 'text/event-stream' })
  assert.equal(status, 200)
  const events = String(body).split('\n\n')
  const last = events.find((event) => event.startsWith('event: score')) ?? ''
  const scored = JSON.parse(/data: (.*)/.exec(last)?.[1] ?? '{}')
  assert.equal(scored.draft, true)
  assert.deepEqual((await read(scored.id)).body, scored)
})

test('Idempotency-Key: the same draft again, and 409 for publishing under the key', async (t) => {
  const { draft, score } = await start(t)
  const [headers, address] = [{ 'idempotency-key': 'one' }, '198.51.100.7']
  const first = await draft({}, headers, address)
  const again = await draft({}, headers, address)
  assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.body], [200, 'true', first.body])
  const published = await score({}, headers, address)
  assert.deepEqual([published.status, published.body.error.code], [409, 'conflict'])
})

test('Idempotency-Key: requests at once make one draft', async (t) => {
  const { draft, deps } = await start(t)
  const asked = Array.from({ length: 4 }, () => draft({}, { 'idempotency-key': 'one' }, '198.51.100.7'))
  const made = await Promise.all(asked)
  assert.deepEqual(
    made.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 200, 201],
  )
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 1)
  const { rows } = await sql`select from drafts`.execute(deps.db)
  assert.equal(rows.length, 1)
})

test('the quotas of a network and of a key count drafts', async (t) => {
  const { app, deps, draft, score } = await start(t, { environment: { SCORE_DAILY_PER_NETWORK: '1' } })
  assert.equal((await draft({}, {}, '198.51.100.7')).status, 201)
  assert.equal((await score({}, {}, '198.51.100.7')).status, 429)
  const { key } = await issueKey(deps, { tier: 'free', label: 'Acme', owner: 'ops', actor: 'test' })
  const authorization = `Bearer ${key}`
  const { body } = await draft({}, { authorization })
  assert.equal(body.draft, true)
  const me = await ask(app, { url: '/v1/me', headers: { authorization } })
  assert.match(JSON.stringify(me.body), /"scores":1/)
  const own = await ask(app, { url: '/v1/scores', headers: { authorization } })
  assert.deepEqual([own.status, own.body.scores], [200, []])
})

test('a test key makes drafts of stubs', async (t) => {
  const { deps, draft } = await start(t)
  const made = await issueKey(deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test', mode: 'test' })
  const { status, body } = await draft({}, { authorization: `Bearer ${made.key}` })
  assert.deepEqual([status, body.test, body.draft, body.hasStubs], [201, true, true, true])
})

test('a creator’s signature counts in a draft and again when it is published', async (t) => {
  const { app, submission } = await start(t)
  const signed = await signSubmission(app, { ...submission(), draft: true }, ada)
  const made = await ask(app, { method: 'POST', url: '/v1/score', payload: signed })
  assert.deepEqual([made.status, made.body.draft, made.body.creatorProof], [201, true, 'signature'])
  const published = await ask(app, { method: 'POST', url: '/v1/score', payload: { ...signed, draft: false } })
  assert.deepEqual([published.status, published.body.creatorProof], [201, 'signature'])
  assert.equal(published.body.aggregate, made.body.aggregate)
})

/** A judge of one opinion with a normal error: the standard deviation is 6. */
function createNoisyJudge(score: number) {
  let state = 44
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const draw = () => score + 6 * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  return (request: ModelRequest) => verdict(request, { score: Math.round(draw()) })
}

test('a published score has the verdicts of its draft, from a noisy judge too', async (t) => {
  const world = await startWorld(t, { model: { judge: createNoisyJudge(54) } })
  const { draft, score, clock } = await start(t, { world, environment: { MODEL_SAMPLES: '5' } })
  const other = await score({
    name: 'Right Mitten',
    description: 'Another pitch.',
    imageUrl: `${world.images.url}/a.png`,
  })
  assert.equal(other.status, 201)
  const { body: made } = await draft()
  const calls = world.model.requests.length
  clock.moveTo('2026-11-21T23:59:59.999Z')
  const { body: published } = await score()
  assert.equal(world.model.requests.length, calls)
  assert.notEqual(published.id, made.id)
  assert.equal(published.aggregate, made.aggregate)
  assert.deepEqual(published.signals, made.signals)
  assert.notEqual(other.body.signals.meme.score, published.signals.meme.score)
})

test('a picture first seen in a draft: its own and near-identical scores share the verdict', async (t) => {
  const again = await sharp(imageBytes).flatten({ background: '#808080' }).jpeg({ quality: 60 }).toBuffer()
  const world = await startWorld(t, { model: { judge: createNoisyJudge(54) }, images: { '/again.jpg': again } })
  const { draft, score, clock, deps } = await start(t, { world })
  const { body: made } = await draft()
  clock.moveTo(end)
  await pruneDrafts(deps, never)
  await pruneUploads(deps, never)
  for (const path of ['/a.png', '/again.jpg']) {
    const { body } = await score({ imageUrl: `${world.images.url}${path}` })
    assert.equal(body.signals.image.score, made.signals.image.score, path)
    assert.deepEqual(body.earlierSubmissions, [])
  }
})

test('nothing of a draft is held against the same launch by others or by its creator', async (t) => {
  const { app, submission, draft, score, clock } = await start(t)
  const signed = await signSubmission(app, { ...submission(), draft: true }, ada)
  assert.equal((await ask(app, { method: 'POST', url: '/v1/score', payload: signed })).status, 201)
  await draft({ creatorAddress: ada.address })
  clock.moveTo(lastMoment)
  const { body: theirs } = await score({ creatorAddress: bob.address })
  assert.deepEqual([theirs.earlierSubmissions, theirs.warnings], [[], []])
  assert.equal((await enroll(app, { scoreId: theirs.id, wallet: bob })).status, 201)
  const again = await draft({ creatorAddress: bob.address })
  assert.deepEqual(again.body.earlierSubmissions, [])
  // A draft itself is compared with what is published.
  const copy = await draft({ creatorAddress: ada.address })
  assert.deepEqual(
    copy.body.earlierSubmissions.map(({ scoreId }: { scoreId: string }) => scoreId),
    [theirs.id, theirs.id],
  )
})

test('GET /v1/score/:id/percentile: a draft is compared and not counted', async (t) => {
  const { app, draft, score } = await start(t)
  const percentile = (id: string) => ask(app, { url: `/v1/score/${id}/percentile` })
  const { body: made } = await draft()
  const alone = await percentile(made.id)
  assert.deepEqual([alone.status, alone.body.percentile, alone.body.cohortSize], [200, null, 0])
  assert.equal(alone.headers['cache-control'], 'no-store')
  const { body: published } = await score()
  for (const id of [made.id, published.id]) {
    const { body } = await percentile(id)
    assert.deepEqual([body.scoreId, body.cohortSize, body.percentile], [id, 1, 50])
  }
})

test('a draft’s picture is deleted with it, and an upload is kept as long as its draft', async (t) => {
  const { app, clock, deps, draft, score } = await start(t)
  const upload = async (color: string) => {
    const { body } = await ask(app, { method: 'POST', url: '/v1/images', ...imageForm(await solid(color)) })
    return body.imageUrl as string
  }
  const statusOf = async (url: string) => (await ask(app, { url: new URL(url).pathname })).status
  const [drafted, published] = [await upload('red'), await upload('blue')]
  clock.moveTo('2026-11-21T18:00:00.000Z')
  const { body: made } = await draft({ imageUrl: drafted })
  const { body: other } = await draft({ imageUrl: published })
  clock.moveTo('2026-11-22T17:59:59.999Z')
  assert.equal(await pruneUploads(deps, never), 0)
  const { creatorName: _, ...sent } = other.submission
  const { status } = await score(sent)
  assert.equal(status, 201)
  clock.moveTo(made.expiresAt)
  assert.equal(await pruneDrafts(deps, never), 2)
  assert.equal(await pruneUploads(deps, never), 2)
  assert.deepEqual([await statusOf(drafted), await statusOf(published)], [404, 200])
})

test('publishing a draft and binding it: 409 before the service says that it has no chain', async (t) => {
  const { app, draft } = await start(t)
  const { body } = await draft({ creatorAddress: ada.address })
  const own = { creatorAddress: ada.address, signature: `0x${'1'.repeat(130)}`, tokenAddress: bob.address }
  const publish = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/publish` })
  const bind = await ask(app, { method: 'POST', url: `/v1/launch/${body.id}/token`, payload: own })
  assert.deepEqual([publish.status, bind.status], [409, 409])
})

test('a link of a draft leads to the page before leaving, as for a published score', async (t) => {
  const { app, draft } = await start(t)
  const { body } = await draft({ links: [{ type: 'website', url: 'https://sock.example/' }] })
  const leave = (id: string) => ask(app, { url: `/score/${id}/leave/0`, headers: { accept: 'text/html' } })
  const { status, headers, body: page } = await leave(body.id)
  assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
  assert.match(page, /href="https:\/\/sock\.example\/"/)
  assert.equal((await leave(randomUUID())).status, 404)
})

test('a draft of a downloaded picture leaves no picture', async (t) => {
  const { clock, deps, draft } = await start(t)
  await draft()
  clock.moveTo(end)
  await pruneUploads(deps, never)
  const { rows } = await sql`select from images`.execute(deps.db)
  assert.equal(rows.length, 0)
})

test('enrolling, publishing, appealing, binding and re-scoring a draft: 409 that says what to do', async (t) => {
  const { app, draft, clock } = await start(t, { environment: { ...attester } })
  const { body } = await draft({ creatorAddress: ada.address })
  const issuedAt = clock.now().toISOString()
  const signature = `0x${'1'.repeat(130)}`
  const tokenAddress = bob.address
  const own = { creatorAddress: ada.address, signature }
  const at = (path: string) => path.replace('ID', body.id)
  const requests = [
    { method: 'POST', url: '/v1/score/ID/rescore' },
    { method: 'POST', url: '/v1/score/ID/publish' },
    { method: 'POST', url: '/v1/enroll', payload: { scoreRequestId: body.id, ...own } },
    { method: 'POST', url: '/v1/score/ID/appeal', payload: { reason: 'Wrong.', issuedAt, ...own } },
    {
      method: 'POST',
      url: '/v1/score/ID/appeal/message',
      payload: { reason: 'Wrong.', issuedAt, creatorAddress: ada.address },
    },
    { url: `/v1/enroll/message?scoreRequestId=ID&creatorAddress=${ada.address}` },
    { method: 'POST', url: '/v1/launch/ID/token', payload: { tokenAddress, ...own } },
    { url: `/v1/launch/ID/token/message?tokenAddress=${tokenAddress}` },
    { url: `/v1/launch/ID/token/denial/message?tokenAddress=${tokenAddress}&creatorAddress=${ada.address}` },
    { method: 'POST', url: '/v1/launch/ID/token/denial', payload: { tokenAddress, ...own } },
    { url: `/v1/launch/ID/token/named/message?issuedAt=${issuedAt}&creatorAddress=${ada.address}` },
    { method: 'POST', url: '/v1/launch/ID/token/named', payload: { issuedAt, ...own } },
  ] as const
  for (const { url, ...request } of requests) {
    const refused = await ask(app, { url: at(url), ...request })
    assert.deepEqual([url, refused.status, refused.body.error?.code], [url, 409, 'conflict'])
    assert.match(refused.body.error.message, /draft.*without `draft`/)
  }
  const message = ['Launchscore Enrollment', `Score: ${body.id}`, `Creator: ${ada.address}`, 'Domain: launch.example']
  const enrollment = {
    scoreRequestId: body.id,
    creatorAddress: ada.address,
    signature: await ada.signMessage({ message: message.join('\n') }),
  }
  const refused = await ask(app, { method: 'POST', url: '/v1/enroll', payload: enrollment })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'])
  clock.moveTo(end)
  assert.equal((await ask(app, { method: 'POST', url: at('/v1/score/ID/rescore') })).status, 404)
})

test('a take-down covers drafts: 451 on making and on reading one', async (t) => {
  const service = await start(t)
  const { draft, read, score, app } = service
  const { body: made } = await draft({ creatorAddress: ada.address })
  await hideAda(service)
  assert.equal((await read(made.id)).status, 451)
  assert.equal((await ask(app, { url: `/v1/score/${made.id}/percentile` })).status, 451)
  assert.equal((await draft({ creatorAddress: ada.address })).status, 451)
  await unhideAda(service)
  assert.equal((await read(made.id)).status, 200)
  const { body: published } = await score({ creatorAddress: bob.address })
  await must(service, 'score', 'hide', published.id, '--reason', 'Phishing.', '--identity')
  assert.equal((await read(made.id)).status, 451)
  assert.equal((await draft({ creatorAddress: ada.address })).status, 451)
})

test('a take-down of the creator’s same launch covers its drafts, those of others not', async (t) => {
  const service = await start(t, { world: await startWorld(t, { images: { '/b.png': await solid('teal') } }) })
  const { draft, read, score, world } = service
  const imageUrl = `${world.images.url}/b.png`
  const { body: own } = await draft({ creatorAddress: ada.address })
  const { body: other } = await draft({ creatorAddress: bob.address, imageUrl })
  const { body: published } = await score({ creatorAddress: ada.address })
  await hideScore(service, published.id)
  assert.deepEqual([(await read(own.id)).status, (await read(other.id)).status], [451, 200])
})

test('the page of a draft: no-store, noindex, no preview; its picture is no-store; 404 afterwards', async (t) => {
  const { app, draft, clock, submission } = await start(t)
  const { body: made } = await draft()
  const page = (query = '') => ask(app, { url: `/score/${made.id}${query}`, headers: { accept: 'text/html' } })
  const { status, body, headers } = await page()
  assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
  assert.match(body, /<meta name="robots" content="noindex"\/>/)
  assert.doesNotMatch(body, /og:|twitter:|oembed|fc:frame|rel="canonical"|badge\.svg|\/enroll\/|card\.png|\/compare/)
  const [head = ''] = String(body).split('</head>')
  assert.ok(!head.includes(String(submission()['name'])))
  assert.match(body, /Only people with this link see it/)
  assert.ok(body.includes(`<time datetime="${end}">`))
  assert.ok(body.includes('data-island="publish-draft"'))
  for (const [language, words] of Object.entries({ es: 'Publicar esta nota', zh: '发布此评分' }))
    assert.ok((await page(`?lang=${language}`)).body.includes(words))
  for (const query of ['', '?size=64']) {
    const picture = await app.inject({ url: `/score/${made.id}/picture${query}` })
    assert.deepEqual([picture.statusCode, picture.headers['cache-control']], [200, 'no-store'])
    assert.ok(picture.rawPayload.length > 0)
  }
  // What the page sends when the visitor publishes.
  const props = /data-island="publish-draft" data-props="([^"]*)"/.exec(body)?.[1] ?? ''
  const { submission: sent } = JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  const published = await ask(app, { method: 'POST', url: '/v1/score', payload: sent })
  assert.deepEqual([published.status, published.body.aggregate], [201, made.aggregate])
  assert.deepEqual(published.body.submission, made.submission)
  clock.moveTo(end)
  assert.equal((await page()).status, 404)
  assert.equal((await app.inject({ url: `/score/${made.id}/picture` })).statusCode, 404)
})

const name = 'Quillion Ostrich'
const contractAddress = '0xc0de000000000000000000000000000000000003'

test('a draft is in no list, search, feed, page, count or event, and no other table has it', async (t) => {
  const world = await startWorld(t)
  const webhooks = await startWebhooks(t, { world })
  const { app, score, holder } = webhooks
  const hook = await webhooks.subscribe({ events: ['*'] })
  const { body: published } = await score({ creatorAddress: bob.address })
  const before = await readStats(app)
  const headers = { ...holder }
  const { body: made } = await score(
    { name, symbol: 'QUILL', creatorAddress: ada.address, contractAddress, draft: true },
    headers,
  )
  assert.equal(made.draft, true)

  const { body: document } = await ask(app, { url: '/api/v1/openapi.json' })
  const given: Record<string, string> = {
    address: ada.address,
    tokenAddress: contractAddress,
    scoreId: made.id,
    id: made.id,
  }
  const documented = Object.entries(document.paths as Record<string, { get?: { operationId: string } }>)
    .filter(
      ([path, { get }]) =>
        get && !['getScore', 'getPercentile'].includes(get.operationId) && !path.includes('webhooks'),
    )
    .map(([path]) => path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => given[field] ?? 'none'))
  const urls = [
    ...documented,
    ...documented.filter((path) => !path.includes(made.id)).map((path) => `${path}?limit=50`),
    ...['Quillion', 'QUILL', made.id, contractAddress, ada.address].flatMap((q) => [
      `/api/v1/search?q=${q}`,
      `/search?q=${q}`,
    ]),
    ...['', 'leaderboards', 'launches', 'graduates', 'track-record', 'transparency', 'compare', 'sitemap.xml'].map(
      (page) => `/${page}`,
    ),
    `/compare?ids=${made.id}`,
    `/creator/${ada.address}`,
    `/token/${contractAddress}`,
    `/score/${published.id}`,
    ...['changelog', 'incidents', 'launches'].flatMap((feed) => [`/feeds/${feed}.xml`, `/feeds/${feed}.json`]),
    ...['card.png', 'card-3x2.png', 'badge.svg'].map((file) => `/score/${made.id}/${file}`),
    `/oembed?url=${encodeURIComponent(`http://localhost:8080/score/${made.id}`)}`,
    ...['launch', 'enroll'].map((page) => `/${page}/${made.id}`),
  ]
  for (const url of urls) {
    const asked = [{}, { ...adminBearer }, { ...holder }].map((one) =>
      ask(app, { url, headers: { accept: 'application/json, text/html', ...one } }),
    )
    for (const { status, body } of await Promise.all(asked)) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      assert.ok(!text.includes(name), `${url} ${text.slice(0, 200)}`)
      if (url.includes(made.id) && !/search|compare/.test(url)) assert.ok(status >= 400, `${url} ${status}`)
      else assert.ok(!text.replaceAll(`q=${made.id}`, '').includes(`/score/${made.id}`), url)
    }
  }
  assert.deepEqual(await readStats(app), before)
  const { events } = await readSettledFeed(webhooks, hook)
  const told = events.map(({ body }: { body: string }) => body)
  assert.equal(told.length, 1)
  assert.ok(told[0].includes(published.id))
  assert.deepEqual(await countRowsWith(webhooks, made.id), { drafts: 1 })
  assert.deepEqual(await countRowsWith(webhooks, name), { drafts: 1 })
})

const readStats = async (app: TestApp['app']) => {
  const { status, body } = await ask(app, { url: '/v1/admin/stats', headers: { ...adminBearer } })
  assert.equal(status, 200)
  return body
}
