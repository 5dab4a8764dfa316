import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { axeFindingsWithTargets } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { creatorAddress, startListedStage } from './listed-stage.ts'
import { narrow, measureWidth } from './visiting.ts'

void describe('the lists in a browser', () => {
  const { getStage, visit } = openForSuite(startListedStage)

  const addresses = () => {
    const { url, emptyUrl } = getStage()
    const lists = ['/leaderboards', '/launches', '/graduates', '/search?q=sock', `/token/${creatorAddress}`]
    const paths = [...lists, `/creator/${creatorAddress}`, '/transparency']
    return [
      ...[url, emptyUrl].flatMap((start) => paths.map((path) => start + path)),
      `${url}/leaderboards?tab=new&band=critical`,
      `${url}/launches?when=past`,
      `${url}/leaderboards?window=1y`,
    ]
  }

  for (const [how, options] of [
    ['', {}],
    [' without JavaScript', { javaScriptEnabled: false }],
  ] as const)
    test(`the tabs and filters of the lists work${how}`, async (t) => {
      const { page, faults } = await visit(t, options)
      const search = () => new URL(page.url()).search
      const choose = (name: string) => page.locator('main').getByRole('link', { name, exact: true }).click()
      await page.goto(`${getStage().url}/leaderboards`)
      await choose('Lowest')
      await choose('Amber')
      await choose('All time')
      await choose('Signed only')
      assert.equal(search(), '?tab=lowest&window=all&band=amber&signed=true')
      const bands = () => page.locator('.score-table td.band').allInnerTexts()
      assert.ok(
        (await bands()).length > 0 && (await bands()).every((band) => /^(Amber|Warning:\s*Honeypot)$/.test(band)),
      )
      await choose('Calendar')
      assert.equal(new URL(page.url()).pathname + search(), '/launches?band=amber')
      assert.ok((await bands()).length > 0)
      await choose('Graduated')
      assert.match(await page.locator('main').innerText(), /Outcomes are not being observed here/)
      await choose('New')
      assert.equal(await page.locator('.row-link').first().innerText(), 'Newest')
      assert.deepEqual(faults, [])
    })

  test('at 360 px every filter is on the screen, and only a chosen one has the tick', async (t) => {
    const { page } = await visit(t, narrow)
    const listOutside = `[...document.querySelectorAll('.filters a')].flatMap((link) => {
      const { left, right } = link.getBoundingClientRect()
      return left < 0 || right > 360 ? [link.textContent] : []
    })`
    for (const path of ['/graduates', '/leaderboards?signed=true', '/launches']) {
      await page.goto(getStage().url + path)
      assert.deepEqual(await page.evaluate(listOutside), [], path)
    }
    const ticks: number[] = []
    for (const query of ['', '?signed=true']) {
      await page.goto(`${getStage().url}/leaderboards${query}`)
      ticks.push(await page.locator('.only-signed').getByText('✓').count())
    }
    assert.deepEqual(ticks, [0, 1])
  })

  test('Score a launch leads from any page to the form', async (t) => {
    const { page } = await visit(t, narrow)
    await page.goto(`${getStage().url}/no/such/page`)
    await page.locator('.top-bar summary').click()
    await page.locator('.top-bar .menu').getByRole('link', { name: 'Score a launch' }).click()
    await page.waitForURL(/\/#score$/)
    const { y = Infinity } = (await page.locator('#score-title').boundingBox()) ?? {}
    assert.ok(y >= 0 && y < narrow.viewport.height, `${y}`)
  })

  test('a click anywhere in a row opens the score, and rows are 59 px high', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    const row = page.locator('.score-table tbody tr').nth(2)
    const box = await row.boundingBox()
    assert.ok(box && Math.abs(box.height - 60) <= 1, `${box?.height}`) // with the line between rows
    const href = await row.locator('a').getAttribute('href')
    await page.mouse.click(box.x + box.width - 6, box.y + 8)
    await page.waitForURL(`${getStage().url}${href}`)
  })

  test('Load more appends the next page, and leads to it without JavaScript', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards?limit=12`)
    const rows = page.locator('.score-table tbody tr')
    const more = page.getByRole('link', { name: 'Load more' })
    await more.click()
    await rows.nth(23).waitFor()
    await more.press('Enter')
    await rows.nth(29).waitFor()
    await more.waitFor({ state: 'detached' })
    assert.equal(new Set(await page.locator('.row-link').evaluateAll(hrefs)).size, 30)
    assert.equal(await rows.nth(29).locator('.place').innerText(), '30')
    assert.match(await page.getByRole('status').first().innerText(), /Loaded 6 more/)
    const { page: plain } = await visit(t, { javaScriptEnabled: false })
    await plain.goto(`${getStage().url}/leaderboards?limit=12`)
    await plain.getByRole('link', { name: 'Load more' }).click()
    assert.equal(await plain.locator('.place').nth(1).innerText(), '13')
    await plain.getByRole('link', { name: 'Back to the start' }).click()
    assert.equal(new URL(plain.url()).search, '?limit=12')
    assert.deepEqual(faults, [])
  })

  test('the key / searches from every page, and an address leads to its profile', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    await page.keyboard.press('/')
    await page.keyboard.type('newes')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=newes$/)
    assert.deepEqual(await page.locator('.row-link').allInnerTexts(), ['Newest'])
    await page.keyboard.press('/')
    await page.keyboard.type(creatorAddress)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/creator\/0x/)
    assert.match(await page.locator('main').innerText(), /9 signed launches/)
    assert.deepEqual(faults, [])
  })

  test('an address is copied by a small button beside it', async (t) => {
    const { context, page } = await visit(t)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${getStage().url}/creator/${creatorAddress}`)
    const button = page.getByRole('button', { name: 'Copy address' })
    const box = await button.boundingBox()
    assert.ok(box && box.width <= 32, `${box?.width} px wide`)
    await button.click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(copied.toLowerCase(), creatorAddress)
  })

  for (const language of ['en', 'es', 'zh'])
    test(`/transparency shows evaluations and drift without JavaScript, dark, at 360 px: ${language}`, async (t) => {
      const { page, faults } = await visit(t, { ...narrow, javaScriptEnabled: false, colorScheme: 'dark' })
      await page.goto(`${getStage().url}/transparency?lang=${language}`)
      const svg = page.locator('.anchors-figure svg')
      const [frame, dots] = [await svg.boundingBox(), svg.locator('circle')]
      assert.equal(await dots.count(), 31)
      const [first, last] = [await dots.first().boundingBox(), await dots.last().boundingBox()]
      assert.ok(frame && first && last)
      assert.ok(first.x > frame.x && first.x < last.x && last.x + last.width <= frame.x + frame.width)
      assert.match(await page.locator('.part', { hasText: 'Spearman' }).innerText(), /launch-score@1\.2\.0/)
      await page.locator('.anchors-figure summary').click()
      assert.equal(await page.locator('.anchors-figure tbody tr').count(), 31)
      assert.ok(await page.locator('.anchors-figure tbody tr').last().isVisible())
      assert.ok((await measureWidth(page)) <= 360)
      assert.deepEqual(faults, [])
    })

  for (const [width, options] of [
    ['at 1280 px', {}],
    ['at 360 px, where nothing is wider', narrow],
  ] as const)
    test(`axe finds no issue on the lists, ${width}`, async (t) => {
      const { page } = await visit(t, options)
      const check = async (address: string) => {
        assert.deepEqual(await axeFindingsWithTargets(page), [], address)
        if (options === narrow)
          assert.ok((await measureWidth(page)) <= 360, `${await measureWidth(page)} at ${address}`)
      }
      for (const address of addresses()) {
        await page.goto(address, { waitUntil: 'networkidle' })
        await check(address)
      }
    })
})

/** In the page, which has them. */
const hrefs = (links: { getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('href'))
