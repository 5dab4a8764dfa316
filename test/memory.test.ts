import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { ModelRequest } from '../dev/stand-ins/model.ts'
import type { WalletSpec } from '../dev/stand-ins/wallet-rows.ts'
import { runCommand } from '../src/main/commands.ts'
import { issueKey } from '../src/keys/key-commands.ts'
import { findFeatures, insertGroupedFeatures } from '../src/scoring/memory/store.ts'
import { storeFeatures } from '../src/scoring/memory/store-features.ts'
import { disguise } from './fixtures/images.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { type World, ask, imageBytes, startApp, startWorld } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { verdict } from './world/model.ts'

const readSample = (file: string) => readFileSync(new URL(`../dev/images/${file}`, import.meta.url))

/** The same picture in other files: one pixel changed, re-encoded, scaled, a little brighter. */
async function redraw(): Promise<Record<string, Buffer>> {
  const source = sharp(imageBytes).flatten({ background: '#808080' })
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true })
  data[0] = 255 - (data[0] ?? 0)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return {
    '/pixel.png': await sharp(data, { raw }).png().toBuffer(),
    '/again.jpg': await source.clone().jpeg({ quality: 60 }).toBuffer(),
    '/half.png': await source
      .clone()
      .resize(Math.round(info.width / 2))
      .png()
      .toBuffer(),
    '/again.webp': await source.clone().webp().toBuffer(),
    '/bright.png': await source.clone().linear(1.05, 0).png().toBuffer(),
  }
}

/** A judge of one opinion with a normal error: the standard deviation is 6. Every run has the same errors. */
function createNoisyJudge(score: number) {
  let state = 44
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const draw = () => score + 6 * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  return (request: ModelRequest) => verdict(request, { score: Math.round(draw()) })
}

const insertAfterFirst = (text: string, added: string) => text[0] + added + text.slice(1)

/** Ten spellings that say the same: case, spacing, punctuation, invisible characters, lookalike letters. */
const spellings: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.replaceAll(' ', '  '),
  (text) => `${text}!`,
  (text) => insertAfterFirst(text, '\u200b'),
  (text) => insertAfterFirst(text, '\u2060\u00ad'),
  (text) => text.replaceAll('o', 'о').replaceAll('e', 'е'), // Cyrillic
  (text) => text.replaceAll('o', '0'),
  (text) => text.normalize('NFD').replaceAll('f', 'ｆ'),
]

const ofModel = ({ environment }: World) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => /^(MODEL|OUTBOUND)_/.test(name)))

test('50 trivial variants of a token of 66 points get one verdict, and none is green', async (t) => {
  const images = await redraw()
  const world = await startWorld(t, { model: { judge: createNoisyJudge(54) }, images })
  const { score, submission } = await startApp(t, { world, environment: ofModel(world) })
  const first = (await score()).body
  assert.equal(Math.round(first.aggregate), 66)
  const { name, description } = submission() as { name: string; description: string }
  const variants = spellings.flatMap((spell) =>
    Object.keys(images).map((path) => ({
      name: spell(name),
      description: spell(description),
      imageUrl: `${world.images.url}${path}`,
    })),
  )
  assert.equal(variants.length, 50)
  for (const variant of variants) {
    const { status, body } = await score(variant)
    assert.equal(status, 201)
    assert.deepEqual(
      [body.signals.meme.score, body.signals.image.score],
      [first.signals.meme.score, first.signals.image.score],
      JSON.stringify(variant),
    )
    assert.notEqual(body.band, 'green', JSON.stringify(variant))
  }
  assert.equal(world.model.requests.length, 2, 'one question about each judged signal')
})

test('without a shared key, the noise would have turned some of the variants green', () => {
  const judge = createNoisyJudge(54)
  const request = { image: undefined } as unknown as ModelRequest
  const scores = Array.from({ length: 102 }, () => (judge(request) as { score: number }).score)
  const green = scores.filter((meme, n) => n % 2 === 0 && (25 * meme + 15 * (scores[n + 1] ?? 0) + 2125) / 65 >= 70)
  assert.ok(green.length > 0)
})

test('near-identical images that arrive at once end with one verdict', async (t) => {
  const images = await redraw()
  const world = await startWorld(t, { model: { judge: createNoisyJudge(54) }, images })
  const { score } = await startApp(t, { world, environment: ofModel(world) })
  const paths = ['/a.png', ...Object.keys(images)]
  const scored = await Promise.all(paths.map((path) => score({ imageUrl: `${world.images.url}${path}` })))
  assert.equal(new Set(scored.map(({ body }) => body.signals.image.score)).size, 1)
})

test('a near image that was stored meanwhile keeps another from choosing its group', async (t) => {
  const world = await startWorld(t)
  const { score, deps } = await startApp(t, { world, environment: ofModel(world) })
  await score()
  const { hash } = await deps.db.selectFrom('images').select('hash').executeTakeFirstOrThrow()
  const stored = await findFeatures(deps.db, hash)
  assert.ok(stored)
  const insert = (near: (typeof stored)[]) =>
    insertGroupedFeatures(deps.db, { ...stored, imageHash: 'b'.repeat(64), middle: null, createdAt: new Date(), near })
  assert.equal(await insert([]), false)
  assert.equal(await insert([stored]), true)
})

const blank = (background: string) => sharp({ create: { width: 64, height: 64, channels: 3, background } }).png()

test('different pictures, and blank ones of different colours, have their own verdicts', async (t) => {
  const images = {
    '/doge.jpg': readSample('mini-doge.jpg'),
    '/white.png': await blank('#fff').toBuffer(),
    '/red.png': await blank('#c00').toBuffer(),
    '/almost-white.png': await blank('#fefeff').toBuffer(),
  }
  let count = 0
  const judge = (request: ModelRequest) => verdict(request, { score: request.image ? (count += 1) : 50 })
  const world = await startWorld(t, { model: { judge }, images })
  const { score } = await startApp(t, { world, environment: ofModel(world) })
  const scores = []
  for (const path of ['/a.png', ...Object.keys(images)])
    scores.push((await score({ imageUrl: `${world.images.url}${path}` })).body.signals.image.score)
  assert.deepEqual(scores, [1, 2, 3, 4, 3])
})

const copycats = (body: { warnings: { code: string; signal: string }[] }) =>
  body.warnings.filter(({ code }) => code === 'copycat').map(({ signal }) => signal)

const established: WalletSpec = { ageDays: 800, sent: 250 }
const dayMs = 24 * 3600 * 1000

/** Pictures that nobody else has, and a service with all providers. Ada's wallet is an established one; time moves by hand. */
async function start(t: TestContext, more: Record<string, Buffer> = {}) {
  const images = { ...(await redraw()), ...more }
  const txlist = { wallets: { [ada.address.toLowerCase()]: established } }
  const world = await startWorld(t, { images, txlist })
  const clock = handClock('2026-11-22T12:00:00.000Z')
  const service = await startApp(t, { world, clock })
  const copied = { imageUrl: `${world.images.url}/again.jpg`, creatorAddress: bob.address }
  return { world, clock, ...service, copied }
}

test('a picture that another creator submitted first is a fact and no warning', async (t) => {
  const { app, deps, clock, score, copied } = await start(t)
  const first = (await score({ creatorAddress: ada.address })).body
  assert.deepEqual([first.earlierSubmissions, copycats(first)], [[], []])
  clock.move(2 * dayMs)
  const { body } = await score({ ...copied, name: 'Warm Toast', symbol: 'TOAST' })
  assert.deepEqual(body.earlierSubmissions, [{ scoreId: first.id, resemblance: 'picture', isEnrolled: false }])
  assert.deepEqual(copycats(body), [])
  assert.deepEqual((await ask(app, { url: `/v1/score/${body.id}` })).body, body)
  const readPage = async () => (await ask(app, { url: `/score/${body.id}` })).body as string
  assert.ok((await readPage()).includes(`A similar picture was submitted earlier: <a href="/score/${first.id}">`))
  await runCommand(deps, ['score', 'hide', first.id, '--reason', 'Phishing.'])
  assert.ok(!(await readPage()).includes(first.id))
})

test('the same creator is no copycat, nor is one whose own submission came first', async (t) => {
  const { app, clock, score, copied, world } = await start(t)
  const own = (await score({ ...copied, name: 'Warm Toast', symbol: 'TOAST' })).body
  clock.move(1)
  const { body: second } = await score({ creatorAddress: ada.address, name: 'Warm Toast', symbol: 'TOAST' })
  await enroll(app, { scoreId: second.id, wallet: ada })
  clock.move(2 * dayMs)
  const again = { ...copied, name: 'Warm Toast', symbol: 'TOAST', imageUrl: `${world.images.url}/half.png` }
  const { body } = await score(again)
  assert.deepEqual([body.earlierSubmissions, copycats(body), body.signals.meme.score], [[], [], 80])
  const replay = await ask(app, { method: 'POST', url: `/v1/score/${own.id}/rescore` })
  assert.deepEqual([replay.body.earlierSubmissions, copycats(replay.body)], [[], []])
  const { body: adas } = await score({ creatorAddress: ada.address, name: 'Cold Toast', symbol: 'COLD' })
  assert.deepEqual(copycats(adas), [])
})

test('hidden submissions and records of test keys are no evidence', async (t) => {
  const { deps, score, copied } = await start(t)
  const { key } = await issueKey(deps, { tier: 'pro', label: 'A', owner: 'o', actor: 'test', mode: 'test' })
  const tested = await score({ creatorAddress: ada.address }, { authorization: `Bearer ${key}` })
  assert.equal(tested.body.test, true)
  const { body: hidden } = await score({ creatorAddress: ada.address })
  await runCommand(deps, ['score', 'hide', hidden.id, '--reason', 'Phishing.'])
  const { status, body } = await score(copied)
  assert.equal(status, 201)
  assert.deepEqual([body.earlierSubmissions, copycats(body)], [[], []])
})

const listKinds = (body: { earlierSubmissions: { resemblance: string; isEnrolled: boolean }[] }) =>
  body.earlierSubmissions.map(({ resemblance, isEnrolled }) => [resemblance, isEnrolled])

test('a copy of an established creator’s picture and name has a meme of at most 60, from a day later on', async (t) => {
  const { app, deps, clock, score, copied } = await start(t)
  const first = (await score({ creatorAddress: ada.address })).body
  const before = (await score(copied)).body
  assert.deepEqual([before.signals.meme.score, copycats(before)], [80, []])
  await enroll(app, { scoreId: first.id, wallet: ada })
  const submit = async (digit: string, over: object = {}) =>
    (await score({ ...copied, creatorAddress: `0x${digit.repeat(40)}`, name: 'LEFT S0CK', ...over })).body
  clock.move(dayMs - 1)
  const soon = await submit('a')
  assert.deepEqual([soon.signals.meme.score, copycats(soon)], [80, []])
  clock.move(1)
  const body = await submit('b')
  assert.equal(body.signals.meme.score, 60)
  assert.deepEqual(copycats(body), ['image'])
  assert.match(
    body.warnings.find(({ code }: { code: string }) => code === 'copycat').message,
    /^Copycat: a launch that another established creator enrolled had this picture earlier, with the same name\.$/,
  )
  assert.deepEqual(listKinds(body), [
    ['picture', true],
    ['name', true],
  ])
  const rescore = async (id: string, promptVersion?: string) => {
    const payload = promptVersion === undefined ? undefined : { promptVersion }
    return (await ask(app, { method: 'POST', url: `/v1/score/${id}/rescore`, ...(payload && { payload }) })).body
  }
  assert.equal((await rescore(body.id)).signals.meme.score, 60)
  assert.equal((await rescore(soon.id)).signals.meme.score, 80, 'its own age decides, not that of the re-score')
  assert.equal((await rescore(soon.id, 'launch-score@1.1.0')).signals.meme.score, 60, 'any enrolled one counted')
  assert.equal((await runCommand(deps, ['replay', '--check'])).status, 0)
  const other = await submit('c', { name: 'Warm Toast', symbol: 'TOAST' })
  assert.deepEqual([other.signals.meme.score, copycats(other)], [80, ['image']])
})

test('squatters without weight accuse nobody, whatever they sign, and cover nobody with weight', async (t) => {
  const { app, clock, score, copied } = await start(t)
  for (const n of [1, 2, 3]) {
    const wallet = walletNo(4000 + n)
    const { body } = await score({ creatorAddress: wallet.address, description: 'soon' })
    await enroll(app, { scoreId: body.id, wallet })
  }
  clock.move(30 * dayMs)
  const { body: honest } = await score({ creatorAddress: ada.address })
  assert.deepEqual([copycats(honest), honest.signals.meme.score], [[], 80])
  assert.deepEqual(listKinds(honest), [
    ['picture', true],
    ['name', true],
  ])
  await enroll(app, { scoreId: honest.id, wallet: ada })
  clock.move(dayMs)
  const { body: copy } = await score(copied)
  assert.deepEqual([copycats(copy), copy.signals.meme.score], [['image'], 60])
  assert.equal(copy.earlierSubmissions[0].scoreId, honest.id, 'the one with weight is named')
})

test('a token on the chain gives weight too', async (t) => {
  const { deps, clock, score, copied } = await start(t)
  const { body: first } = await score({ creatorAddress: `0x${'d'.repeat(40)}` })
  await deps.db
    .updateTable('submissions')
    .set({ bound_contract: `0x${'7'.repeat(40)}` })
    .execute()
  clock.move(dayMs)
  const { body } = await score(copied)
  assert.deepEqual([copycats(body), body.earlierSubmissions[0].scoreId], [['image'], first.id])
})

test('the name and ticker of another’s launch are a warning only if an established creator enrolled it', async (t) => {
  const { app, world, clock, score } = await start(t, {
    '/1.jpg': readSample('mini-doge.jpg'),
    '/2.png': readSample('tip-jar.png'),
    '/3.png': readSample('muted-mic.png'),
  })
  const { body: first } = await score({ creatorAddress: ada.address, name: 'Slow Elevator', symbol: 'LIFT' })
  clock.move(dayMs)
  const submit = async (path: string, over: object) => {
    const { body } = await score({ imageUrl: `${world.images.url}${path}`, ...over })
    return [body.earlierSubmissions.map((one: { resemblance: string }) => one.resemblance), copycats(body)]
  }
  const ofBob = { creatorAddress: bob.address }
  assert.deepEqual(await submit('/1.jpg', { ...ofBob, name: 'Slow Elevators', symbol: 'UP' }), [['similar_name'], []])
  assert.deepEqual(await submit('/1.jpg', { ...ofBob, name: 'Fast Stairs', symbol: 'LIFT' }), [[], []])
  const copy = { name: 'SIow EIevator', symbol: 'L1FT' }
  assert.deepEqual(await submit('/2.png', { ...copy, creatorAddress: `0x${'b'.repeat(40)}` }), [['name'], []])
  await enroll(app, { scoreId: first.id, wallet: ada })
  assert.deepEqual(await submit('/3.png', { ...copy, creatorAddress: `0x${'c'.repeat(40)}` }), [['name'], ['name']])
})

test('copies that are mirrored, cropped, turned, inverted or framed are found, with a verdict of their own', async (t) => {
  const drawn = await disguise(imageBytes)
  const { deps, clock, app, score, world } = await start(
    t,
    Object.fromEntries(drawn.map(({ title, bytes }) => [`/${title}.png`, bytes])),
  )
  const { body: first } = await score({ creatorAddress: ada.address })
  await enroll(app, { scoreId: first.id, wallet: ada })
  clock.move(dayMs)
  for (const [n, { title }] of drawn.entries()) {
    const creatorAddress = walletNo(7000 + n).address
    const { body } = await score({
      imageUrl: `${world.images.url}/${title}.png`,
      creatorAddress,
      name: `Toast ${n}`,
      symbol: 'TOAST',
    })
    const picture = body.earlierSubmissions.find((one: { resemblance: string }) => one.resemblance === 'picture')
    assert.deepEqual([picture?.scoreId, copycats(body)], [first.id, ['image']], title)
  }
  const { rows } = await sql<{
    keys: number
  }>`select count(distinct picture_key)::int as keys from image_looks`.execute(deps.db)
  assert.ok((rows[0]?.keys ?? 0) > drawn.length / 2, 'the key of verdicts and identities stays strict')
})

test('a well-known token’s ticker under another name is a caution', async (t) => {
  const { score } = await startApp(t, { world: await startWorld(t) })
  const { body } = await score({ name: 'Circle Dollar', symbol: 'USDC' })
  assert.deepEqual(
    body.warnings.map(({ code, severity, message }: Record<string, string>) => [code, severity, message]),
    [['copycat', 'caution', 'Copycat: it has the ticker of USD Coin (USDC), a well-known token.']],
  )
})

test('a well-known token’s name and ticker are a warning', async (t) => {
  const { score } = await start(t)
  const { body } = await score({ name: 'D0gecоin', symbol: 'DOGE' })
  assert.deepEqual(copycats(body), ['name'])
  assert.match(
    body.warnings[0].message,
    /^Copycat: it has the name and ticker of Dogecoin \(DOGE\), a well-known token\.$/,
  )
})

const { impersonationNotWarned: impersonations } = JSON.parse(
  readFileSync(new URL('fixtures/reports/texts.json', import.meta.url), 'utf8'),
) as Record<string, { name: string; symbol: string }[]>
for (const names of impersonations ?? [])
  test(`POST /v1/score: ${names.name} (${names.symbol}) is warned of as a copy of a well-known token`, async (t) => {
    const { score } = await startApp(t, { world: await startWorld(t) })
    const { body } = await score(names)
    const [warning] = body.warnings
    assert.deepEqual([warning.code, warning.severity, warning.signal], ['copycat', 'caution', 'name'])
    assert.match(
      warning.message,
      /^Copycat: it has the (name and ticker|ticker, and in its name the name,) of (Pepe|Tether USD) \((PEPE|USDT)\), a well-known token\.$/,
    )
  })

test('copies of images that an earlier release looked at are found after the job has described them', async (t) => {
  const { deps, clock, score, world } = await start(t, {
    '/mirrored.png': await sharp(imageBytes).flop().png().toBuffer(),
  })
  const first = (await score({ creatorAddress: ada.address })).body
  await sql`update image_looks set has_middle = false, middle = null, middle_0 = null, middle_1 = null, middle_2 = null,
    middle_3 = null, middle_4 = null, middle_5 = null`.execute(deps.db)
  clock.move(1)
  const submit = async () =>
    (await score({ creatorAddress: bob.address, imageUrl: `${world.images.url}/mirrored.png`, name: 'Toast' })).body
  await storeFeatures(deps, AbortSignal.timeout(60_000))
  assert.equal((await submit()).earlierSubmissions[0]?.scoreId, first.id)
})

test('images that an earlier release stored are found after the job has looked at them', async (t) => {
  const { deps, clock, score, copied } = await start(t)
  const first = (await score({ creatorAddress: ada.address })).body
  clock.move(1)
  await deps.db.deleteFrom('image_looks').execute()
  await deps.db.updateTable('images').set({ has_look: false }).execute()
  await storeFeatures(deps, AbortSignal.timeout(60_000))
  const { body } = await score(copied)
  assert.equal(body.earlierSubmissions[0].scoreId, first.id)
})
