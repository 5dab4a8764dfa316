import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { axeFindingsWithTargets } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { startStage } from './stage.ts'
import { narrow, measureWidth } from './visiting.ts'

interface Tables {
  /** Those that are not the first of their row, and those of them that show a name. */
  cells: number
  named: number
  /** By how much the widest table is wider than its place. */
  overflow: number
}

/** A program for the browser. */
const measureTables = `(() => {
  const cells = [...document.querySelectorAll('td + td')]
  const named = cells.filter((cell) => cell.dataset.head && getComputedStyle(cell, '::before').content !== 'none')
  const overflows = [...document.querySelectorAll('.scroll')].map((box) => box.scrollWidth - box.clientWidth)
  return { cells: cells.length, named: named.length, overflow: Math.max(...overflows) }
})()`

void describe('the documentation in a browser', () => {
  const { getStage, visit } = openForSuite(startStage)
  const paths = ['/docs', '/docs?q=signature', '/docs/quickstart', '/docs/webhooks', '/docs/api#rate_limit']

  test('axe finds no issue in either theme, and no page overflows a narrow screen', async (t) => {
    const { page, faults } = await visit(t)
    for (const path of paths) {
      await page.goto(getStage().url + path)
      assert.deepEqual(await axeFindingsWithTargets(page), [], path)
    }
    const small = await visit(t, narrow)
    for (const path of paths) {
      await small.page.goto(getStage().url + path)
      assert.ok((await measureWidth(small.page)) <= 360, path)
    }
    assert.deepEqual([...faults, ...small.faults], [])
  })

  test('on a narrow screen the column names each cell of a table, and no table scrolls', async (t) => {
    const { page, faults } = await visit(t, narrow)
    for (const path of ['/docs/launches', '/docs/run', '/docs/advanced-operation', '/docs/security']) {
      await page.goto(getStage().url + path)
      const measured = await page.evaluate<Tables>(measureTables)
      assert.ok(measured.cells > 10)
      assert.deepEqual([measured.named, measured.overflow], [measured.cells, 0], path)
      assert.deepEqual(await axeFindingsWithTargets(page), [], path)
    }
    assert.deepEqual(faults, [])
  })

  test('numeric columns are aligned to the right, and the policy blocks no style', async (t) => {
    const { page, faults } = await visit(t)
    for (const [slug, column] of [
      ['api', 'scores'],
      ['api', 'a minute'],
      ['scoring', 'weight'],
    ]) {
      await page.goto(`${getStage().url}/docs/${slug}`)
      const aligned = await page.evaluate<string[]>(
        `[...document.querySelectorAll('td[data-head="${column}"]')].map((cell) => getComputedStyle(cell).textAlign)`,
      )
      assert.ok(aligned.length > 3)
      assert.deepEqual(new Set(aligned), new Set(['right']), column)
    }
    assert.deepEqual(faults, [])
  })

  test('code is copied whole, and a heading’s link is its address', async (t) => {
    const { context, page } = await visit(t)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${getStage().url}/docs/quickstart`)
    const sample = page.locator('.sample').first()
    await sample.getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(copied, await sample.locator('pre').textContent())
    await page.getByRole('link', { name: 'Handle errors' }).first().click()
    assert.match(page.url(), /\/docs\/quickstart#handle-errors$/)
  })
})
