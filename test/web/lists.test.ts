import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { adminToken } from '../scheduling.ts'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { type ListedStage, creatorAddress, startListedStage } from './listed-stage.ts'
import { narrow, visitWith, measureWidth } from './visiting.ts'

void describe('the lists and the operator’s dashboard in a browser', () => {
  let stage: ListedStage
  let browser: Browser
  before(async () => {
    ;[stage, browser] = await Promise.all([startListedStage(), openBrowser()])
  })
  after(() => Promise.all([browser.close(), stage.close()]))

  const visit = (t: Parameters<typeof visitWith>[1], options: BrowserContextOptions = {}) =>
    visitWith(browser, t, options)

  const addresses = () => {
    const { url, emptyUrl } = stage
    const paths = ['/leaderboards', '/launches', `/creator/${creatorAddress}`, '/transparency', '/admin']
    return [
      ...[url, emptyUrl].flatMap((start) => paths.map((path) => start + path)),
      `${url}/leaderboards?window=7d`,
      `${url}/launches?when=upcoming`,
      `${url}/leaderboards?window=1y`,
    ]
  }

  async function openDashboard(page: Page): Promise<void> {
    await page.goto(`${stage.url}/admin`)
    await open(page, adminToken)
    await page.getByRole('heading', { name: 'Totals' }).waitFor()
  }

  for (const [how, options] of [
    ['', {}],
    [' without JavaScript', { javaScriptEnabled: false }],
  ] as const)
    test(`the filters of leaderboards and launches work${how}`, async (t) => {
      const { page, faults } = await visit(t, options)
      await page.goto(`${stage.url}/leaderboards`)
      await page.getByRole('link', { name: '7 days' }).click()
      await page.getByLabel('Rows per board').selectOption('25')
      await page.getByRole('button', { name: 'Show' }).click()
      assert.equal(new URL(page.url()).search, '?window=7d&limit=25')
      assert.equal(await page.locator('.board').first().locator('li').count(), 25)
      await page.getByRole('link', { name: 'Places 26 and on' }).click()
      assert.equal(await page.locator('.place').first().innerText(), '26')
      await page.getByRole('link', { name: 'Launches', exact: true }).click()
      await page.getByRole('link', { name: 'Upcoming' }).click()
      await page.getByRole('link', { name: 'Amber', exact: true }).click()
      assert.equal(new URL(page.url()).search, '?when=upcoming&band=amber')
      const bands = await page.locator('.launches .chip').allInnerTexts()
      assert.ok(bands.length > 0 && bands.every((band) => band === 'Amber'))
      await page.getByLabel('Wallet address').fill(creatorAddress)
      await page.getByRole('button', { name: 'Show' }).last().click()
      assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /Creator 0xa11c…0001/i)
      assert.deepEqual(faults, [])
    })

  test('the dashboard keeps its token out of storage, URLs and markup', async (t) => {
    const { page, faults } = await visit(t)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await openDashboard(page)
    const text = await page.locator('main').innerText()
    for (const words of ['Last 24 hours', 'A pro customer', 'Recent scores', 'model', 'Attester', 'closed'])
      assert.ok(text.includes(words), words)
    const kept = await page.evaluate<string>(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
      window.name, document.documentElement.outerHTML])`)
    assert.ok(!kept.includes(adminToken))
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), [])
    assert.ok(urls.every((url) => !url.includes(adminToken)))
    assert.deepEqual(faults, [])
    await page.reload()
    await page.getByLabel('Admin token').waitFor()
    assert.equal(await page.getByLabel('Admin token').inputValue(), '')
  })

  test('older scores are appended to the list', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const rows = page.locator('section[aria-labelledby=scores] .lines li')
    assert.equal(await rows.count(), 10)
    await page.getByRole('button', { name: 'Older scores' }).click()
    await rows.nth(19).waitFor()
    assert.equal(new Set(await rows.locator('a.launch-name').evaluateAll(hrefs)).size, 20)
  })

  test('a wrong token is refused, and a forgotten one opens nothing', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${stage.url}/admin`)
    await open(page, 'nothing-that-is-good')
    await page.getByText('This token is not good').waitFor()
    await open(page, 'kein gültiges')
    await page.getByText('A token has no spaces').waitFor()
    await open(page, adminToken)
    await page.getByRole('button', { name: 'Forget the token' }).click()
    assert.equal(await page.getByLabel('Admin token').inputValue(), '')
    assert.equal(await page.getByText('A pro customer').count(), 0)
  })

  test('the dashboard says when no admin token is configured', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${stage.emptyUrl}/admin`)
    await open(page, adminToken)
    await page.getByText('No admin token is configured').waitFor()
  })

  test('a lost connection is shown above the old data until a refresh succeeds', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    await page.route('**/v1/admin/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The connection is lost').waitFor()
    assert.equal(await page.getByText('A pro customer').count(), 1)
    await page.unroute('**/v1/admin/**')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The connection is lost').waitFor({ state: 'detached' })
  })

  test('a dashboard part that fails leaves the others', async (t) => {
    const { page } = await visit(t)
    await page.route('**/v1/admin/analytics', (route) => route.fulfill({ status: 500, json: {} }))
    await openDashboard(page)
    await page.getByText('This part could not be read').waitFor()
    assert.equal(await page.getByText('A pro customer').count(), 1)
  })

  test('without JavaScript the dashboard says so and its form sends nothing', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(`${stage.url}/admin`)
    assert.match(await page.locator('main').innerText(), /This page needs JavaScript/)
    assert.ok(await page.getByRole('button', { name: 'Open' }).isDisabled())
    assert.equal(await page.getByLabel('Admin token').getAttribute('name'), null)
  })

  for (const [look, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['at 360 px, where nothing is wider', narrow],
  ] as const)
    test(`axe finds no issue on the lists and the dashboard, ${look}`, async (t) => {
      const { page } = await visit(t, options)
      const check = async (address: string) => {
        assert.deepEqual(await axeFindings(page), [], address)
        if (options === narrow)
          assert.ok((await measureWidth(page)) <= 360, `${await measureWidth(page)} at ${address}`)
      }
      for (const address of addresses()) {
        await page.goto(address, { waitUntil: 'networkidle' })
        await check(address)
      }
      await openDashboard(page)
      await check('the dashboard')
    })
})

async function open(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token)
  await page.getByRole('button', { name: 'Open' }).click()
}

/** In the page, which has them. */
const hrefs = (links: { getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('href'))
