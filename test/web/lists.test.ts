import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { type ListedStage, creatorAddress, startListedStage } from './listed-stage.ts'
import { narrow, visitWith, measureWidth } from './visiting.ts'

void describe('the lists in a browser', () => {
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
    const paths = ['/leaderboards', '/launches', `/creator/${creatorAddress}`, '/transparency']
    return [
      ...[url, emptyUrl].flatMap((start) => paths.map((path) => start + path)),
      `${url}/leaderboards?window=7d`,
      `${url}/launches?when=upcoming`,
      `${url}/leaderboards?window=1y`,
    ]
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

  for (const [look, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['at 360 px, where nothing is wider', narrow],
  ] as const)
    test(`axe finds no issue on the lists, ${look}`, async (t) => {
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
    })
})
