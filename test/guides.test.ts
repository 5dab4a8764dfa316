import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { array, assert as assertProperty, constantFrom, property } from 'fast-check'
import { warningWords } from '../contract/warning-words.ts'
import { errorCodes } from '../src/platform/errors.ts'
import { createGuides, searchGuides } from '../src/site/pages/guide-pages.ts'
import { ask, startApp, type TestApp } from './world/app.ts'

const guides = await createGuides()()

const read = async ({ app }: TestApp, url: string) => {
  const { status, body, headers } = await ask(app, { url, headers: { accept: 'text/html' } })
  return { status, html: String(body), headers }
}

test('GET /docs lists every guide, and each has a page with its headings', async (t) => {
  const service = await startApp(t)
  const list = await read(service, '/docs')
  assert.equal(list.status, 200)
  assert.ok(guides.length > 0)
  for (const { slug, sections } of guides) {
    assert.ok(list.html.includes(`href="/docs/${slug}"`), slug)
    const { status, html } = await read(service, `/docs/${slug}`)
    assert.equal(status, 200, slug)
    for (const { id } of sections) assert.ok(html.includes(` id="${id}"`), `${slug}#${id}`)
  }
})

test('GET /docs/:slug: the first heading is the one of the guide', async (t) => {
  const { html } = await read(await startApp(t), '/docs/api')
  assert.equal(/<h(\d)/.exec(html)?.[1], '1')
})

test('each cell of a guide’s table has the name of its column', () => {
  const { html = '' } = guides.find(({ slug }) => slug === 'security') ?? {}
  const [, row = ''] = /<tbody>\s*<tr>([^]*?)<\/tr>/.exec(html) ?? []
  const heads = [...row.matchAll(/<td data-head="([^"]*)">/g)].map(([, head]) => head)
  assert.deepEqual(heads, ['attacker', 'goal', 'defence'])
})

test('no guide has a style attribute, which the policy would block', () => {
  const styled = guides.filter(({ html }) => / style=/.test(html.replaceAll(/<pre[^]*?<\/pre>/g, '')))
  assert.deepEqual(
    styled.map(({ slug }) => slug),
    [],
  )
})

test('each picture of a guide is served as a PNG of its size, and has words', async (t) => {
  const { app } = await startApp(t)
  const pictures = guides.flatMap(({ html }) => [...html.matchAll(/<img [^>]+>/g)].map(([tag]) => tag))
  assert.ok(pictures.length > 0)
  for (const tag of pictures) {
    const [, src = '', alt = '', width, height] =
      /^<img src="([^"]+)" alt="([^"]*)" width="(\d+)" height="(\d+)" loading="lazy">$/.exec(tag) ?? []
    assert.ok(alt.length > 20, tag)
    const { rawPayload, headers } = await app.inject({ url: src })
    assert.equal(headers['content-type'], 'image/png', tag)
    assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [Number(width), Number(height)])
  }
})

test('GET /docs/:slug: 404 as a page for a guide that there is not', async (t) => {
  const { status, html } = await read(await startApp(t), '/docs/nothing')
  assert.equal(status, 404)
  assert.match(html, /There is no guide at this address/)
})

test('GET /docs/: leads to /docs', async (t) => {
  const { app } = await startApp(t)
  const { statusCode, headers } = await app.inject({ url: '/docs/' })
  assert.deepEqual([statusCode, headers.location], [308, '/docs'])
})

test('every link of a guide leads to a page, and every anchor to a heading', async (t) => {
  const service = await startApp(t)
  const known = new Map(guides.map(({ slug, sections }) => [slug, sections.map(({ id }) => id)]))
  const others = new Map<string, number>()
  for (const { slug, html } of guides)
    for (const [, href = ''] of html.matchAll(/ href="([^"]+)"/g)) {
      if (/^(https?:|mailto:)/.test(href)) continue
      const [path = '', anchor] = href.split('#')
      const target = path === '' ? slug : /^\/docs\/([\w-]+)$/.exec(path)?.[1]
      if (target === undefined) {
        if (!others.has(path)) others.set(path, (await ask(service.app, { url: path })).status)
        assert.equal(others.get(path), 200, `${slug}: ${href}`)
        continue
      }
      assert.ok(known.has(target), `${slug}: ${href}`)
      if (anchor !== undefined) assert.ok(known.get(target)?.includes(anchor), `${slug}: ${href}`)
    }
})

test('/docs/api has a heading for each error code, by the code', () => {
  const { sections = [] } = guides.find(({ slug }) => slug === 'api') ?? {}
  const ids = sections.map(({ id }) => id)
  assert.deepEqual(
    errorCodes.filter((code) => !ids.includes(code)),
    [],
  )
})

interface Described {
  post: { requestBody: { content: { 'application/json': { example: { data: object } } } } }
}

test('/docs/webhooks has a section for each event, with every field of its payload', () => {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  const { webhooks } = JSON.parse(text) as { webhooks: Record<string, Described> }
  const { source = '' } = guides.find(({ slug }) => slug === 'webhooks') ?? {}
  for (const [event, { post }] of Object.entries(webhooks)) {
    const [, payload = ''] = new RegExp(`^### ${event}\\n.*?\`\`\`json\\n(.*?)\`\`\``, 'ms').exec(source) ?? []
    const { example } = post.requestBody.content['application/json']
    const documented = JSON.parse(payload) as Record<string, object>
    assert.deepEqual(Object.keys(documented), Object.keys(example), event)
    assert.deepEqual(Object.keys(documented['data'] ?? {}), Object.keys(example.data), event)
  }
})

test('/docs/scoring has the weights of the prompt version that it describes, the newest', () => {
  const { source = '' } = guides.find(({ slug }) => slug === 'scoring') ?? {}
  const [, version = ''] = /launch-score@([\d.]+)/.exec(source) ?? []
  const prompts = new URL('../prompts/launch-score/', import.meta.url)
  assert.equal(version, readdirSync(prompts).toSorted().at(-1))
  const weights = JSON.parse(readFileSync(new URL(`${version}/weights.json`, prompts), 'utf8')) as object
  for (const [signal, weight] of Object.entries(weights))
    assert.match(source, new RegExp(`^\\| ${signal} +\\| +${weight} % \\|`, 'm'))
})

test('/docs/scoring names every warning with its severity', () => {
  const { source = '' } = guides.find(({ slug }) => slug === 'scoring') ?? {}
  for (const [code, { severity }] of Object.entries(warningWords))
    assert.match(source, new RegExp(`^\\| \`${code}\` +\\| ${severity} `, 'm'))
})

test('GET /docs?q= finds sections by their words, titles first, with links to them', async (t) => {
  const service = await startApp(t)
  const { html } = await read(service, '/docs?q=rate_limit')
  assert.match(html, /<a href="\/docs\/api#rate_limit">rate_limit<\/a>/)
  assert.ok(html.indexOf('/docs/api#rate_limit') < html.indexOf('class="cards"'))
  const nothing = await read(service, '/docs?q=zzzzqqq')
  assert.match(nothing.html, /No section has “zzzzqqq”/)
  const hostile = await read(service, `/docs?q=${encodeURIComponent('<script>alert(1)</script>')}`)
  assert.ok(!hostile.html.includes('<script>alert'))
  assert.equal((await read(service, `/docs?q=${'x'.repeat(101)}`)).status, 400)
})

const textOf = (slug: string, id: string) => {
  const section = guides.find((one) => one.slug === slug)?.sections.find((one) => one.id === id)
  return `${section?.title} ${section?.text}`.toLowerCase()
}

test('a search finds at most 20 sections, and each has every word', () => {
  const word = constantFrom('score', 'limit', 'API', 'key', 'Webhook', 'the', 'retry', 'Ω')
  assertProperty(
    property(array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const found = searchGuides(guides, words.join(' '))
      assert.ok(found.length <= 20)
      for (const { slug, id } of found)
        for (const one of words) assert.ok(textOf(slug, id).includes(one.toLowerCase()), `${slug}#${id}: ${one}`)
    }),
  )
})

test('guides have no scripts, and have copy buttons', () => {
  for (const { slug, html, source } of guides) {
    assert.ok(!/<script|<iframe| on\w+=/i.test(html), slug)
    assert.ok(!/^ *```\w+ ./m.test(source), slug) // reasons to skip a block are for the tests
    assert.equal(html.split('data-copy').length, html.split('class="sample"').length, slug)
  }
})

test('GET /llms.txt lists the guides; /llms-full.txt has them and all public routes', async (t) => {
  const { app } = await startApp(t)
  const { body: short } = await ask(app, { url: '/llms.txt' })
  for (const { slug } of guides) assert.ok(String(short).includes(`/docs/${slug})`), slug)
  const { status, body, headers } = await ask(app, { url: '/llms-full.txt' })
  const full = String(body)
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain/)
  for (const { source, slug } of guides) assert.ok(full.includes(source.trim()), slug)
  for (const route of ['POST /v1/score', 'GET /api/v1/leaderboards', 'score.created'])
    assert.ok(full.includes(`\`${route}\``))
  assert.ok(!full.includes('- `GET /v1/admin/stats`'))
  const again = await ask(app, { url: '/llms-full.txt', headers: { 'if-none-match': String(headers['etag']) } })
  assert.equal(again.status, 304)
})
