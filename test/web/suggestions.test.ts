import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { axeFindings } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { startStage } from './stage.ts'
import { measureShift, measureWidth, narrow } from './visiting.ts'

void describe('search suggestions in a browser', () => {
  const { getStage, visit } = openForSuite(startStage)

  test('the search field suggests launches as one types, and the keyboard chooses one', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('left')
    const field = page.getByRole('combobox')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await list.waitFor()
    const options = list.getByRole('option')
    assert.match(await options.first().innerText(), /^Left Sock/)
    assert.deepEqual(await field.getAttribute('aria-expanded'), 'true')
    const chosen = async () => {
      const id = await field.getAttribute('aria-activedescendant')
      return id === null ? null : page.locator(`#${id}`).getAttribute('aria-selected')
    }
    assert.equal(await chosen(), null)
    await page.keyboard.press('ArrowDown')
    assert.equal(await chosen(), 'true')
    await page.keyboard.press('ArrowUp')
    assert.equal(await chosen(), null)
    await page.keyboard.press('ArrowUp')
    assert.equal(await options.last().getAttribute('aria-selected'), 'true')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-expanded')], ['left', 'false'])
    await page.keyboard.press('ArrowDown')
    const href = await options.first().getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${getStage().url}${href}`)
    assert.deepEqual(faults, [])
  })

  test('a suggestion opens by a click, and leaving the field closes the list', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/search?lang=es`)
    await page.locator('.top-bar input[name=q]').pressSequentially('left')
    const list = page.locator('.top-bar').getByRole('listbox', { name: 'Sugerencias' })
    await list.waitFor()
    await page.locator('h1').click()
    await list.waitFor({ state: 'hidden' })
    await page.locator('.top-bar input[name=q]').focus()
    await list.getByRole('option').first().click()
    await page.waitForURL(/\/score\/[\w-]+\?lang=es$/)
    assert.deepEqual(faults, [])
  })

  test('an address opens its token’s page, scored or not, and a typo in it is said below the field', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    const field = page.locator('.top-bar input[name=q]')
    const typo = page.locator('.top-bar').getByRole('alert')
    await field.fill('0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c7')
    await typo.getByText('its capital letters don’t match').waitFor()
    await field.press('Enter')
    assert.equal(page.url(), `${getStage().url}/leaderboards`)
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await field.fill('0x00000000000000000000000000000000000000aa')
    await typo.waitFor({ state: 'hidden' })
    await page.getByRole('option', { name: 'Open this token' }).waitFor()
    await field.press('Enter')
    await page.waitForURL(/\/token\/0x0{38}aa$/i)
    assert.deepEqual(faults, [])
  })

  test('a honeypot’s suggestion names it, and shows neither number nor band', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    await page.locator('.top-bar input[name=q]').pressSequentially('free lunch')
    const option = page.getByRole('option').first()
    await option.waitFor()
    assert.match(await option.innerText(), /^Free Lunch\s+\$\w+\s+Warning:\s*Honeypot$/)
  })

  test('suggestions move nothing, fit into 360 px, and are accessible', async (t) => {
    for (const options of [narrow, { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const }]) {
      const { page } = await visit(t, options)
      await page.goto(`${getStage().url}/launches`)
      await page.locator('.top-bar input[name=q]').pressSequentially('l')
      await page.getByRole('option').first().waitFor()
      assert.equal(await measureWidth(page), options.viewport.width)
      assert.ok((await measureShift(page)) < 0.02)
      const box = await page.getByRole('listbox').boundingBox()
      assert.ok(box && box.x >= 0 && box.x + box.width <= options.viewport.width)
      assert.deepEqual(await axeFindings(page), [])
    }
  })

  test('after a suggestion is chosen and the text changes, Enter searches for the text', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/leaderboards`)
    const field = page.locator('.top-bar input[name=q]')
    await field.pressSequentially('left')
    await page.getByRole('option').first().waitFor()
    await field.press('ArrowDown')
    await page.getByRole('option', { selected: true }).waitFor()
    await page.route('**/api/v1/search?*', () => {}) // no suggestions for the new text arrive
    await field.pressSequentially('over')
    assert.equal(await field.getAttribute('aria-activedescendant'), null)
    assert.equal(await page.getByRole('option', { selected: true }).count(), 0)
    await field.press('Enter')
    await page.waitForURL(`${getStage().url}/search?q=leftover`)
    assert.deepEqual(faults, [])
  })

  test('typing on asks once at the pause, and a late response never shows', async (t) => {
    const { page } = await visit(t)
    const asked: string[] = []
    const late = Promise.withResolvers<void>()
    await page.route('**/api/v1/search?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? ''
      asked.push(q)
      if (q === 'free') await late.promise
      await route.continue().catch(() => {}) // the page gave it up
    })
    await page.goto(`${getStage().url}/leaderboards`)
    const field = page.locator('.top-bar input[name=q]')
    await field.fill('free')
    await page.waitForRequest(/q=free/)
    await field.fill('left')
    await page.getByRole('option').first().waitFor()
    late.resolve()
    await field.press('ArrowDown')
    assert.match(await page.getByRole('option', { selected: true }).innerText(), /^Left Sock/)
    assert.deepEqual(asked, ['free', 'left'])
  })
})
