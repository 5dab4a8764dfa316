import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ada, enroll, editPage } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { seedScore } from './world/seed.ts'

const site = 'https://launchscore.example'
const creatorAddress = ada.address

async function start(t: TestContext, publicUrl = site) {
  const { app, deps } = await startApp(t, { environment: { PUBLIC_URL: publicUrl } })
  const getOembed = (fields: Record<string, string>) =>
    ask(app, { url: `/oembed?${new URLSearchParams(fields).toString()}` })
  return { app, deps, getOembed }
}

test('GET /oembed: a score’s page is a frame with its ticket', async (t) => {
  const { deps, getOembed } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 80, name: 'A "quoted" <sock>' })
  const { status, body } = await getOembed({ url: `${site}/score/${id}` })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    version: '1.0',
    type: 'rich',
    title: '80.0 out of 100, green: A "quoted" <sock> ($SOCK)',
    html: `<iframe src="${site}/embed/score/${id}" width="480" height="300" title="80.0 out of 100, green: A &quot;quoted&quot; &lt;sock&gt; ($SOCK)" style="border:0;max-width:100%" loading="lazy"></iframe>`,
    width: 480,
    height: 300,
    thumbnail_url: `${site}/score/${id}/card.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    provider_name: 'Launchscore',
    provider_url: site,
    cache_age: 300,
  })
  for (const [max, size] of [
    [{ maxwidth: '320' }, [320, 400]],
    [{ maxwidth: '5000', maxheight: '200' }, [480, 200]],
  ] as const) {
    const { body: fitted } = await getOembed({ url: `${site}/score/${id}`, ...max })
    assert.deepEqual([fitted.width, fitted.height], size)
    assert.ok(fitted.html.includes(`width="${size[0]}" height="${size[1]}"`))
  }
})

test('GET /oembed: a launch’s page is a frame with the ticket of the launch', async (t) => {
  const { app, deps, getOembed } = await start(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const { body: enrollment } = await enroll(app, { scoreId, wallet: ada })
  const { body } = await getOembed({ url: `${site}/launch/${scoreId}` })
  const [, src = ''] = /src="([^"]+)"/.exec(body.html) ?? []
  assert.equal(src, `${site}/embed/launch/${enrollment.enrollmentId}`)
  assert.equal((await ask(app, { url: src.slice(site.length) })).status, 200)
})

test('GET /oembed: with format=photo, a score’s page is a photo of its card', async (t) => {
  const { deps, getOembed } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 80 })
  const { status, headers, body } = await getOembed({ url: `${site}/score/${id}`, format: 'photo' })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.deepEqual(body, {
    version: '1.0',
    type: 'photo',
    title: '80.0 out of 100, green: Left Sock ($SOCK)',
    url: `${site}/score/${id}/card.png`,
    width: 1200,
    height: 630,
    provider_name: 'Launchscore',
    provider_url: site,
    cache_age: 300,
  })
})

test('GET /oembed: the title of a honeypot names it first, and gives no number', async (t) => {
  const { deps, getOembed } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 80, tokenFacts: { isHoneypot: true } })
  const { body } = await getOembed({ url: `${site}/score/${id}` })
  assert.equal(body.title, '⚑ Honeypot: Left Sock ($SOCK)')
})

test('GET /oembed: a preliminary score has no band', async (t) => {
  const world = await startWorld(t)
  const environment = { PUBLIC_URL: site, OUTBOUND_ALLOW: world.environment['OUTBOUND_ALLOW'] }
  const { app, score } = await startApp(t, { world, environment })
  const made = await score()
  const { body } = await ask(app, { url: `/oembed?url=${site}/score/${made.body.id}` })
  assert.equal(body.title, `${made.body.aggregate.toFixed(1)} from 25% of the weight, unsigned: Left Sock ($SOCK)`)
})

test('GET /oembed: the photo’s width and height keep to maxwidth and maxheight', async (t) => {
  const { deps, getOembed } = await start(t)
  const url = `${site}/score/${await seedScore(deps, { creatorAddress })}`
  for (const [max, size] of [
    [{ maxwidth: '600' }, [600, 315]],
    [{ maxheight: '100' }, [190, 100]],
    [{ maxwidth: '600', maxheight: '100' }, [190, 100]],
    [{ maxwidth: '5000', maxheight: '5000' }, [1200, 630]],
    [{ maxwidth: '1' }, [1, 1]],
  ] as const) {
    const { body } = await getOembed({ url, ...max, format: 'photo' })
    assert.deepEqual([body.width, body.height], size, JSON.stringify(max))
  }
})

test('GET /oembed: a launch’s page is the launch’s card', async (t) => {
  const { app, deps, getOembed } = await start(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const { body: enrollment } = await enroll(app, { scoreId, wallet: ada })
  for (const id of [enrollment.enrollmentId, scoreId]) {
    const { status, body } = await getOembed({ url: `${site}/launch/${id}`, format: 'photo' })
    assert.deepEqual([status, body.url], [200, `${site}/launch/${enrollment.enrollmentId}/card.png`])
  }
})

test('GET /oembed: an edit of the page gives the launch’s card another URL', async (t) => {
  const { app, deps, getOembed } = await start(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const { body: enrollment } = await enroll(app, { scoreId, wallet: ada })
  const id = enrollment.enrollmentId
  await editPage(app, { id, wallet: ada, issuedAt: new Date().toISOString(), fields: { tagline: 'Half a pair' } })
  const { body: html } = await ask(app, { url: `/launch/${id}` })
  const [, image] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  const { body } = await getOembed({ url: `${site}/launch/${id}`, format: 'photo' })
  assert.match(body.url, /\/card\.png\?v=\d+$/)
  assert.equal(body.url, image)
})

test('GET /oembed: query, fragment, final slash and capitals lead to the same page', async (t) => {
  const { deps, getOembed } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const url of [`${site}/score/${id}?lang=zh#proof`, `${site}/score/${id}/`, `${site}/score/${id.toUpperCase()}`])
    assert.equal((await getOembed({ url, format: 'photo' })).body.url, `${site}/score/${id}/card.png`)
})

test('GET /oembed: every other address is 404', async (t) => {
  const { deps, getOembed } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const url of [
    `https://evil.example/score/${id}`,
    `http://launchscore.example/score/${id}`,
    `https://launchscore.example:444/score/${id}`,
    `https://launchscore.example.evil.example/score/${id}`,
    `https://evil@launchscore.example/score/${id}`,
    `https://launchscore.example@evil.example/score/${id}`,
    `${site}/score/${id}/card.png`,
    `${site}/enroll/${id}`,
    `${site}/score/nothing`,
    `${site}/launch/${id}`,
    `${site}/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d`,
    site,
    `javascript:alert(1)`,
  ]) {
    const { status, body } = await getOembed({ url })
    assert.deepEqual([status, body.error?.code], [404, 'not_found'], url)
  }
})

test('GET /oembed: a deployment below a path describes its own pages only', async (t) => {
  const { deps, getOembed } = await start(t, `${site}/scores`)
  const id = await seedScore(deps, { creatorAddress })
  assert.equal((await getOembed({ url: `${site}/scores/score/${id}` })).status, 200)
  assert.equal((await getOembed({ url: `${site}/score/${id}` })).status, 404)
})

test('GET /oembed: another format than json and photo is 501', async (t) => {
  const { deps, getOembed } = await start(t)
  const url = `${site}/score/${await seedScore(deps, { creatorAddress })}`
  const { status, body } = await getOembed({ url, format: 'xml' })
  assert.deepEqual([status, body.error.message], [501, 'Only format=json and format=photo are supported.'])
})

test('GET /oembed: a bad request names the field', async (t) => {
  const { getOembed } = await start(t)
  for (const [field, fields] of [
    ['url', {}],
    ['url', { url: 'left-sock' }],
    ['maxwidth', { url: site, maxwidth: '0' }],
    ['maxheight', { url: site, maxheight: 'wide' }],
  ] as const) {
    const { status, body } = await getOembed(fields)
    assert.deepEqual([status, body.error.details[0].path], [400, field])
  }
})

test('the head of a score and of its launch names where oEmbed finds them', async (t) => {
  const { app, deps, getOembed } = await start(t)
  const scoreId = await seedScore(deps, { creatorAddress, name: 'A "quoted" & <b>bold</b> sock' })
  const { body: enrollment } = await enroll(app, { scoreId, wallet: ada })
  for (const path of [`/score/${scoreId}`, `/launch/${enrollment.enrollmentId}`]) {
    const { body } = await ask(app, { url: path })
    const [, href = ''] = /<link rel="alternate" type="application\/json\+oembed".*? href="([^"]+)"/.exec(body) ?? []
    const { origin, pathname, searchParams } = new URL(href.replaceAll('&amp;', '&'))
    assert.deepEqual([origin + pathname, searchParams.get('url')], [`${site}/oembed`, site + path])
    assert.equal((await getOembed(Object.fromEntries(searchParams))).status, 200)
  }
  assert.doesNotMatch((await ask(app, { url: '/' })).body, /json\+oembed/)
})
