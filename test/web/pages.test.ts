import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { ScoreResult } from '../../src/scoring/schemas.ts'
import { leftSock } from '../../dev/samples.ts'
import { openBrowser } from './browser.ts'
import { type Stage, startStage } from './stage.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** How much of the page has moved about since it began to load. */
const layoutShift = `new Promise((resolve) => {
  let sum = 0
  const add = (entries) => entries.forEach(({ value }) => (sum += value))
  new PerformanceObserver((list) => add(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
})`

/** When the largest part of the page was painted, in milliseconds. */
const largestPaint = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))`

/** A wallet that only reads, by the node that it is given. */
async function giveWallet(page: Page, rpcUrl: string): Promise<void> {
  await page.exposeFunction('askNode', async (call: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await answer.json()) as { result: unknown }).result
  })
  await page.addInitScript(`addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { provider: { request: askNode } } })))`)
}

const narrow = { viewport: { width: 360, height: 740 } }

interface AxeFinding {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

void describe('the pages in a browser', () => {
  let stage: Stage
  let browser: Browser
  before(async () => {
    ;[stage, browser] = await Promise.all([startStage(), openBrowser()])
  })
  after(() => Promise.all([browser.close(), stage.close()]))

  /** A page whose faults are the test's: what its scripts throw, what the policy refuses, what it asks for in vain. */
  async function visit(t: { after: (run: () => Promise<void>) => void }, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith('http://127.0.0.1:')) faults.push(`loads ${request.url()}`)
    })
    t.after(() => context.close())
    return { page, faults }
  }

  const addresses = () => {
    const { url, stubsUrl, ids } = stage
    const scores = [ids.good, ids.hostile, ids.risky].map((id) => `${url}/score/${id}`)
    return [url, stubsUrl, ...scores, `${stubsUrl}/score/${ids.preliminary}`, `${url}/nothing-here`]
  }

  async function fill(page: Page, over: Record<string, string> = {}): Promise<void> {
    const values = { ...stage.world.submissionOf(leftSock), ...over }
    for (const [name, value] of Object.entries(values)) await page.fill(`form [name=${name}]`, value)
  }

  test('a launch that is typed in is scored, and its page opens', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(stage.url)
    await fill(page, { name: 'Right Sock' })
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}$/)
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Right Sock $SOCK')
    await page.getByText('Added again in your browser: ').waitFor()
    assert.deepEqual(faults, [])
  })

  test('name and social signals are shown as one types, as the service will score them', async (t) => {
    const { page } = await visit(t)
    await page.goto(stage.url)
    await fill(page, { name: 'MOON_1000X_GEM', xHandle: '@gem1000x99201' })
    const shown = await page.locator('.field output').allInnerTexts()
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\//)
    const id = page.url().split('/').at(-1)
    const { signals } = (await (await fetch(`${stage.url}/v1/score/${id}`)).json()) as ScoreResult
    assert.deepEqual(shown.map(Number), [signals.name.score, signals.social.score])
  })

  test('what is wrong is said beside its field, before anything is sent and after', async (t) => {
    const { page } = await visit(t)
    await page.goto(stage.url)
    await page.getByRole('button', { name: 'Score it' }).click()
    assert.equal(await page.locator('[aria-invalid]').count(), 6)
    await page.locator('[name=name]:focus').waitFor()
    await fill(page, { imageUrl: 'https://10.0.0.1/logo.png' })
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByText('Must point to a public address.').waitFor()
    await page.locator('[name=imageUrl]:focus').waitFor()
    assert.equal(await page.locator('[aria-invalid]').count(), 1)
  })

  test('a score can be verified in the browser, as far as a browser without a wallet can', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${stage.url}/score/${stage.ids.risky}`)
    await page.getByRole('button', { name: 'Verify in this browser' }).click()
    await page.getByText('What can be computed again holds.').waitFor()
    assert.match(await page.locator('.checks').innerText(), /aggregate: holds[\s\S]*name: holds[\s\S]*social: holds/)
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')), // it asks whether there is an attestation
      [],
    )
  })

  test('a score is verified against the chain by the node of the reader’s own wallet', async (t) => {
    const rpcUrl = stage.world.environment['CHAIN_RPC_URL']
    if (!stage.world.isChainStandIn || !rpcUrl) return t.skip('there is no local chain on this machine')
    const { page, faults } = await visit(t)
    await giveWallet(page, rpcUrl)
    await page.goto(`${stage.url}/score/${stage.ids.good}`)
    await page.getByRole('button', { name: 'Verify in this browser' }).click()
    await page.getByText('Verified: this is the record that was attested.').waitFor()
    const checks = await page.locator('.checks').innerText()
    assert.match(checks, /digest: holds 0x[\da-f]{64}/)
    assert.doesNotMatch(checks, /: fails/)
    assert.deepEqual(faults, [])
  })

  test('without a wallet to ask, an attested score is not called verified', async (t) => {
    if (!stage.world.isChainStandIn) return t.skip('there is no local chain on this machine')
    const { page } = await visit(t)
    await page.goto(`${stage.url}/score/${stage.ids.good}`)
    await page.getByRole('button', { name: 'Verify in this browser' }).click()
    await page.getByText('Not verified yet: the chain was not asked.').waitFor()
    assert.match(
      await page.locator('.checks').innerText(),
      /record: holds[\s\S]*attestation: not checked there is no wallet/,
    )
  })

  test('while the service works the form says so, and what goes wrong then is said and lets one try again', async (t) => {
    const { page } = await visit(t)
    const error = { code: 'upstream', message: 'The chain-data provider took too long. Nothing was stored; try again.' }
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/v1/score', async (route) => {
      await answered
      await route.fulfill({ status: 502, headers: { 'retry-after': '30' }, json: { error } })
    })
    await page.goto(stage.url)
    await fill(page)
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByRole('status').getByText('Fetching the picture').waitFor()
    answer()
    await page.getByRole('alert').getByText(`${error.message} Try again in 30 seconds.`).waitFor()
    await page.unroute('**/v1/score')
    await page.route('**/v1/score', (route) => route.abort())
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor()
    assert.equal(await page.inputValue('form [name=name]'), 'Left Sock')
  })

  test('the dialog that embeds opens, and Escape closes it', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${stage.url}/score/${stage.ids.hostile}`)
    await page.getByRole('button', { name: 'Embed' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('without JavaScript a score’s page says all that matters', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(`${stage.url}/score/${stage.ids.risky}`)
    const text = await page.locator('main').innerText()
    for (const words of ['Free Lunch', 'higher is better', 'Risk is red', 'Powered by GoPlus', 'No advice to buy'])
      assert.ok(text.includes(words), words)
    assert.equal(await page.locator('button[data-copy]:visible').count(), 0)
  })

  for (const [look, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['at 360 px', narrow],
  ] as const) {
    test(`axe finds nothing on any page, ${look}`, async (t) => {
      const { page, faults } = await visit(t, options)
      for (const address of addresses()) {
        await page.goto(address, { waitUntil: 'networkidle' })
        await page.evaluate(axeSource) // by the debugger's protocol, which the policy doesn't bind
        const findings = await page.evaluate<AxeFinding[]>('axe.run().then(({ violations }) => violations)')
        const words = findings.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => [html, failureSummary]),
        ])
        assert.deepEqual(words, [], address)
      }
      assert.deepEqual(
        faults.filter((fault) => !/404|badge/.test(fault)),
        [],
      )
    })
  }

  test('nothing is wider than a screen of 360 px', async (t) => {
    const { page } = await visit(t, narrow)
    for (const address of addresses()) {
      await page.goto(address)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 360, `${width} at ${address}`)
    }
  })

  test('a first visit loads at most 25 kB of JavaScript and moves nothing about, and shows its largest part within 1.5 s', async (t) => {
    for (const address of addresses()) {
      const { page } = await visit(t)
      const scripts: Promise<{ responseBodySize: number }>[] = []
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.push(response.request().sizes())
      })
      await page.goto(address, { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(scripts)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
      assert.ok(bytes > 0 && bytes <= 25_000, `${bytes} at ${address}`)
      const shift = await page.evaluate<number>(layoutShift)
      assert.ok(shift < 0.01, `${shift} at ${address}`)
      const largestMs = await page.evaluate<number>(largestPaint) // the one budget of time here, far from what it takes
      assert.ok(largestMs > 0 && largestMs < 1500, `${largestMs} ms at ${address}`)
    }
  })
})
