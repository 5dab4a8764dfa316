import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../dev/world/free-port.ts'
import { leftSock } from '../../dev/world/samples.ts'
import { startWorld } from '../../dev/world/world.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { parseConfig } from '../../src/config.ts'
import { runCommand } from '../../src/main/commands.ts'
import { start } from '../../src/main/start.ts'
import { ada } from '../world/creators.ts'
import { axeFindings } from './axe.ts'
import { installFakeWallet } from './fake-wallet.ts'
import { openForSuite } from './open-for-suite.ts'

const picture = new URL('../../dev/images/left-sock.png', import.meta.url).pathname
const folder = new URL('../../examples/launchpad/', import.meta.url)
const comlink = readFileSync(createRequire(import.meta.url).resolve('comlink/dist/umd/comlink.min.js'), 'utf8')
const manifest = {
  accountAssociation: { header: 'h', payload: 'p', signature: 's' },
  miniapp: { version: '1', name: 'Launchscore', homeUrl: 'https://scores.example' },
}

/** The service, and a launchpad of another origin with a strict policy. */
async function startStage() {
  const world = await startWorld({})
  const data = await mkdtemp(join(tmpdir(), 'embeds-'))
  const port = await freePort('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: data, LOG_LEVEL: 'error' }
  const config = { ...world.environment, ...settings, FARCASTER_MANIFEST: JSON.stringify(manifest) }
  const { stop } = await start(parseConfig(config), runCommand)
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }
    if (name === 'favicon.ico') {
      response.writeHead(204).end()
      return
    }
    const file = pages.get(name) ?? readFileSync(new URL(name || 'index.html', folder), 'utf8')
    response.setHeader('content-type', `${types[name.split('.')[1] ?? ''] ?? 'text/html'}; charset=utf-8`)
    if (!pages.has(name))
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${url}; style-src 'self'; img-src ${url}; connect-src ${url}`,
      )
    response.end(file.replaceAll('http://localhost:8080', url))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url,
    world,
    pages,
    padUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await stop()
      await world.close()
      await rm(data, { recursive: true })
    },
  }
}

/** The provider that the wallet announces, where older sites look for it. */
const injectWallet = (page: Page) =>
  page.addInitScript(`addEventListener('eip6963:announceProvider', ({ detail }) => (window.ethereum = detail.provider))
    dispatchEvent(new Event('eip6963:requestProvider'))`)

void suite('embeds', { concurrency: 1 }, () => {
  const { getStage, visit } = openForSuite(startStage)
  const { name, symbol, description, xHandle } = leftSock.submission

  async function openPad(t: Parameters<typeof visit>[0]) {
    const visitor = await visit(t)
    await installFakeWallet(visitor.page, { accounts: [ada] })
    await injectWallet(visitor.page)
    const posts: string[] = []
    visitor.page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(`${new URL(request.url()).pathname} ${request.postData()}`)
    })
    await visitor.page.goto(getStage().padUrl)
    return { ...visitor, posts }
  }

  async function fill(page: Page) {
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Ticker').fill(symbol)
    await page.getByLabel('Image').setInputFiles(picture)
    await page.getByLabel('About').fill(description ?? '')
    await page.getByLabel('X handle').fill(xHandle ?? '')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
  }

  test('the launchpad scores drafts while its creator types, and publishes a signed score', async (t) => {
    const { page, faults, posts } = await openPad(t)
    await page.getByText('The score needs: name, ticker, image, wallet.').waitFor()
    await fill(page)
    await page.locator('launch-score').getByText('Draft score.').waitFor()
    const drafts = posts.filter((post) => post.startsWith('/v1/score '))
    assert.equal(drafts.length, 1, 'one draft for all fields that were filled without a pause')
    assert.equal(JSON.parse(drafts[0]?.slice('/v1/score '.length) ?? '').draft, true)
    assert.match(await page.locator('launch-score .ticket').innerText(), /Left Sock[\s\S]*draft, not public/)

    await page.getByLabel('Name').press('End')
    await page.getByLabel('Name').pressSequentially(' Two', { delay: 20 })
    await page.locator('launch-score').getByText('Left Sock Two').waitFor()
    assert.equal(posts.filter((post) => post.startsWith('/v1/score ')).length, 2)
    assert.equal(posts.filter((post) => post.startsWith('/v1/images ')).length, 1, 'the image is uploaded once')
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('button', { name: 'Sign and publish' }).click()
    await page.getByText('Published as').waitFor()
    const [, id = ''] = /Published as ([\w-]{36}): /.exec(await page.locator('#result').innerText()) ?? []
    const score = (await (await fetch(`${getStage().url}/v1/score/${id}`)).json()) as ScoreResult
    assert.deepEqual(
      [score.draft, score.creatorProof, score.submission.name],
      [undefined, 'signature', 'Left Sock Two'],
    )
    assert.equal(score.submission.creatorAddress, ada.address)
    assert.deepEqual(faults, [])
  })

  test('a change of the fields aborts the draft that is being scored', async (t) => {
    const { page, posts } = await openPad(t)
    const aborted: string[] = []
    page.on('requestfailed', (request) => aborted.push(request.postData() ?? ''))
    let isHeld = true
    await page.route('**/v1/score', async (route) => {
      if (!isHeld) return route.continue()
      isHeld = false
      await page.getByLabel('Name').fill('Right Sock')
      await route.continue().catch(() => {})
    })
    await fill(page)
    await page.locator('launch-score').getByText('Right Sock').waitFor()
    assert.match(aborted[0] ?? '', /"name":"Left Sock"/)
    assert.equal(posts.filter((post) => post.startsWith('/v1/score ')).length, 2)
  })

  test('a refused draft is scored again when Retry-After is over', async (t) => {
    const { page } = await openPad(t)
    let refusals = 0
    await page.route('**/v1/score', async (route) => {
      if (refusals > 0) return route.continue()
      refusals += 1
      const error = { code: 'rate_limited', message: 'Too many requests.' }
      const headers = { 'retry-after': '1', 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
      return route.fulfill({ status: 429, headers, json: { error } })
    })
    await fill(page)
    await page.locator('launch-score').getByText('Draft score.').waitFor()
    assert.equal(refusals, 1)
  })

  test('<launch-score> shows a stored score and a token in each language, and says what is missing', async (t) => {
    const { url, padUrl, pages, world } = getStage()
    const made = await fetch(`${url}/v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(world.toSubmission(leftSock)),
    })
    const { id } = (await made.json()) as ScoreResult
    const elements = [
      `<launch-score score="${id}" lang="es" theme="dark"></launch-score>`,
      `<launch-score score="01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d" lang="zh"></launch-score>`,
      `<launch-score token="0x00000000000000000000000000000000000000bb" chain-id="8453"></launch-score>`,
    ]
    const script = `const told = []; for (const type of ['score', 'error']) addEventListener(type, ({ target, detail }) =>
      target.localName === 'launch-score' && told.push([type, detail.id ?? detail.code]), true)`
    pages.set(
      'elements',
      `<!doctype html><html lang="en"><title>T</title><script>${script}</script><main><h1>T</h1>${elements.join('')}</main>
      <script type="module" src="${url}/embed.js"></script></html>`,
    )
    const { page } = await visit(t)
    await page.goto(`${padUrl}/elements`)
    await page.waitForFunction('told.length === 3')
    const told = await page.evaluate<string[][]>('told.sort()')
    assert.deepEqual(told, [
      ['error', 'not_found'],
      ['error', 'not_found'],
      ['score', id],
    ])
    const texts = await page.locator('launch-score .ticket').allInnerTexts()
    assert.match(texts[0] ?? '', /Left Sock[\s\S]*Ver todos los motivos/)
    assert.match(texts[1] ?? '', /尚无评分/)
    assert.match(texts[2] ?? '', /No score yet/)
    assert.deepEqual(await axeFindings(page), [])

    pages.set(
      'frames',
      `<!doctype html><html lang="en"><title>T</title><main><h1>T</h1>${['light', 'dark', 'auto']
        .map(
          (theme) =>
            `<iframe title="${theme}" width="480" height="300" src="${url}/embed/score/${id}?theme=${theme}"></iframe>`,
        )
        .join('')}</main></html>`,
    )
    await page.goto(`${padUrl}/frames`)
    for (const theme of ['light', 'dark', 'auto'])
      await page.frameLocator(`[title=${theme}]`).getByText('Left Sock').waitFor()
    for (const lang of ['en', 'es', 'zh']) {
      await page.goto(`${url}/embed/score/${id}?lang=${lang}`)
      assert.deepEqual(await axeFindings(page), [])
    }
  })

  test('a Farcaster client that opens a ticket is told that it is ready, and opens its links', async (t) => {
    const { url, padUrl, pages, world } = getStage()
    const made = await fetch(`${url}/v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(world.toSubmission(leftSock)),
    })
    const { id } = (await made.json()) as ScoreResult
    pages.set(
      'client',
      `<!doctype html><title>T</title><script>${comlink}</script><iframe width="424" height="500"></iframe><script>
      const told = []
      const frame = document.querySelector('iframe')
      const host = { ready: async () => void told.push('ready'), openUrl: async (to) => void told.push(to) }
      Comlink.expose(host, Comlink.windowEndpoint(frame.contentWindow))
      frame.src = '${url}/embed/score/${id}?host=farcaster&lang=en'</script>`,
    )
    const { page, faults } = await visit(t)
    await page.goto(`${padUrl}/client`)
    await page.waitForFunction('told.length === 1')
    await page.frameLocator('iframe').getByRole('link').click()
    await page.waitForFunction('told.length === 2')
    assert.deepEqual(await page.evaluate('told'), ['ready', `${url}/score/${id}?lang=en`])
    assert.deepEqual(faults, [])
  })
})
