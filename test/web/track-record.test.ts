import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startFollowed } from '../followed.ts'
import { createScope } from '../hostile/scope.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { measureWidth, narrow } from './visiting.ts'

async function startRecord() {
  const scope = createScope()
  const { app } = await startFollowed(scope, 40, 3)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: scope.close }
}

void describe('the track record in a browser', () => {
  const { getStage, visit } = openForSuite(startRecord)

  for (const [name, options] of [
    ['1280 px', {}],
    ['360 px', narrow],
  ] as const)
    test(`at ${name} the record is whole without JavaScript, nothing is wider than the screen, axe finds no issue`, async (t) => {
      const { page, faults } = await visit(t, { ...options, javaScriptEnabled: false })
      await page.goto(`${getStage().url}/track-record`)
      assert.match(await page.locator('.lead').innerText(), /^Of 66 launches scored, 66 were launched/)
      assert.equal(await page.locator('.survival .curve').count(), 3)
      assert.deepEqual(faults, [])
      const other = await visit(t, options)
      await other.page.goto(`${getStage().url}/track-record`)
      assert.equal(await measureWidth(other.page), other.page.viewportSize()?.width)
      assert.deepEqual(await axeFindingsWithTargets(other.page), [])
    })
})
