import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createClient } from '../client/src/index.ts'
import type { NamedWallet } from '../dev/stand-ins/rpc-names.ts'
import { type RpcFault, startRpc } from '../dev/stand-ins/rpc.ts'
import { parseConfig } from '../src/config.ts'
import { runCommand } from '../src/main/commands.ts'
import { ada, bob, enroll } from './world/creators.ts'
import { type WorldOptions, ask, imageBytes, startApp, startWorld } from './world/app.ts'
import { readData } from './world/judge.ts'
import { verdict } from './world/model.ts'
import { closeAfter } from './world/waiting.ts'

/** What launchpads ask for: a name, a ticker, a picture and a wallet. */
async function start(t: TestContext, options: WorldOptions = {}) {
  const world = await startWorld(t, options)
  const service = await startApp(t, { world })
  const { description: _pitch, xHandle: _handle, ...plain } = service.submission({ creatorAddress: ada.address })
  const post = (payload: object, headers: Record<string, string> = {}) =>
    ask(service.app, { method: 'POST', url: '/v1/score', payload, headers })
  const page = async (path: string, language = 'en') =>
    String((await ask(service.app, { url: path, headers: { 'accept-language': language } })).body)
  return { ...service, world, plain, post, page }
}

test('a launch without a pitch or a handle is final, enrolls, is shown, re-scored and replayed', async (t) => {
  const { app, deps, world, plain, post, page } = await start(t)
  const { status, body } = await post(plain)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.confidence, body.stubbedSignals], ['final', []])
  const { description, xHandle, links, creatorName } = body.submission
  assert.deepEqual(
    { description, xHandle, links, creatorName },
    { description: null, xHandle: null, links: [], creatorName: null },
  )
  const { social, meme } = body.signals
  assert.deepEqual([social.score, social.stub, meme.stub], [20, false, false])
  assert.deepEqual(social.facts, [{ code: 'no_handle', effect: -40, values: {} }])
  assert.match(social.reason, /^The launch has no X handle\./)
  const judged = world.model.requests.map(readData)
  assert.ok(judged.includes('name: LeftˆSock\nticker: SOCK\npitch: (no pitch)'), judged.join('\n\n'))

  const enrolled = await enroll(app, { scoreId: body.id, wallet: ada })
  assert.equal(enrolled.status, 201, JSON.stringify(enrolled.body))
  for (const [language, words] of [
    ['en', ['This launch has no pitch.', 'No X handle']],
    ['es', ['Este lanzamiento no tiene presentación.', 'Sin cuenta de X']],
    ['zh', ['此发行没有介绍。', '没有 X 账号']],
  ] as const) {
    const shown = await page(`/score/${body.id}`, language)
    for (const word of words) assert.ok(shown.includes(word), word)
    const launch = await page(`/launch/${enrolled.body.enrollmentId}`, language)
    assert.match(launch, /<h1[^>]*>.*Left.?Sock.*<\/h1>/s)
    assert.doesNotMatch(launch, /id="about"|x\.com\/(null|undefined)|>(null|undefined)</, language)
  }
  for (const path of ['', '/card.png', '/badge.svg', '/picture'])
    assert.equal((await ask(app, { url: `/score/${body.id}${path}` })).status, 200, path)
  for (const url of [
    '/api/v1/search?q=Left%20Sock',
    '/feeds/launches.xml',
    '/api/v1/launches',
    `/launch/${enrolled.body.enrollmentId}/card.png`,
  ])
    assert.equal((await ask(app, { url })).status, 200, url)

  const again = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore` })
  assert.equal(again.status, 201, JSON.stringify(again.body))
  assert.deepEqual(again.body.submission, body.submission)
  const older = { promptVersion: 'launch-score@1.1.0' }
  const before = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: older })
  assert.equal(before.status, 201, JSON.stringify(before.body))
  const checked = await runCommand(deps, ['replay', '--check', '--json'])
  assert.deepEqual([checked.status, JSON.parse(checked.stdout).differing], [0, 0])
})

test('two creators without handles neither claim nor mention one for the other', async (t) => {
  const { app, plain, post } = await start(t)
  const first = await post(plain)
  await enroll(app, { scoreId: first.body.id, wallet: ada })
  const second = await post({ ...plain, creatorAddress: bob.address, name: 'Right Sock' })
  assert.deepEqual(second.body.signals.social.facts, first.body.signals.social.facts)
})

const blanks = [
  { description: null, xHandle: null },
  { description: '', xHandle: '' },
  { description: ' \n\t', xHandle: ' ' },
]
test('null, empty and blank are the same as absent, with the same verdict', async (t) => {
  const { world, plain, post } = await start(t)
  const first = await post(plain)
  const asked = world.model.requests.length
  for (const blank of blanks) {
    const { status, body } = await post({ ...plain, ...blank })
    assert.equal(status, 201)
    assert.deepEqual(body.submission, first.body.submission)
    assert.equal(body.signals.meme.score, first.body.signals.meme.score)
  }
  assert.equal(world.model.requests.length, asked, 'the samples are shared')
})

test('no pitch shares no samples with a pitch, whatever it says', async (t) => {
  const { plain, post } = await start(t, {
    model: { judge: (request) => verdict(request, { score: request.text.includes('pitch: (no pitch)') ? 61 : 42 }) },
  })
  const scores = []
  for (const description of ['(no pitch)', 'no pitch', null, '(no words)', '–', undefined])
    scores.push((await post({ ...plain, description })).body.signals.meme.score)
  assert.deepEqual(scores, [42, 42, 61, 42, 42, 61])
})

test('content that the judge declines is a fault of the name if there is no pitch', async (t) => {
  const { plain, post } = await start(t, {
    model: { findFault: ({ text }) => (text.includes('ticker:') ? 'refusal' : undefined) },
  })
  const { status, body } = await post(plain)
  assert.deepEqual([status, body.error.details?.[0].path], [400, 'name'])
  const pitched = await post({ ...plain, description: 'Every washing machine takes one.' })
  assert.deepEqual([pitched.status, pitched.body.error.details?.[0].path], [400, 'description'])
})

const handles = [
  ['leftsock', '@leftsock'],
  ['＠leftsock', '@leftsock'],
  ['http://www.twitter.com/LeftSock/status/1?s=20#a', '@LeftSock'],
  ['mobile.x.com/leftsock/', '@leftsock'],
]

test('xHandle takes handles and URLs of profiles, and the record has @ and the handle', async (t) => {
  const { plain, post } = await start(t)
  for (const [given, stored] of handles) {
    const { status, body } = await post({ ...plain, xHandle: given })
    assert.deepEqual([status, body.submission?.xHandle], [201, stored], given)
    assert.ok(body.signals.social.facts.some(({ code }: { code: string }) => code === 'match_name'))
  }
})

test('faults of several fields are reported together, each on its field, and nothing is stored', async (t) => {
  const { deps, plain, post } = await start(t)
  const links = [
    { type: 'website', url: 'http://sock.example' },
    { type: 'telegram', url: 'https://t.me/leftsock' },
    { type: 'other', url: 'https://127.0.0.1/' },
    { type: 'other', url: 'https://user:password@sock.example/' },
    { type: 'other', url: 'https://localhost/' },
    { type: 'other', url: 'javascript:alert(1)' },
    { type: 'other', url: 'https://sock.example\\@evil.example/' },
  ]
  const { status, body } = await post({
    ...plain,
    xHandle: 'https://x.com/search?q=sock',
    creatorAddress: '98of100.98/100.eth',
    links,
  })
  assert.equal(status, 400)
  const paths = body.error.details.map(({ path }: { path: string }) => path)
  assert.deepEqual(paths, [
    'xHandle',
    'creatorAddress',
    'links.0.url',
    ...[2, 3, 4, 5, 6].map((at) => `links.${at}.url`),
  ])
  assert.equal((await deps.db.selectFrom('submissions').select('id').execute()).length, 0)
})

const badLinks: [path: string, links: unknown][] = [
  ['links', 'https://sock.example'],
  ['links', Array.from({ length: 9 }, () => ({ type: 'other', url: 'https://sock.example/' }))],
  ['links.0.type', [{ type: 'x', url: 'https://sock.example/' }]],
  ['links.0.url', [{ type: 'website' }]],
  ['links.0.title', [{ type: 'website', url: 'https://sock.example/', title: 'Sock' }]],
  ['links.0', ['https://sock.example/']],
]
test('links of another form are refused on their field', async (t) => {
  const { plain, post } = await start(t)
  for (const [path, links] of badLinks) {
    const { status, body } = await post({ ...plain, links })
    assert.deepEqual([status, body.error?.details[0].path], [400, path])
  }
})

const links = [
  { type: 'website', url: 'https://sock.example/' },
  { type: 'telegram', url: 'https://t.me/leftsock' },
  { type: 'other', url: 'https://bücher.example/<script>' },
]

test('links are stored in ASCII, shown with their hosts behind the leave page, and not judged', async (t) => {
  const { app, world, plain, post, page } = await start(t)
  const { status, body } = await post({ ...plain, links })
  assert.equal(status, 201, JSON.stringify(body))
  const stored = [links[0], links[1], { type: 'other', url: 'https://xn--bcher-kva.example/%3Cscript%3E' }]
  assert.deepEqual(body.submission.links, stored)
  for (const { text } of world.model.requests) assert.ok(!text.includes('sock.example'))
  const enrolled = await enroll(app, { scoreId: body.id, wallet: ada })
  for (const path of [`/score/${body.id}`, `/launch/${enrolled.body.enrollmentId}`]) {
    const html = await page(path)
    assert.ok(
      html.includes(`<a href="/score/${body.id}/leave/1" rel="nofollow noopener ugc"><bdi>t.me</bdi></a>`),
      path,
    )
    assert.ok(html.includes('xn--bcher-kva.example'))
    assert.doesNotMatch(html, /href="https:\/\/(?:sock\.example|t\.me\/leftsock)/)
  }
  for (const [language, words] of [
    ['en', 'was submitted with Left Sock'],
    ['es', 'se envió con Left Sock'],
    ['zh', '随 Left Sock 一起提交'],
  ])
    assert.ok((await page(`/score/${body.id}/leave/0`, language)).includes(words ?? ''))
  assert.match(await page(`/score/${body.id}/leave/2`), /look-alike letters/)
  for (const at of ['3', '-1', '00', 'x', '1e0'])
    assert.equal((await ask(app, { url: `/score/${body.id}/leave/${at}` })).status, 404, at)
})

test('links and the case of a handle’s URL make no other launch: identity is name, ticker and picture', async (t) => {
  const { deps, plain, post } = await start(t)
  await post(plain)
  await post({ ...plain, links, xHandle: 'x.com/leftsock' })
  const rows = await deps.db.selectFrom('submissions').select('identity').execute()
  assert.equal(new Set(rows.map(({ identity }) => identity?.toString('hex'))).size, 1)
})

test('old clients’ bodies are answered as before', async (t) => {
  const { score } = await start(t)
  const { status, body } = await score({ symbol: '$＄﹩SOCK' })
  assert.equal(status, 201)
  const { symbol, xHandle, description } = body.submission
  assert.deepEqual([symbol, xHandle], ['SOCK', '@leftsock'])
  assert.match(description, /^Every washing machine/)
})

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const transaction = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U'

async function startGateways(t: TestContext) {
  const world = await startWorld(t, {
    images: { [`/ipfs/${cid}/a.png`]: imageBytes, [`/ar/${transaction}`]: imageBytes, '/canonical/a.png': imageBytes },
    imageFaults: {
      [`/ipfs/${cid}/moved.png`]: { redirect: '/canonical/a.png' },
      [`/ipfs/${cid}/plain.png`]: { redirect: 'http://pictures.example/a.png' },
      [`/ipfs/${cid}/inside.png`]: { redirect: 'https://169.254.169.254/latest/meta-data' },
      [`/ipfs/${cid}/loop.png`]: { redirect: `/ipfs/${cid}/loop.png` },
      '/moved.png': { redirect: '/a.png' },
    },
  })
  const environment = {
    ...world.environment,
    IPFS_GATEWAY: `${world.images.url}/ipfs`,
    ARWEAVE_GATEWAY: `${world.images.url}/ar/`,
  }
  return { world, ...(await startApp(t, { world, environment })) }
}

test('ipfs:// and ar:// images come from the gateways, and the record keeps the URI', async (t) => {
  const { app, world, score } = await startGateways(t)
  for (const [imageUrl, path] of [
    [`ipfs://${cid}/a.png`, `/ipfs/${cid}/a.png`],
    [`ipfs://ipfs/${cid}/a.png`, `/ipfs/${cid}/a.png`],
    [`ar://${transaction}`, `/ar/${transaction}`],
    [`ipfs://${cid}/moved.png`, '/canonical/a.png'],
  ]) {
    const { status, body } = await score({ imageUrl })
    assert.deepEqual([status, body.submission?.imageUrl], [201, imageUrl], JSON.stringify(body))
    assert.equal(world.images.requests.at(-1)?.url, path)
    assert.equal((await ask(app, { url: `/score/${body.id}/picture` })).status, 200)
  }
})

const badImages: [imageUrl: string, message: RegExp][] = [
  [`ipfs://${cid}/plain.png`, /https/],
  [`ipfs://${cid}/inside.png`, /public address/],
  [`ipfs://${cid}/loop.png`, /status 200, not 302/],
  [`ipfs://${cid}/absent.png`, /status 200, not 404/],
  ['ipfs://../../a.png', /CID/],
  [`ipfs://${cid}/../../a.png`, /plain path/],
  [`ar://${transaction}@evil.example`, /id after ar/],
  ['ar://127.0.0.1/a.png', /id after ar/],
]
test('a gateway’s refusal, a redirect that breaks a rule and a hostile URI are faults of imageUrl', async (t) => {
  const { score, world } = await startGateways(t)
  for (const [imageUrl, message] of badImages) {
    const before = world.images.requests.length
    const { status, body } = await score({ imageUrl })
    assert.deepEqual([status, body.error?.details[0].path], [400, 'imageUrl'], imageUrl)
    assert.match(body.error.details[0].message, message)
    assert.ok(world.images.requests.length - before <= 4)
  }
})

test('redirects of other images are not followed', async (t) => {
  const { score, world } = await startGateways(t)
  const { status, body } = await score({ imageUrl: `${world.images.url}/moved.png` })
  assert.deepEqual([status, body.error.details[0].message], [400, 'must respond with status 200, not 302'])
})

interface Named {
  names?: Record<string, NamedWallet>
  findFault?: (method: string) => RpcFault | undefined
}

async function startNamed(
  t: TestContext,
  { names = { 'ada.base.eth': ada.address as NamedWallet }, findFault }: Named = {},
) {
  const node = await startRpc({ chainId: 8453, names, ...(findFault && { findFault }) })
  closeAfter(t, node.close)
  const world = await startWorld(t)
  const environment = { ...world.environment, CHAIN_RPC_URL: node.url, CHAIN_ID: '8453' }
  // The clock of the limits stands still, however long a test takes.
  const service = await startApp(t, { world, environment, elapsedMs: () => 0 })
  const message = (submission: object) =>
    ask(service.app, { method: 'POST', url: '/v1/score/message', payload: { submission } })
  return {
    ...service,
    names,
    world,
    message,
    calls: () => node.methods().filter((method) => method === 'eth_call').length,
  }
}

test('a wallet’s name: the record has the address, and the name beside it', async (t) => {
  const { app, score } = await startNamed(t)
  const { status, body } = await score({ creatorAddress: ' ADA.base.eth ' })
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.submission.creatorAddress, body.submission.creatorName], [ada.address, 'ada.base.eth'])
  assert.match(String((await ask(app, { url: `/score/${body.id}` })).body), /<bdi[^>]*> ?ada\.base\.eth<\/bdi>/)
  const again = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore` })
  assert.deepEqual(again.body.submission, body.submission)
  assert.equal((await enroll(app, { scoreId: body.id, wallet: ada })).status, 201)
})

test('a wallet’s name: the message and the signature are those of the address', async (t) => {
  const { message, score, submission } = await startNamed(t)
  const named = submission({ creatorAddress: 'ada.base.eth', description: null, links })
  const { status, body } = await message(named)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual((await message({ ...named, creatorAddress: ada.address })).body, body)
  const signed = await score({ ...named, creatorSignature: await ada.signMessage(body) })
  assert.deepEqual([signed.status, signed.body.creatorProof], [201, 'signature'])
  const other = await score({ ...named, links: [], creatorSignature: await ada.signMessage(body) })
  assert.equal(other.status, 401, 'the signature covers the links')
})

test('a wallet’s name: one key and one body make one record, whatever the name stands for later', async (t) => {
  const { score, names, calls } = await startNamed(t)
  const headers = { 'idempotency-key': 'named' }
  const address = '10.9.8.7'
  const first = await score({ creatorAddress: 'ada.base.eth' }, headers, address)
  names['ada.base.eth'] = bob.address
  const asked = calls()
  const again = await score({ creatorAddress: 'ada.base.eth' }, headers, address)
  assert.deepEqual([first.status, again.status], [201, 200])
  assert.deepEqual(again.body, first.body)
  assert.equal(calls(), asked)
})

const badNames: [name: string, message: RegExp][] = [
  ['eve.base.eth', /check the spelling/],
  ['off.base.eth', /stored on a server/],
  ['vitalik.eth', /ends in \.base\.eth/],
  ['a..base.eth', /must be a name/],
  ['аda.base.eth', /must be a name/], // with a Cyrillic letter
]

test('a name that has no address, or that can’t be one, is a fault of creatorAddress', async (t) => {
  const { score, message, submission } = await startNamed(t, { names: { 'off.base.eth': 'off-chain' } })
  for (const [creatorAddress, reason] of badNames) {
    const { status, body } = await score({ creatorAddress })
    assert.deepEqual([status, body.error?.details?.[0].path], [400, 'creatorAddress'], creatorAddress)
    assert.match(body.error.details[0].message, reason)
    const refused = await message(submission({ creatorAddress }))
    assert.deepEqual([refused.status, refused.body.error?.details?.[0].path], [400, 'submission.creatorAddress'])
  }
})

test('400 on creatorAddress where names can’t be resolved', async (t) => {
  const { plain, post } = await start(t)
  const { status, body } = await post({ ...plain, creatorAddress: 'ada.base.eth' })
  assert.deepEqual([status, body.error.details[0].path], [400, 'creatorAddress'])
  assert.match(body.error.details[0].message, /must be an address, because this deployment can’t resolve names/)
})

test('503 when the node fails, with nothing stored and the key free', async (t) => {
  let isDown = true
  const findFault = (method: string) => (isDown && method === 'eth_call' ? ('http 500' as const) : undefined)
  const { deps, score } = await startNamed(t, { findFault })
  const headers = { 'idempotency-key': 'named' }
  const failed = await score({ creatorAddress: 'ada.base.eth' }, headers, '10.9.8.7')
  assert.deepEqual([failed.status, failed.body.error.code], [503, 'unavailable'])
  assert.ok(Number(failed.headers['retry-after']) >= 1)
  assert.equal((await deps.db.selectFrom('submissions').select('id').execute()).length, 0)
  isDown = false
  assert.equal((await score({ creatorAddress: 'ada.base.eth' }, headers, '10.9.8.7')).status, 201)
})

test('names in submissions and GET /api/v1/names/:name share one limit; addresses take nothing from it', async (t) => {
  const { app, score, message, submission } = await startNamed(t)
  const remoteAddress = '10.9.8.7'
  for (let n = 0; n < 30; n++) await ask(app, { url: '/api/v1/names/ada.base.eth', remoteAddress })
  const named = await score({ creatorAddress: 'ada.base.eth' }, {}, remoteAddress)
  assert.deepEqual([named.status, named.body.error.code], [429, 'rate_limit'])
  assert.equal((await score({}, {}, remoteAddress)).status, 201)
  const payload = { submission: submission({ creatorAddress: 'ada.base.eth' }) }
  const limited = await ask(app, { method: 'POST', url: '/v1/score/message', payload, remoteAddress })
  assert.equal(limited.status, 429)
  assert.equal((await message(submission({ creatorAddress: 'ada.base.eth' }))).status, 200)
})

test('the client signs and scores a launch without a pitch or a handle', async (t) => {
  const { app, plain } = await start(t)
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient({ baseUrl })
  const submission = {
    ...(plain as { name: string; symbol: string; imageUrl: string; creatorAddress: string }),
    links: [links[1] as never],
  }
  const { message } = await client.getSubmissionMessage({ submission })
  const score = await client.createScore({ ...submission, creatorSignature: await ada.signMessage({ message }) })
  assert.deepEqual([score.creatorProof, score.submission.description], ['signature', null])
})

const badGateways: [name: string, value: string][] = [
  ['IPFS_GATEWAY', 'ipfs.io'],
  ['IPFS_GATEWAY', 'ipfs://gateway'],
  ['IPFS_GATEWAY', 'http://ipfs.example/ipfs/'],
  ['IPFS_GATEWAY', 'https://gateway.example:8443/ipfs/'],
  ['IPFS_GATEWAY', 'https://10.0.0.1/ipfs/'],
  ['ARWEAVE_GATEWAY', 'https://localhost/'],
  ['ARWEAVE_GATEWAY', 'https://arweave.example/?key=1'],
  ['ARWEAVE_GATEWAY', 'https://user:password@arweave.example/'],
]
for (const [name, value] of badGateways)
  test(`${name}=${value} stops the start`, () => {
    assert.throws(() => parseConfig({ [name]: value }), new RegExp(name))
  })
