import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { privateKeyToAccount } from 'viem/accounts'
import { axeFindingsWithTargets } from './axe.ts'
import { installFakeWallet } from './fake-wallet.ts'
import { openForSuite } from './open-for-suite.ts'
import { creatorAddress, startListedStage } from './listed-stage.ts'
import { narrow, measureWidth } from './visiting.ts'

/** The page only reads the wallet's address. */
const signer = privateKeyToAccount(`0x${'1'.repeat(64)}`)

void describe('the lists in a browser', () => {
  const { getStage, visit } = openForSuite(startListedStage)

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
      const bands = () => page.locator('td.verdict, .plan .verdict').allInnerTexts()
      assert.ok(
        (await bands()).length > 0 && (await bands()).every((band) => /^(Amber|Warning:\s*Honeypot)$/.test(band)),
      )
      await choose('Calendar')
      assert.equal(new URL(page.url()).pathname + search(), '/launches?band=amber')
      assert.ok((await bands()).length > 0)
      await choose('Graduates')
      assert.match(await page.locator('main').innerText(), /This site doesn’t observe outcomes yet/)
      await choose('New')
      assert.equal(await page.locator('.row-link').first().innerText(), 'Newest')
      assert.deepEqual(faults, [])
    })

  test('at 360 px the filters are rows of 44 px, Escape closes them, and the focus returns', async (t) => {
    const { page, faults } = await visit(t, narrow)
    const openOn = async (path: string) => {
      await page.goto(getStage().url + path)
      await page.locator('summary[aria-label=Filters]').click()
      return page.locator('.filter-menu a')
    }
    for (const path of ['/leaderboards', '/launches?when=past']) {
      const links = await openOn(path)
      assert.ok((await links.count()) > 5)
      for (const link of await links.all()) {
        const box = await link.boundingBox()
        assert.ok(box && box.height >= 44 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box))
      }
      await page.keyboard.press('Escape')
      assert.equal(await links.first().isVisible(), false)
      assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Filters')
    }
    const links = await openOn('/leaderboards')
    await links.getByText('Signed only').click()
    await page.waitForURL(/\?signed=true$/)
    assert.equal(await page.locator('.filter-menu a[aria-current] svg:last-child').count(), 3) // of three groups
    assert.deepEqual(faults, [])
  })

  for (const [width, options] of [
    ['1280 px', {}],
    ['360 px', narrow],
  ] as const)
    test(`at ${width} the tabs are in the same place on every list`, async (t) => {
      const { page } = await visit(t, options)
      const places: unknown[] = []
      for (const path of ['/leaderboards', '/leaderboards?tab=new', '/launches', '/launches?when=past', '/graduates']) {
        await page.goto(getStage().url + path, { waitUntil: 'networkidle' })
        const { x, y } = (await page.locator('.segments').boundingBox()) ?? {}
        places.push([x, y])
      }
      assert.deepEqual(new Set(places.map((place) => JSON.stringify(place))).size, 1, JSON.stringify(places))
    })

  for (const [width, options, rows] of [
    ['1280 × 800', { viewport: { width: 1280, height: 800 } }, 8],
    ['360 × 740', narrow, 6],
  ] as const)
    test(`the first screen has ${rows} rows at ${width}`, async (t) => {
      const { page } = await visit(t, options)
      for (const path of ['/leaderboards', '/launches']) {
        await page.goto(getStage().url + path, { waitUntil: 'networkidle' })
        const box = await page
          .locator('.score-table tbody tr, .plan')
          .nth(rows - 1)
          .boundingBox()
        assert.ok(box && box.y + box.height <= options.viewport.height, `${path}: ${JSON.stringify(box)}`)
      }
    })

  test('the calendar shows the days and times of the browser', async (t) => {
    const { page, faults } = await visit(t, { timezoneId: 'Pacific/Auckland' })
    await page.goto(`${getStage().url}/launches`, { waitUntil: 'networkidle' })
    assert.equal(await page.locator('.zone').innerText(), 'Your time, UTC+13')
    const days = await page.locator('.day h2').allInnerTexts()
    assert.match(days[0] ?? '', /^Today\s+22 Nov 2026$/) // in UTC it is the day after
    assert.equal(await page.locator('.clock').first().innerText(), '21:00')
    assert.equal(await page.locator('.left').first().innerText(), 'in 20 h')
    assert.deepEqual(faults, [])
  })

  test('/launches/mine shows the launches of the connected wallet with their next steps', async (t) => {
    const { page, faults } = await visit(t)
    await installFakeWallet(page, { accounts: [{ ...signer, address: creatorAddress }] })
    await page.goto(`${getStage().url}/launches/mine`)
    await page.getByRole('button', { name: /^Connect/ }).click()
    const rows = page.locator('.my-launches .rows li')
    await rows.first().waitFor()
    assert.equal(await rows.count(), 9)
    const steps = new Set(await page.locator('.my-launches .step').allInnerTexts())
    assert.deepEqual(
      [...steps].filter(
        (step) =>
          !/^(Set a launch time|Share your launch page|Confirm the token contract|See what happened)$/.test(step),
      ),
      [],
    )
    assert.ok(steps.size > 1)
    assert.deepEqual(await axeFindingsWithTargets(page), [])
    assert.deepEqual(faults, [])
  })

  test('Score a launch leads from any page to the form', async (t) => {
    const { page } = await visit(t, narrow)
    await page.goto(`${getStage().url}/no/such/page`)
    await page.locator('.top-bar summary').click()
    await page.locator('.top-bar .menu').getByRole('link', { name: 'Score a launch' }).click()
    await page.waitForURL(/\/#score$/)
    const { y = Infinity } = (await page.locator('#score form').boundingBox()) ?? {}
    assert.ok(y >= 0 && y < narrow.viewport.height, `${y}`)
  })

  test('a click anywhere in a row opens the score, and rows are 62 px high', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    const row = page.locator('.score-table tbody tr').nth(2)
    const box = await row.boundingBox()
    assert.ok(box && Math.abs(box.height - 62) <= 1, `${box?.height}`) // with the line between rows
    const href = await row.locator('a').getAttribute('href')
    await page.mouse.click(box.x + box.width - 6, box.y + 8)
    await page.waitForURL(`${getStage().url}${href}`)
  })

  test('Load more appends the next page, and leads to it without JavaScript', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards?limit=12`)
    const rows = page.locator('.score-table tbody tr:not(.bad, .line)')
    const more = page.getByRole('link', { name: 'Load more' })
    await more.click()
    await rows.nth(23).waitFor()
    await more.press('Enter')
    await rows.nth(29).waitFor()
    await more.waitFor({ state: 'detached' })
    assert.equal(new Set(await rows.locator('.row-link').evaluateAll(hrefs)).size, 30)
    const bad = await page.locator('.score-table .line ~ .bad').count()
    assert.ok(bad > 0)
    assert.equal(await rows.nth(29).locator('.place').innerText(), '30')
    assert.match(await page.getByRole('status').first().innerText(), new RegExp(`Loaded ${6 + bad} more`))
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
    assert.match(await page.locator('main').innerText(), /9 signed: /)
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
      await page.locator('#measured > summary').click()
      const svg = page.locator('.anchors-figure svg')
      const [frame, dots] = [await svg.boundingBox(), svg.locator('circle')]
      assert.equal(await dots.count(), 31)
      const [first, last] = [await dots.first().boundingBox(), await dots.last().boundingBox()]
      assert.ok(frame && first && last)
      assert.ok(first.x > frame.x && first.x < last.x && last.x + last.width <= frame.x + frame.width)
      assert.match(await page.locator('#measured').innerText(), /launch-score@1\.2\.0/)
      await page.locator('.anchors-figure summary').click()
      assert.equal(await page.locator('.anchors-figure tbody tr').count(), 31)
      assert.ok(await page.locator('.anchors-figure tbody tr').last().isVisible())
      assert.ok((await measureWidth(page)) <= 360)
      assert.deepEqual(faults, [])
    })
})

/** In the page, which has them. */
const hrefs = (links: { getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('href'))
