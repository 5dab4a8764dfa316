import assert from 'node:assert/strict'
import { type TestContext, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { leftSock } from '../../dev/world/samples.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { axeFindings } from './axe.ts'
import { fillForm } from './fill-form.ts'
import { installFakeWallet } from './fake-wallet.ts'
import { ada } from './launching.ts'
import { openForSuite } from './open-for-suite.ts'
import { startStage } from './stage.ts'
import { measureWidth, narrow } from './visiting.ts'

const toId = (page: Page): string => /score\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''

async function publish(page: Page): Promise<string> {
  const draftId = toId(page)
  await page.getByRole('button', { name: 'Publish this score' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/score/') && !url.pathname.includes(draftId))
  return toId(page)
}

void describe('drafts', () => {
  const { getStage, visit } = openForSuite(startStage)

  const visitForm = async (t: TestContext) => {
    const visitor = await visit(t)
    await visitor.page.goto(getStage().url)
    await visitor.page.locator('[data-live=true]').waitFor()
    return visitor
  }

  async function fill(page: Page, over: Record<string, string> = {}): Promise<void> {
    await fillForm(page, { ...getStage().world.toSubmission(leftSock), ...over })
  }

  const read = async (id: string) => (await (await fetch(`${getStage().url}/v1/score/${id}`)).json()) as ScoreResult

  test('the choice of a draft is sent, its page says so, and one click publishes it', async (t) => {
    const { page, faults } = await visitForm(t)
    await fill(page, { name: 'Drafted Sock' })
    await page.getByLabel('Draft: not public').check()
    await page.getByRole('button', { name: 'Score the draft' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    const draft = await read(toId(page))
    assert.equal(draft.draft, true)
    await page.getByText('Only people with this link see it.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const published = await read(await publish(page))
    assert.equal('draft' in published, false)
    assert.deepEqual([published.aggregate, published.submission], [draft.aggregate, draft.submission])
    await page.goto(`${getStage().url}/score/${draft.id}`)
    assert.equal(await publish(page), published.id)
    assert.deepEqual(faults, [])
  })

  test('a draft that its creator signed is published with the signature in the same tab', async (t) => {
    const { page } = await visit(t)
    await installFakeWallet(page, { accounts: [ada] })
    await page.goto(getStage().url)
    await page.locator('[data-live=true]').waitFor()
    await fill(page, { name: 'Signed Sock', creatorAddress: ada.address })
    await page
      .getByRole('button', { name: /Connect / })
      .first()
      .click()
    await page.getByLabel('Draft: not public').check()
    await page.getByRole('button', { name: 'Sign as this wallet' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    const draft = await read(toId(page))
    assert.deepEqual([draft.draft, draft.creatorProof], [true, 'signature'])
    const published = await read(await publish(page))
    assert.deepEqual([published.creatorProof, published.aggregate], ['signature', draft.aggregate])
  })

  test('the page of a draft fits 360 px, in each language', async (t) => {
    const body = JSON.stringify({ ...getStage().world.toSubmission(leftSock), draft: true })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${getStage().url}/v1/score`, { method: 'POST', headers, body })
    const { id } = (await response.json()) as ScoreResult
    const { page } = await visit(t, narrow)
    for (const language of ['en', 'es', 'zh'])
      for (const address of [`/score/${id}`, '/']) {
        await page.goto(`${getStage().url}${address}?lang=${language}`)
        const width = await measureWidth(page)
        assert.ok(width <= 360, `${width} at ${address} in ${language}`)
      }
  })
})
