import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { until } from '../world/waiting.ts'
import { openBrowser } from './browser.ts'
import { type Stage, startStage } from './stage.ts'
import { narrow, visitWith } from './visiting.ts'

/** The texts that the number has had, from the moment it is there. */
const watchNumber = `addEventListener('DOMContentLoaded', () => {
  const number = document.querySelector('[data-number]')
  window.seen = [number.textContent]
  new MutationObserver(() => window.seen.push(number.textContent))
    .observe(number, { subtree: true, characterData: true, childList: true })
})`

/** A program for the browser. The focused control with its outline, against the bar; what is in the bar is not covered. */
const measureFocus = `(() => {
  const focused = document.activeElement
  const bar = document.querySelector('.bottom-bar')
  const [box, cover] = [focused, bar].map((one) => one.getBoundingClientRect())
  const overlaps = box.bottom + 4 > cover.top && box.top < cover.bottom && box.bottom > 0
  const name = focused.outerHTML.slice(0, 120)
  return { name, isCovered: overlaps && focused !== document.body && !bar.contains(focused) }
})()`

void describe('the page of a score in a browser', () => {
  let stage: Stage
  let browser: Browser
  before(async () => {
    ;[stage, browser] = await Promise.all([startStage(), openBrowser()])
  })
  after(() => Promise.all([browser.close(), stage.close()]))

  const visit = (t: Parameters<typeof visitWith>[1], options: BrowserContextOptions = {}) =>
    visitWith(browser, t, options)
  const pathOf = (id: string) => `${stage.url}/score/${id}`

  test('a honeypot is the first thing said, and its findings are one step away', async (t) => {
    const { page, faults } = await visit(t, narrow)
    await page.goto(pathOf(stage.ids.risky))
    const first = await page.locator('main').innerText()
    assert.match(first, /^Warning:\s+Honeypot: people who buy this token can’t sell it/)
    await page.locator('.news').getByRole('link', { name: 'See all 7 findings' }).click()
    assert.equal(new URL(page.url()).hash, '#signal-risk')
    const facts = page.locator('#signal-risk .facts li')
    assert.equal(await facts.count(), 7)
    assert.match(await facts.first().innerText(), /Honeypot: buyers can’t sell/)
    const sliver = await page.locator('#signal-risk .fill').boundingBox()
    assert.ok(sliver && sliver.width >= 4)
    assert.equal(await page.locator('.rail-card h2').first().innerText(), 'Share this warning')
    assert.deepEqual(faults, [])
  })

  test('“Measure again” says that nothing changed, or why it can’t', async (t) => {
    const { page } = await visit(t)
    await page.goto(pathOf(stage.ids.hostile))
    await page.route('**/rescore', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Too busy.' } } }),
    )
    const button = page.getByRole('button', { name: 'Measure again' })
    await page.locator('.again summary').click()
    await button.click()
    await page.getByText('Too busy.').waitFor()
    await page.unroute('**/rescore')
    await button.click()
    await page.getByText(/^Same score: [\d.]+\. Nothing it reads has changed\.$/).waitFor()
    await page.reload()
    assert.equal(await page.locator('.history li').count(), 2)
  })

  test('what matters stands within 1,200 px, and a row opens to its facts', async (t) => {
    const { page } = await visit(t, { viewport: { width: 1280, height: 900 } })
    await page.goto(pathOf(stage.ids.good))
    for (const place of ['.ticket', '.sum', '#share', '#standing', '#creator']) {
      const box = await page.locator(place).boundingBox()
      assert.ok(box && box.y + box.height <= 1200, place)
    }
    await page.locator('#signal-risk summary').click()
    await page.locator('#signal-risk').getByRole('link', { name: 'How we measure this' }).waitFor()
  })

  test('on a phone, sharing and the next step stay visible', async (t) => {
    const { page } = await visit(t, narrow)
    await page.goto(pathOf(stage.ids.good))
    const bar = page.locator('.bottom-bar')
    for (const name of ['Share', 'Claim this launch']) {
      const box = await bar.getByRole('link', { name }).boundingBox()
      assert.ok(box && box.height >= 44 && box.y + box.height <= 740, name)
    }
    const total = await page.locator('.sum').boundingBox()
    assert.ok(total && total.y + total.height <= 2 * 740)
    await bar.getByRole('link', { name: 'Share' }).click()
    await page.getByRole('link', { name: 'Post on X' }).waitFor()
  })

  test('on a phone, the bottom bar covers no control that the keyboard reaches', async (t) => {
    const { page } = await visit(t, narrow)
    for (const language of ['en', 'es', 'zh']) {
      await page.goto(`${pathOf(stage.ids.good)}?lang=${language}`, { waitUntil: 'networkidle' })
      const covered: string[] = []
      const stops = new Set<string>()
      for (const key of [...Array<string>(60).fill('Tab'), ...Array<string>(60).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        const { name, isCovered } = await page.evaluate<{ name: string; isCovered: boolean }>(measureFocus)
        if (isCovered) covered.push(name)
        stops.add(name)
      }
      assert.ok(stops.size > 30, `${stops.size}`)
      assert.deepEqual(covered, [], language)
    }
  })

  test('a fresh score’s number counts up once, and only where motion is welcome', async (t) => {
    for (const [reducedMotion, moves] of [
      ['no-preference', true],
      ['reduce', false],
    ] as const) {
      const { page, faults } = await visit(t, { reducedMotion })
      await page.addInitScript(watchNumber)
      await page.goto(`${pathOf(stage.ids.good)}?new`)
      await until(() => page.evaluate<boolean>('location.search === ""'))
      if (moves)
        await until(() => page.evaluate<boolean>('window.seen.length > 2 && window.seen.at(-1) === window.seen[0]'))
      const seen = await page.evaluate<string[]>('window.seen')
      assert.equal(new Set(seen).size > 1, moves)
      const animations = await page.evaluate<number>(
        'document.getAnimations().filter(({ effect }) => effect.getTiming().duration > 100).length',
      )
      assert.ok(moves || animations === 0)
      await page.reload()
      assert.equal(await page.locator('.score-page.fresh').count(), 0)
      assert.deepEqual(faults, [])
    }
  })

  test('scores are compared without JavaScript, from the page of one of them', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(pathOf(stage.ids.good))
    await page.getByRole('link', { name: 'Compare with other scores' }).click()
    await page.getByLabel('Link or id of a score').fill(pathOf(stage.ids.risky))
    await page.getByRole('button', { name: 'Add' }).click()
    assert.equal(await page.locator('thead th').count(), 2)
    await page.getByRole('link', { name: 'Remove Left Sock' }).click()
    assert.equal(await page.locator('thead th').innerText(), 'Free Lunch\n$LUNCH')
    await page.getByLabel('Link or id of a score').fill('nothing of the kind')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('We couldn’t read one of these scores').waitFor()
  })

  test('the page speaks Spanish and Chinese, also where the browser adds up again', async (t) => {
    const { page } = await visit(t)
    for (const [language, sentence, verify] of [
      ['es', 'sumado en tu navegador', 'Verificar en tu navegador'],
      ['zh', '已在浏览器中重新相加', '在浏览器中验证'],
    ] as const) {
      await page.goto(`${pathOf(stage.ids.good)}?lang=${language}`)
      await page.getByText(sentence).waitFor()
      await page.getByRole('button', { name: verify }).click()
      await page.locator('.checks li').first().waitFor()
    }
  })
})
