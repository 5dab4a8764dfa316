import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openForSuite } from './open-for-suite.ts'
import { creatorAddress, startListedStage } from './listed-stage.ts'

const [lightGround, darkGround] = ['246,247,249', '11,13,16']

void describe('the theme and the language in a browser', () => {
  const { getStage, visit } = openForSuite(startListedStage)

  test('the switch goes from system to light to dark, and the next page keeps it', async (t) => {
    const { context, page, faults } = await visit(t, { colorScheme: 'dark' })
    await page.goto(getStage().url, { waitUntil: 'networkidle' })
    assert.equal(await readGround(page), darkGround, 'the system’s')
    await page.getByRole('button', { name: 'Theme: system' }).click()
    assert.equal(await readGround(page), lightGround)
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.emulateMedia({ colorScheme: 'light' })
    assert.equal(await readGround(page), darkGround)
    await page.goto(`${getStage().url}/leaderboards`)
    assert.equal(await readGround(page), darkGround)
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`)
    assert.deepEqual(cookies, ['theme=dark'], 'the only cookie')
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await page.reload()
    assert.equal(await readGround(page), lightGround, 'the system’s again')
    assert.deepEqual(await context.cookies(), [])
    assert.deepEqual(faults, [])
  })

  test('a chosen theme is there with the first paint, before any script', async (t) => {
    const { context, page } = await visit(t, { colorScheme: 'light' })
    await context.addCookies([{ name: 'theme', value: 'dark', url: getStage().url }])
    await page.route('**/*.js', () => {}) // scripts never arrive
    await page.goto(getStage().url, { waitUntil: 'commit' })
    await page.locator('h1').waitFor()
    await page.evaluate(firstPaint)
    assert.equal(await readGround(page), darkGround)
  })

  test('a page is printed dark on white, whatever theme was chosen', async (t) => {
    const { context, page } = await visit(t, { colorScheme: 'dark' })
    await context.addCookies([{ name: 'theme', value: 'dark', url: getStage().url }])
    await page.goto(`${getStage().url}/leaderboards`)
    const readColours = () =>
      page.evaluate<string[]>(`(() => {
        const { color, backgroundColor, printColorAdjust } = getComputedStyle(document.documentElement)
        return [color, backgroundColor, printColorAdjust]
      })()`)
    assert.deepEqual(await readColours(), ['rgb(238, 241, 245)', 'rgb(11, 13, 16)', 'economy'])
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await readColours(), ['rgb(18, 21, 26)', 'rgb(246, 247, 249)', 'exact'])
  })

  test('in forced colours warnings, chips and the search field keep their outlines', async (t) => {
    const { page } = await visit(t, { forcedColors: 'active' })
    await page.goto(`${getStage().url}/leaderboards?tab=new&band=critical`)
    const styles: string[] = [await readOutline(page, '.score-table .chip')]
    await page.locator('.top-bar input[name=q]').focus()
    styles.push(await readOutline(page, '.top-bar .search'))
    await page.locator('.row-link').first().click()
    styles.push(await readOutline(page, '.news'))
    assert.deepEqual(styles, ['1px solid', '2px solid', '1px solid'])
  })

  test('the pages speak the browser’s language until another is chosen', async (t) => {
    const { page, faults } = await visit(t, { locale: 'es-MX' })
    const language = () => page.locator('html').getAttribute('lang')
    for (const path of ['/', '/leaderboards', '/launches', '/transparency', `/creator/${creatorAddress}`, '/compare']) {
      await page.goto(getStage().url + path)
      assert.equal(await language(), 'es', path)
      assert.match(await page.locator('.top-bar').innerText(), /Explorar/)
      const labels = await page.locator('main').locator('h1, h2, label, th, button:visible').allInnerTexts()
      assert.doesNotMatch(labels.join('\n'), /\b(the|score|copy|launch|launches|wallet|add)\b/i, path)
    }
    await page.getByRole('contentinfo').getByRole('link', { name: '简体中文' }).click()
    assert.deepEqual([await language(), new URL(page.url()).search], ['zh-Hans', '?lang=zh'])
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '探索' }).click()
    assert.deepEqual([await language(), new URL(page.url()).pathname], ['zh-Hans', '/leaderboards'])
    assert.match(await page.locator('h1').innerText(), /^[^a-z]+$/i)
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    assert.equal(await language(), 'en')
    assert.deepEqual(faults, [])
  })
})

const firstPaint = `new Promise((resolve) =>
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }))`

/** The colour of the page's margin as it is painted, as `red,green,blue`. */
async function readGround(page: Page): Promise<string> {
  const png = await page.screenshot({ clip: { x: 2, y: 400, width: 1, height: 1 } })
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data].join()
}

const readOutline = async (page: Page, selector: string) => {
  await page.locator(selector).first().waitFor()
  return page.evaluate<string>(`(() => {
    const { outlineWidth, outlineStyle } = getComputedStyle(document.querySelector('${selector}'))
    return outlineWidth + ' ' + outlineStyle
  })()`)
}
