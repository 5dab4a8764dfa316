import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TrackRecord } from '../../contract/schemas/track-record.ts'
import { startFollowed } from '../world/outcomes.ts'
import { createScope } from '../hostile/scope.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { measureWidth, narrow } from './visiting.ts'

async function startRecord() {
  const scope = createScope()
  const { app, launches } = await startFollowed(scope, 40, 3)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, launches, close: scope.close }
}

void describe('the track record in a browser', () => {
  const { getStage, visit } = openForSuite(startRecord)

  for (const [name, options] of [
    ['1280 px', {}],
    ['360 px', narrow],
  ] as const)
    test(`at ${name} the record works without JavaScript, fits the screen, and passes axe`, async (t) => {
      const { page, faults } = await visit(t, { ...options, javaScriptEnabled: false })
      await page.goto(`${getStage().url}/track-record`)
      assert.match(await page.locator('main header').innerText(), /66 launches are too few to prove anything\.$/)
      assert.equal(await page.locator('.squares a').count(), 66)
      await page.getByText('All figures, and how to check them').click()
      assert.equal(await page.locator('.survival .curve').count(), 3)
      assert.deepEqual(faults, [])
      const other = await visit(t, options)
      await other.page.goto(`${getStage().url}/track-record`)
      assert.equal(await measureWidth(other.page), other.page.viewportSize()?.width)
      assert.deepEqual(await axeFindingsWithTargets(other.page), [])
    })
  test('every launch is listed once over the pages, the newest first', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(`${getStage().url}/track-record`)
    const names: string[] = []
    for (;;) {
      names.push(...(await page.locator('#launches .recorded a').allInnerTexts()))
      const older = page.getByRole('link', { name: 'Older launches' })
      if ((await older.count()) === 0) break
      await older.click()
    }
    assert.deepEqual([names.length, new Set(names).size], [66, 66])
    await page.getByRole('link', { name: 'Newest launches' }).click()
    assert.deepEqual(await page.locator('#launches .recorded a').allInnerTexts(), names.slice(0, 25))
  })

  test('filters of band and outcome list the launches that the figures count', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    const { url } = getStage()
    const { bands, outcomes } = (await (await fetch(`${url}/api/v1/track-record`)).json()) as TrackRecord
    await page.goto(`${url}/track-record`)
    const count = () => page.locator('#launches .recorded li').count()
    await page.getByRole('navigation', { name: 'Outcome after 30 days' }).getByText('Dead').click()
    assert.equal(await count(), outcomes.dead)
    await page.getByRole('navigation', { name: 'Outcome after 30 days' }).getByText('Rugged').click()
    await page.getByRole('navigation', { name: 'Band' }).getByText('Green').click()
    assert.match(page.url(), /\?band=green&outcome=rugged#launches$/)
    assert.equal(await count(), bands.find(({ band }) => band === 'green')?.rugged)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.locator('#launches .recorded li').nth(24).waitFor()
    assert.equal(await count(), 25)
  })

  test('a launch has a square for each time at which it was decided', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(`${getStage().url}/track-record?horizon=90d&outcome=open`)
    const rows = page.locator('#launches .recorded li')
    assert.equal(await rows.first().locator('.horizons .square').count(), 3)
    assert.match(
      (await rows.first().locator('.horizons .square').first().getAttribute('aria-label')) ?? '',
      /^24 hours: /,
    )
  })

  test('an unknown filter is refused with a link to the page without it', async () => {
    const response = await fetch(`${getStage().url}/track-record?outcome=great`)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /href="\/track-record"/)
  })

  for (const [name, options] of [
    ['1280 px', { colorScheme: 'dark' }],
    ['360 px', narrow],
  ] as const)
    test(`at ${name} a creator’s profile shows what became of the launches`, async (t) => {
      const { page, faults } = await visit(t, options)
      const { url, launches } = getStage()
      const launch = launches.find(({ series }) => series === 'rugged-removed')
      await page.goto(`${url}/creator/${launch?.score.submission.creatorAddress}`)
      const text = await page.locator('#outcomes').innerText()
      assert.match(text, /1 launched, 1 traded for 30 days: 0 alive, 1 dead or rugged, 0 unknown\./)
      assert.equal(await measureWidth(page), page.viewportSize()?.width)
      assert.deepEqual(await axeFindingsWithTargets(page), [])
      await page.locator('#outcomes .recorded a').click()
      await page.getByText('98% of the liquidity was taken out').first().waitFor()
      assert.deepEqual(faults, [])
    })
})
