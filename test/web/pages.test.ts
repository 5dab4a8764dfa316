import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { leftSock } from '../../dev/world/samples.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { fillForm } from './fill-form.ts'
import { openForSuite } from './open-for-suite.ts'
import { startStage } from './stage.ts'
import { narrow } from './visiting.ts'

/** A wallet that only reads, by the node that it is given. */
async function giveWallet(page: Page, rpcUrl: string): Promise<void> {
  await page.exposeFunction('askNode', async (call: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await response.json()) as { result: unknown }).result
  })
  await page.addInitScript(`addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { provider: { request: askNode } } })))`)
}

void describe('the pages in a browser', () => {
  const { getStage, visit } = openForSuite(startStage)

  async function fill(page: Page, over: Record<string, string> = {}): Promise<void> {
    const values = { ...getStage().world.toSubmission(leftSock), ...over }
    await fillForm(page, values)
  }

  test('the API reference copies an example whole, and axe finds no issue', async (t) => {
    const { context, page } = await visit(t)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${getStage().url}/api/v1/docs`)
    const example = page.locator('#createScore details').first()
    await example.locator('summary').click()
    await example.getByRole('button', { name: 'Copy' }).click()
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^curl -s -X POST '.*\}'$/s)
    const upload = page.locator('#uploadImage')
    assert.match((await upload.locator('pre').first().textContent()) ?? '', /-F 'image=@image\.png'/)
    assert.match((await upload.textContent()) ?? '', /Body.*A PNG, JPEG, WebP or GIF image of at most 5 MiB/s)
    assert.deepEqual(await axeFindingsWithTargets(page), [])
  })

  test('submitting the form scores the launch and opens its page', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(getStage().url)
    await fill(page, { name: 'Right Sock' })
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Right Sock\n$SOCK')
    await page.getByText('re-added in your browser').waitFor()
    assert.deepEqual(faults, [])
  })

  test('the name and social signals are previewed while typing', async (t) => {
    const { page } = await visit(t)
    await page.goto(getStage().url)
    await fill(page, { name: 'MOON_1000X_GEM', xHandle: '@gem1000x99201' })
    const shown = await page.locator('.preview output').filter({ hasNotText: '–' }).allInnerTexts()
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\//)
    const id = /score\/([\da-f-]{36})/.exec(page.url())?.[1]
    const { signals } = (await (await fetch(`${getStage().url}/v1/score/${id}`)).json()) as ScoreResult
    assert.deepEqual(shown.map(Number), [signals['name']?.score, signals['social']?.score])
  })

  test('a field error is shown beside its field before and after sending', async (t) => {
    const { page } = await visit(t)
    await page.goto(getStage().url)
    await page.getByRole('button', { name: 'Score it' }).click()
    assert.equal(await page.locator('[aria-invalid]').count(), 4)
    await page.locator('[name=name]:focus').waitFor()
    await fill(page, { imageUrl: 'https://10.0.0.1/logo.png' })
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByText('Must point to a public address.').waitFor()
    await page.locator('[name=imageUrl]:focus').waitFor()
    assert.equal(await page.locator('[aria-invalid]').count(), 1)
  })

  test('a score is verified in the browser without a wallet', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${getStage().url}/score/${getStage().ids.risky}`)
    await page.getByRole('button', { name: 'Verify in your browser' }).press('Enter')
    await page.getByText('The score checks out.').waitFor()
    await page.locator('button:focus', { hasText: 'Verify in your browser' }).waitFor()
    assert.match(
      await page.locator('.checks').innerText(),
      /✓[\s\S]*Score adds up[\s\S]*Name re-computed[\s\S]*Social re-computed/,
    )
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')), // it asks whether there is an attestation
      [],
    )
  })

  test('a score is verified against the chain through the reader’s wallet', async (t) => {
    const rpcUrl = getStage().world.environment['CHAIN_RPC_URL']
    if (!getStage().world.isChainStandIn || !rpcUrl) return t.skip('there is no local chain on this machine')
    const { page, faults } = await visit(t)
    await giveWallet(page, rpcUrl)
    await page.goto(`${getStage().url}/score/${getStage().ids.good}`)
    await page.getByRole('button', { name: 'Verify in your browser' }).click()
    await page.getByText('Verified: this is the record that was attested.').waitFor()
    const checks = await page.locator('.checks').innerText()
    assert.match(checks, /✓[^✓✕–]*Digest matches\s+0x[\da-f]{64}/)
    assert.doesNotMatch(checks, /✕/)
    assert.deepEqual(faults, [])
  })

  test('without a wallet an attested score is not shown as verified', async (t) => {
    if (!getStage().world.isChainStandIn) return t.skip('there is no local chain on this machine')
    const { page } = await visit(t)
    await page.goto(`${getStage().url}/score/${getStage().ids.good}`)
    await page.getByRole('button', { name: 'Verify in your browser' }).click()
    await page.getByText('The chain itself wasn’t checked.').waitFor()
    assert.match(
      await page.locator('.checks').innerText(),
      /✓[\s\S]*Record matches[\s\S]*–[^✓✕]*Recorded on-chain\s+this browser has no wallet/,
    )
  })

  test('the form shows progress, reports a failure and allows a retry', async (t) => {
    const { page } = await visit(t)
    const error = { code: 'upstream', message: 'The chain-data provider took too long. Nothing was stored; try again.' }
    const { promise: responded, resolve: response } = Promise.withResolvers<void>()
    await page.route('**/v1/score', async (route) => {
      await responded
      await route.fulfill({ status: 502, headers: { 'retry-after': '30' }, json: { error } })
    })
    await page.goto(getStage().url)
    await fill(page)
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByRole('status').getByText('Scoring your launch').waitFor()
    response()
    await page.getByRole('alert').getByText(`${error.message} Try again in 30 seconds.`).waitFor()
    await page.unroute('**/v1/score')
    const used = { code: 'rate_limit', message: 'The day’s scores are used up. Try again after midnight UTC.' }
    await page.route('**/v1/score', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '40000' }, json: { error: used } }),
    )
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByRole('alert').getByText(used.message, { exact: true }).waitFor()
    await page.unroute('**/v1/score')
    await page.route('**/v1/score', (route) => route.abort())
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByRole('alert').getByText('We couldn’t reach the service.').waitFor()
    assert.equal(await page.inputValue('form [name=name]'), 'Left Sock')
  })

  test('the embed dialog opens, and Escape closes it', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${getStage().url}/score/${getStage().ids.hostile}`)
    await page.getByRole('button', { name: 'Embed', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('Escape closes the phone’s menu, and so does the focus when it leaves', async (t) => {
    const { page, faults } = await visit(t, narrow)
    await page.goto(`${getStage().url}/transparency`, { waitUntil: 'networkidle' })
    const button = page.locator('.top-bar summary')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const isFocused = () => button.evaluate((one) => one.matches(':focus'))
    await button.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await menu.waitFor()
    assert.equal(await isFocused(), false, 'it is on a link')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    assert.equal(await isFocused(), true)
    await page.keyboard.press('Enter')
    await menu.getByRole('link').last().focus()
    assert.ok(await menu.isVisible())
    await page.keyboard.press('Tab')
    await menu.waitFor({ state: 'hidden' })
    await button.click()
    await page.keyboard.press('Shift+Tab')
    await menu.waitFor({ state: 'hidden' })
    await button.click()
    await menu.getByRole('link', { name: 'Calendar' }).click()
    await page.waitForURL(/\/launches$/)
    assert.deepEqual(faults, [])
  })

  test('without JavaScript the score page is complete', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(`${getStage().url}/score/${getStage().ids.risky}`)
    const text = await page.locator('main').innerText()
    for (const words of ['Free Lunch', 'Why it scored', 'can’t sell', 'Powered by GoPlus', 'Not investment advice'])
      assert.ok(text.includes(words), words)
    assert.equal(await page.locator('button[data-copy]:visible').count(), 0)
  })
})
