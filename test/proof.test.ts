import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { hashMessage } from 'viem'
import { type Wallet, startRpc } from '../dev/stand-ins/rpc.ts'
import { issueKey } from '../src/keys/key-commands.ts'
import { runCommand } from '../src/main/commands.ts'
import { ada, bob, enroll, signSubmission } from './world/creators.ts'
import { type AppOptions, type TestApp, type WorldOptions, ask, startApp, startWorld } from './world/app.ts'
import { parseEvents } from './world/requests.ts'
import { verdict } from './world/model.ts'

const established = { ageDays: 812, sent: 400 }

/** A service whose explorer knows an old wallet: ada's. */
async function start(t: TestContext, { model, ...options }: AppOptions & Pick<WorldOptions, 'model'> = {}) {
  const wallets = { [ada.address.toLowerCase()]: established }
  const world = await startWorld(t, { txlist: { wallets }, ...(model && { model }) })
  const service = await startApp(t, {
    ...options,
    world,
    environment: { ...world.environment, ...options.environment },
  })
  const post = (payload: object, headers: Record<string, string> = {}) =>
    ask(service.app, { method: 'POST', url: '/v1/score', payload, headers })
  const message = (submission: unknown) =>
    ask(service.app, { method: 'POST', url: '/v1/score/message', payload: { submission } })
  const rescore = (id: string, headers: Record<string, string> = {}) =>
    ask(service.app, { method: 'POST', url: `/v1/score/${id}/rescore`, headers })
  const issue = async (over: { isVouching?: boolean; mode?: 'live' | 'test' } = {}) => {
    const issued = await issueKey(service.deps, { tier: 'pro', label: 'Pad', owner: 'ops', actor: 'test', ...over })
    return { ...issued, bearer: { authorization: `Bearer ${issued.key}` } }
  }
  const findProof = async (scoreId: string) => {
    const row = await service.deps.db
      .selectFrom('scores')
      .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
      .select('creator_proof')
      .where('scores.id', '=', scoreId)
      .executeTakeFirstOrThrow()
    return row.creator_proof
  }
  return { ...service, world, post, message, rescore, issue, findProof }
}

const sentence = 'nobody has signed with this wallet'

test('POST /v1/score/message: four lines for the submission as it is scored', async (t) => {
  const { message, submission } = await start(t, {
    environment: { ENROLLMENT_DOMAIN: 'launch.example', SERVICE_NAME: 'Pad' },
  })
  const { status, body } = await message(submission({ creatorAddress: ada.address.toLowerCase() }))
  assert.equal(status, 200)
  const lines = String(body.message).split('\n')
  assert.deepEqual(
    [lines.length, lines[0], lines[2], lines[3]],
    [4, 'Pad Submission', `Creator: ${ada.address}`, 'Domain: launch.example'],
  )
  assert.match(lines[1] ?? '', /^Content: 0x[0-9a-f]{64}$/)
  const again = await message(submission({ creatorAddress: ada.address, symbol: '$SOCK', name: ' Left Sock ' }))
  assert.equal(again.body.message, body.message)
  const other = await message(submission({ creatorAddress: ada.address, name: 'Right Sock' }))
  assert.notEqual(other.body.message, body.message)
})

test('POST /v1/score/message: the 400s of scoring', async (t) => {
  const { message, submission, post } = await start(t)
  const bad = [
    { name: ' ' },
    { name: 'x'.repeat(65) },
    { symbol: '$' },
    { symbol: undefined },
    { imageUrl: 'http://pictures.example/a.png' },
    { imageUrl: 'https://127.0.0.1/a.png' },
    { xHandle: 'left sock' },
    { creatorAddress: '0xAAAAAa0000000000000000000000000000000001' },
    { contractAddress: `0x${'0'.repeat(40)}` },
    { extra: 1 },
  ]
  for (const over of bad) {
    const [scored, asked] = [await post(submission(over)), await message(submission(over))]
    assert.deepEqual([scored.status, asked.status], [400, 400], JSON.stringify(over))
    const named = scored.body.error.details.map(({ path, message }: Record<string, string>) => ({
      path: `submission.${path}`,
      message,
    }))
    assert.deepEqual(asked.body.error.details, named, JSON.stringify(over))
  }
  assert.equal((await message(undefined)).status, 400)
})

test('POST /v1/score: a signed submission has its creator’s proof and no cap', async (t) => {
  const { app, post, submission, rescore, findProof } = await start(t)
  const { body: unsigned } = await post(submission({ creatorAddress: ada.address }))
  assert.deepEqual([unsigned.creatorProof, unsigned.signals.creator.score], ['none', 50])
  assert.ok(unsigned.signals.creator.reason.includes(sentence))

  const signed = await signSubmission(app, submission(), ada)
  const { status, body } = await post(signed)
  assert.deepEqual([status, body.creatorProof, await findProof(body.id)], [201, 'signature', 'signature'])
  assert.ok(body.signals.creator.score > 50)
  assert.ok(!body.signals.creator.reason.includes(sentence))
  assert.deepEqual(Object.keys(body.submission), Object.keys(unsigned.submission))

  const again = await rescore(body.id)
  assert.deepEqual(
    [again.body.creatorProof, again.body.signals.creator.score],
    ['signature', body.signals.creator.score],
  )
  const still = await rescore(unsigned.id)
  assert.deepEqual([still.body.creatorProof, still.body.signals.creator.score], ['none', 50])
})

test('POST /v1/score: a signature of another wallet, text or form is refused before the judge', async (t) => {
  const { app, post, submission, world } = await start(t)
  const signed = await signSubmission(app, submission(), ada)
  const forged = [
    { ...signed, name: 'Right Sock' },
    { ...signed, creatorAddress: bob.address },
    { ...signed, contractAddress: `0x${'7'.repeat(40)}` },
    { ...signed, creatorSignature: `0x${'12'.repeat(65)}` },
    { ...signed, creatorSignature: `0x${'12'.repeat(200)}` },
  ]
  for (const one of forged) {
    const { status, body } = await post(one)
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
    assert.match(body.error.message, /POST \/v1\/score\/message/)
    assert.match(body.error.message, /CHAIN_RPC_URL is not set/)
  }
  for (const creatorSignature of ['0x12', '0x', '12', `${signed.creatorSignature}0`, `0x${'zz'.repeat(65)}`, 5]) {
    const { status, body } = await post({ ...signed, creatorSignature })
    assert.deepEqual([status, body.error.details[0].path], [400, 'creatorSignature'], String(creatorSignature))
  }
  assert.equal(world.model.requests.length, 0)
  assert.equal((await post({ ...signed, creatorSignature: null })).body.creatorProof, 'none')
})

test('POST /v1/score: a refused signature leaves the Idempotency-Key and the daily quota untouched', async (t) => {
  const { app, issue, post, submission } = await start(t, { environment: { SCORE_DAILY_PRO: '1' } })
  const headers = { ...(await issue()).bearer, 'idempotency-key': 'proof-1' }
  const signed = await signSubmission(app, submission(), ada)
  assert.equal((await post({ ...signed, creatorSignature: `0x${'12'.repeat(65)}` }, headers)).status, 401)
  const first = await post(signed, headers)
  assert.equal(first.status, 201)
  const replay = await post(signed, headers)
  assert.deepEqual([replay.status, replay.body.id], [200, first.body.id])
  const { creatorSignature, ...unsigned } = signed
  assert.ok(creatorSignature)
  assert.equal((await post(unsigned, headers)).status, 409)
  assert.equal((await post(signed, { authorization: headers.authorization })).status, 429)
})

test('POST /v1/score as events: the proof is in the record, a bad signature is an ordinary 401', async (t) => {
  const { app, post, submission } = await start(t)
  const accept = { accept: 'text/event-stream' }
  const signed = await signSubmission(app, submission(), ada)
  const { body } = await post(signed, accept)
  const events = parseEvents(String(body))
  assert.deepEqual([events.at(-1)?.event, events.at(-1)?.data.creatorProof], ['score', 'signature'])
  const refused = await post({ ...signed, name: 'Right Sock' }, accept)
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized'])
})

const contractWallet = '0xc0ffee0000000000000000000000000000000001'
const signedByContract = (message: string) => `0x5160${hashMessage(message).slice(2)}`
const wallet: Wallet = ({ hash, signature }) => signature === `0x5160${hash.slice(2)}`

test('POST /v1/score: a contract wallet signs through the chain; 502 while the node fails', async (t) => {
  let fault: 'http 500' | undefined
  const node = await startRpc({ wallets: { [contractWallet]: wallet }, findFault: () => fault })
  t.after(node.close)
  const { post, message, submission, world } = await start(t, { environment: { CHAIN_RPC_URL: node.url } })
  const own = submission({ creatorAddress: contractWallet })
  const { body: asked } = await message(own)
  const signed = { ...own, creatorSignature: signedByContract(asked.message) }
  const { status, body } = await post(signed)
  assert.deepEqual([status, body.creatorProof], [201, 'signature'])
  const judged = world.model.requests.length
  const forged = await post({ ...signed, creatorSignature: signedByContract('another text') })
  assert.equal(forged.status, 401)
  assert.doesNotMatch(forged.body.error.message, /CHAIN_RPC_URL/)
  fault = 'http 500'
  const failed = await post({ ...signed, name: 'Right Sock' })
  assert.deepEqual([failed.status, failed.body.error.code], [502, 'upstream'])
  assert.equal(world.model.requests.length, judged)
})

test('a vouching key stands for the wallets of what it scores', async (t) => {
  const { app, deps, post, submission, issue, rescore, findProof } = await start(t)
  const [plain, vouching] = [await issue(), await issue({ isVouching: true })]
  const named = submission({ creatorAddress: ada.address })
  assert.equal((await post(named, plain.bearer)).body.creatorProof, 'none')
  const { body } = await post(named, vouching.bearer)
  assert.deepEqual([body.creatorProof, await findProof(body.id)], ['voucher', 'voucher'])
  assert.ok(body.signals.creator.score > 50)
  assert.equal((await rescore(body.id)).body.creatorProof, 'voucher')
  const signed = await post(await signSubmission(app, submission(), ada), vouching.bearer)
  assert.equal(signed.body.creatorProof, 'signature')
  // a re-score says nothing about who submitted
  const { body: stranger } = await post(named)
  assert.equal((await rescore(stranger.id, vouching.bearer)).body.creatorProof, 'none')

  const { stdout } = await runCommand(deps, ['keys', 'rotate', vouching.prefix, '--json'])
  const rotated = JSON.parse(stdout)
  assert.equal(rotated.vouch, true)
  const bearer = { authorization: `Bearer ${rotated.key}` }
  assert.equal((await post(named, bearer)).body.creatorProof, 'voucher')
})

test('keys issue --vouch: said when issued, in the lists and in the key’s own line', async (t) => {
  const { app, deps, issue } = await start(t, {
    environment: { ADMIN_TOKEN: 'an-admin-token-of-the-tests-0123456789' },
  })
  const flags = ['--tier', 'pro', '--label', 'Pad', '--owner', 'ops']
  const printed = await runCommand(deps, ['keys', 'issue', ...flags, '--vouch'])
  assert.match(printed.stdout, /, vouches\n/)
  const { stdout } = await runCommand(deps, ['keys', 'issue', ...flags, '--vouch', '--json'])
  const { prefix, vouch } = JSON.parse(stdout)
  assert.equal(vouch, true)
  const plain = await issue()
  const listed: { prefix: string; vouch: boolean }[] = JSON.parse(
    (await runCommand(deps, ['keys', 'list', '--json'])).stdout,
  )
  const find = (keys: typeof listed, wanted: string) => keys.find((key) => key.prefix === wanted)?.vouch
  assert.deepEqual([find(listed, prefix), find(listed, plain.prefix)], [true, false])
  const text = (await runCommand(deps, ['keys', 'list'])).stdout
  assert.equal(text.split('\n').filter((line) => line.endsWith(', vouches')).length, 2)
  assert.match((await runCommand(deps, ['keys', 'show', prefix])).stdout, /owner ops, vouches/)
  const headers = { authorization: 'Bearer an-admin-token-of-the-tests-0123456789' }
  const { body } = await ask(app, { url: '/v1/admin/api-keys', headers })
  assert.deepEqual([find(body.keys ?? body, prefix), find(body.keys ?? body, plain.prefix)], [true, false])
})

test('an enrollment is a signature: a re-score lifts the cap, the enrolled record stays', async (t) => {
  const { app, post, submission, rescore, findProof } = await start(t)
  const { body } = await post(submission({ creatorAddress: ada.address }))
  assert.deepEqual([body.creatorProof, await findProof(body.id)], ['none', 'none'])
  assert.equal((await enroll(app, { scoreId: body.id, wallet: ada })).status, 201)
  assert.equal(await findProof(body.id), 'signature')
  const again = await rescore(body.id)
  assert.equal(again.body.creatorProof, 'signature')
  assert.ok(again.body.signals.creator.score > 50)
  const stored = await ask(app, { url: `/v1/score/${body.id}` })
  assert.equal(stored.body.creatorProof, 'none')
})

test('a test key’s record has its proof, and its creator signal stays a stub', async (t) => {
  const { post, submission, issue } = await start(t, { model: { judge: (request) => verdict(request) } })
  const key = await issue({ mode: 'test', isVouching: true })
  const { body } = await post(submission({ creatorAddress: ada.address }), key.bearer)
  assert.deepEqual([body.creatorProof, body.test], ['voucher', true])
  assert.deepEqual([body.signals.creator.stub, body.signals.creator.score], [true, 50])
})

test('a record made without a chain-data provider has a stub for its creator, signed or not', async (t) => {
  const { post, app, submission } = await start(t, { environment: { CREATOR_DATA_URL: '', CREATOR_DATA_KEY: '' } })
  for (const payload of [submission(), await signSubmission(app, submission(), ada)]) {
    const { body } = await post(payload)
    assert.deepEqual([body.signals.creator.stub, body.signals.creator.score], [true, 50])
  }
})

/** What the surfaces of a score say: title and share text of the page, oEmbed, both badges. */
async function readSurfaces(app: TestApp['app'], id: string, language = 'en') {
  const read = async (url: string) => String((await ask(app, { url, headers: { 'accept-language': language } })).body)
  const page = await read(`/score/${id}`)
  const oembed = await ask(app, { url: `/oembed?url=${encodeURIComponent(`http://localhost:8080/score/${id}`)}` })
  return {
    title: /<meta property="og:title" content="([^"]*)"/.exec(page)?.[1] ?? '',
    page,
    oembed: String(oembed.body.title),
    compact: await read(`/score/${id}/badge.svg`),
    card: await read(`/score/${id}/badge.svg?style=card`),
  }
}

test('page, preview, oEmbed and badges say “unsigned” until a wallet stands behind the score', async (t) => {
  const { app, post, submission } = await start(t)
  const { body: unsigned } = await post(submission({ creatorAddress: ada.address }))
  const said = await readSurfaces(app, unsigned.id)
  assert.match(said.title, /^[\d.]+ of 100, \w+, unsigned: Left Sock/)
  assert.match(said.oembed, /^[\d.]+ out of 100, \w+, unsigned: Left Sock/)
  for (const badge of [said.compact, said.card]) assert.match(badge, />[^<]*\bunsigned\b[^<]*<\/text>/)
  assert.match(said.page, /scored [\d.]+ out of 100 before launch, unsigned\. /)
  assert.match((await readSurfaces(app, unsigned.id, 'es')).title, /, sin firmar: Left Sock/)
  assert.match((await readSurfaces(app, unsigned.id, 'zh')).title, /，未签名：Left Sock/)

  const { body: signed } = await post(await signSubmission(app, submission({ name: 'Right Sock' }), ada))
  await enroll(app, { scoreId: unsigned.id, wallet: ada })
  for (const id of [signed.id, unsigned.id]) {
    const { page, ...others } = await readSurfaces(app, id)
    assert.deepEqual(
      Object.entries(others).filter(([, text]) => /unsigned/i.test(text)),
      [],
    )
    assert.doesNotMatch(page, /, unsigned/)
  }
  assert.match((await readSurfaces(app, unsigned.id)).page, /It signed after this score was made/)
  assert.match((await readSurfaces(app, signed.id)).page, /The wallet signed this submission/)
})

test('GET /score/:id/card.png: another card once the creator has enrolled', async (t) => {
  const { app, post, submission } = await start(t)
  const { body } = await post(submission({ creatorAddress: ada.address }))
  const etag = async () => (await ask(app, { url: `/score/${body.id}/card.png` })).headers['etag']
  const before = await etag()
  assert.equal(await etag(), before)
  await enroll(app, { scoreId: body.id, wallet: ada })
  assert.notEqual(await etag(), before)
})
