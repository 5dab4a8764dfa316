import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appeal, ada, enroll } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import { seedAttestation, seedScore } from './world/seed.ts'
import { hideScore } from './world/operators.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const tokenFacts = { isHoneypot: true, sellTax: 1 }

const rowsOf = (html: string) =>
  [...html.matchAll(/<details id="signal-(\w+)"( open)?/g)].map(([, name, open]) => [name, open])

test('GET /score/:id: warned signals come first and start open, then red and amber ones', async (t) => {
  const { app, deps } = await startApp(t)
  const warned = await seedScore(deps, { creatorAddress, points: 80, tokenFacts })
  const calm = await seedScore(deps, { creatorAddress, name: 'Right Sock', points: 80 })
  const red = await seedScore(deps, { creatorAddress, name: 'Lost Sock', points: 20 })
  const rows = async (id: string) => rowsOf((await ask(app, { url: `/score/${id}` })).body)
  assert.deepEqual((await rows(warned)).slice(0, 2), [
    ['risk', ' open'],
    ['meme', undefined],
  ])
  assert.deepEqual(
    (await rows(calm)).map(([name]) => name),
    ['meme', 'creator', 'image', 'name', 'social', 'risk'],
  )
  assert.ok((await rows(red)).every(([, open]) => open === undefined))
})

test('GET /score/:id: a measured score shows its facts with their points', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body } = await score()
  const { body: html } = await ask(app, { url: `/score/${body.id}` })
  const [, creator = ''] = /<details id="signal-creator"(.*?)<\/details>/s.exec(html) ?? []
  assert.match(creator, /class="effect">\d+\/30</)
  assert.match(creator, /may be missing\./)
  const [, meme = ''] = /<details id="signal-meme"(.*?)<\/details>/s.exec(html) ?? []
  assert.match(meme, /Freshness<\/span><span class="effect">\d\/5</)
  const { body: chinese } = await ask(app, { url: `/score/${body.id}?lang=zh` })
  assert.match(chinese, /<html lang="zh-Hans"/)
  assert.match(chinese, /为何得 [\d.]+ 分/)
})

test('GET /score/:id: a judged score says where it would lie if judged again', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body } = await score()
  const { meme, image } = body.signals
  const half = Math.hypot((meme.spread.highest - meme.score) * 0.25, (image.spread.highest - image.score) * 0.15)
  const [low, high] = [body.aggregate - half, body.aggregate + half].map((points) =>
    (Math.round(points * 10) / 10).toFixed(1),
  )
  for (const [language, sentence] of [
    ['en', `Judged again, the total would most likely be between ${low} and ${high}.`],
    ['es', `Si se juzgara otra vez, lo más probable es que el total quedara entre ${low} y ${high}.`],
    ['zh', `若再次评判，总分很可能在 ${low} 到 ${high} 之间。`],
  ]) {
    const { body: html } = await ask(app, { url: `/score/${body.id}?lang=${language}` })
    assert.ok(html.includes(`<span>${sentence} </span>`), language)
  }
})

test('GET /score/:id: in Spanish weights and points have the same decimal point', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress, hasStubs: true })
  const { body } = await ask(app, { url: `/score/${id}?lang=es` })
  const text = String(body).replaceAll(/<[^>]+>/g, '')
  assert.match(text, / de 29\.4/)
  assert.doesNotMatch(text, /\d,\d/)
})

test('GET /score/:id: too few launches of the week give no histogram', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress, points: 80 })
  const { body } = await ask(app, { url: `/score/${id}` })
  assert.match(body, /Too few launches that week to compare/)
  assert.doesNotMatch(body, /class="histogram"/)
})

test('GET /score/:id: ten launches of the week give a histogram of them', async (t) => {
  const { app, deps } = await startApp(t)
  const old = new Date(deps.clock.now().getTime() - 8 * 86_400_000)
  await seedScore(deps, { creatorAddress, name: 'Old Sock', points: 5, createdAt: old })
  for (let at = 0; at < 9; at += 1)
    await seedScore(deps, {
      creatorAddress: `0x${String(at + 1).padStart(40, '0')}`,
      name: `Sock ${at}`,
      points: 50 + at,
    })
  const id = await seedScore(deps, { creatorAddress, name: 'Best Sock', points: 100 })
  const { body } = await ask(app, { url: `/score/${id}` })
  assert.match(body, /Higher than <b>9<\/b> of 10 launches/)
  assert.match(body, /from 0 to 100: (0, ){10}5, 4, (0, ){7}1"/)
})

const countRows = (html: string) => html.match(/class="records"/g)?.length

test('GET /score/:id: the history has the ten newest records, and more on request', async (t) => {
  const { app, deps } = await startApp(t)
  const first = await seedScore(deps, { creatorAddress })
  let newest = first
  for (let at = 0; at < 11; at += 1) newest = await seedScore(deps, { creatorAddress, rescoredFrom: first })
  const { body } = await ask(app, { url: `/score/${first}` })
  assert.equal(countRows(body), 11)
  assert.match(body, new RegExp(`href="/score/${first}\\?records=more#history">More records<`))
  const { body: more } = await ask(app, { url: `/score/${first}?records=more` })
  assert.equal(countRows(more), 12)
  assert.doesNotMatch(more, />More records</)
  assert.equal(countRows((await ask(app, { url: `/score/${newest}` })).body), 10)
})

test('GET /score/:id: the history marks the row of this score, in each language', async (t) => {
  const { app, deps } = await startApp(t)
  const first = await seedScore(deps, { creatorAddress })
  const ids = [first]
  for (let at = 0; at < 11; at += 1) ids.push(await seedScore(deps, { creatorAddress, rescoredFrom: first }))
  for (const [language, mark] of [
    ['en', 'this score'],
    ['es', 'esta nota'],
    ['zh', '当前评分'],
  ])
    for (const id of [ids.at(-1), ids.at(-3), ids[0]]) {
      const { body } = await ask(app, { url: `/score/${id}?lang=${language}` })
      const [, list = ''] = /<ol class="history">([^]*?)<\/ol>/.exec(body) ?? []
      const rows = list.split('<li ').slice(1)
      const marked = rows.filter((row) => row.includes('aria-current="true"'))
      assert.deepEqual([marked.length, rows.filter((row) => row.includes(` · ${mark}</time>`))], [1, marked])
      assert.ok(!list.includes(`/score/${id}`) && list.includes(`/score/${ids.at(-2)}`))
    }
})

test('GET /score/:id: what happens to a score is on its page at once', async (t) => {
  const { app, deps } = await startApp(t, { environment: { ADMIN_TOKEN: adminToken } })
  const id = await seedScore(deps, { creatorAddress: ada.address })
  const read = async () => (await ask(app, { url: `/score/${id}` })).body as string
  const signs = [
    /<a[^>]* href="\/launch\//,
    /<blockquote dir="auto">Look again/,
    /Recorded on \w+/,
    /<ol class="history">/,
  ]
  const listSeen = async () => {
    const html = await read()
    return signs.map((sign) => sign.test(html))
  }
  assert.deepEqual(await listSeen(), [false, false, false, false])
  await enroll(app, { scoreId: id, wallet: ada })
  assert.deepEqual(await listSeen(), [true, false, false, false])
  assert.match(await read(), />1 green</)
  await appeal(app, { scoreId: id, wallet: ada, reason: 'Look again.' })
  assert.deepEqual(await listSeen(), [true, true, false, false])
  await seedAttestation(deps, id)
  assert.deepEqual(await listSeen(), [true, true, true, false])
  await seedScore(deps, { creatorAddress: ada.address, rescoredFrom: id })
  assert.deepEqual(await listSeen(), [true, true, true, true])
  const payload = { reason: 'The image is stolen' }
  await ask(app, { method: 'POST', url: `/v1/admin/scores/${id}/hide`, headers: adminBearer, payload })
  const { status, body } = await ask(app, { url: `/score/${id}` })
  assert.equal(status, 451)
  assert.doesNotMatch(body, /Left Sock/)
  assert.match(body, /The operator’s reason: <bdi lang>The image is stolen\.<\/bdi>/)
  const { body: spanish } = await ask(app, { url: `/score/${id}?lang=es` })
  assert.match(spanish, /El motivo del operador: <bdi lang>The image is stolen\.<\/bdi>/)
})

test('GET /compare: up to four scores stand side by side, whatever names them', async (t) => {
  const { app, deps } = await startApp(t)
  const first = await seedScore(deps, { creatorAddress, points: 80 })
  const second = await seedScore(deps, { creatorAddress, name: 'Free Lunch', points: 60, tokenFacts })
  const url = `/compare?ids=${first}&ids=https%3A%2F%2Fscores.example%2Fscore%2F${second}`
  const { status, body } = await ask(app, { url })
  assert.equal(status, 200)
  assert.equal(body.match(/<th scope="col" role="columnheader">/g)?.length, 2)
  assert.match(body, /<title>Compare Left Sock and ⚑ Honeypot: Free Lunch/)
  assert.match(body, new RegExp(`name="ids" value="${first},${second}"`))
  assert.match((await ask(app, { url: '/compare' })).body, /paste its link or id/)
})

test('GET /compare: 400 for what is no id and for a fifth, 404 for no score', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  const many = Array.from({ length: 5 }, (_, at) => id.slice(0, -1) + at).join()
  for (const [ids, status, words] of [
    ['nothing', 400, 'We couldn’t read one of these scores'],
    [many, 400, 'Compare up to four scores'],
    ['01890000-0000-7000-8000-000000000000', 404, 'doesn’t exist'],
  ] as const) {
    const response = await ask(app, { url: `/compare?ids=${ids}` })
    assert.equal(response.status, status)
    assert.match(String(response.headers['content-type']), /^text\/html/)
    assert.ok(response.body.includes(words), words)
  }
})

test('the badge’s text has the whole name; markup to paste has no special characters', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress, name: 'MOON_1000X_GEM' })
  const { body } = await ask(app, { url: `/score/${id}` })
  assert.match(body, /alt="The badge: MOON_1000X_GEM: /)
  assert.match(body, /\[!\[MOON1000XGEM: /)
})

test('GET /compare: text that names no score leaves the others and stays in its field', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  const { status, body } = await ask(app, { url: `/compare?ids=${id}&ids=nonsense` })
  assert.equal(status, 400)
  assert.match(
    body,
    /<th scope="col" role="columnheader">.*<bdi>Left Sock<.*name="ids" value="[^"]+".*value="nonsense".*We couldn’t read/s,
  )
})

test('GET /compare: scores that are gone leave the others, and can be removed', async (t) => {
  const { app, deps } = await startApp(t)
  const shown = await seedScore(deps, { creatorAddress, points: 80 })
  const hidden = await seedScore(deps, { creatorAddress, name: 'Bad Sock' })
  const unknown = '01890000-0000-7000-8000-000000000000'
  await hideScore({ deps }, hidden)
  const compare = (...ids: string[]) => ask(app, { url: `/compare?ids=${ids.join()}` })
  const { status, body } = await compare(hidden, shown, unknown)
  assert.equal(status, 200)
  assert.match(body, /<title>Compare Left Sock ·/)
  assert.match(body, /class="gone">Taken down<.*<a href="\/score\/[^>]+><bdi>Left Sock<.*class="gone">Not found</s)
  assert.match(body, /class="muted"><span lang="en">The operator has taken this down\. Reason: Phishing\.</)
  assert.match(body, /class="muted">There is no score with this id\./)
  assert.match(body, new RegExp(`ids=${shown},${unknown}" aria-label="Remove the score that was taken down"`))
  assert.match(body, new RegExp(`ids=${hidden},${shown}" aria-label="Remove the score that wasn’t found"`))
  assert.match(body, new RegExp(`name="ids" value="${hidden},${shown},${unknown}"`))
  assert.doesNotMatch(body, /Bad Sock/)
  assert.deepEqual([(await compare(hidden)).status, (await compare(unknown)).status], [451, 404])
  assert.equal((await compare(hidden, unknown)).status, 451)
})
