import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { seedScore } from '../world/seed.ts'
import { type WebhookOptions, emit, startWebhooks } from '../world/webhooks.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { openBrowser } from './browser.ts'
import { holdResponses } from './hold-responses.ts'
import { measureWidth, narrow, visitWith } from './visiting.ts'

void describe('the developers’ page in a browser', () => {
  let browser: Browser
  before(async () => void (browser = await openBrowser()))
  after(() => browser.close())

  /** The service with a key, a receiver of its deliveries, and a browser with the service's time. */
  async function start(t: TestContext, options: WebhookOptions = {}, look: BrowserContextOptions = {}) {
    const world = await startWebhooks(t, options)
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo // it listens on a port
    const visitor = await visitWith(browser, t, look)
    await visitor.page.clock.install({ time: world.clock.now() })
    const key = world.holder.authorization.slice('Bearer '.length)
    return { ...world, ...visitor, key, url: `http://127.0.0.1:${port}/developer` }
  }

  test('a pasted key shows its limits, usage and scores, and is kept nowhere', async (t) => {
    const { page, faults, url, key, deps } = await start(t)
    const [holder] = await deps.db.selectFrom('api_keys').select('root_id').execute()
    const id = await seedScore(deps, { creatorAddress: `0xa11ce${'0'.repeat(34)}1`, name: '<b>Mine</b> שלום' })
    await deps.db
      .updateTable('scores')
      .set({ owner_id: holder?.root_id ?? null })
      .where('id', '=', id)
      .execute()
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await open(page, url, key)
    await page.getByRole('link', { name: '<b>Mine</b> שלום' }).waitFor()
    const text = await page.locator('main').innerText()
    for (const words of ['Enterprise', key.slice(0, 17), 'of 6,000 left', 'of 200,000 left', 'Last 30 days'])
      assert.ok(text.includes(words), words)
    await page.getByLabel('Confidence').selectOption('Preliminary')
    await page.getByText('No scores here').waitFor()
    const kept = await page.evaluate<string>(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
      window.name, document.documentElement.outerHTML])`)
    assert.ok(!kept.includes(key) && urls.every((one) => !one.includes(key)))
    assert.deepEqual(faults, [])
    await page.reload()
    assert.equal(await page.getByLabel('API key').inputValue(), '')
  })

  test('text that is no key is sent nowhere, and an unknown key is refused', async (t) => {
    const { page, url, key } = await start(t)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(url)
    const paste = async (text: string) => {
      await page.getByLabel('API key').fill(text)
      await page.getByRole('button', { name: 'Show my account' }).click()
    }
    await paste('not a key')
    await page.getByText('An API key starts with lsc_live_').waitFor()
    assert.ok(!urls.some((one) => one.includes('/v1/')))
    await paste(`lsc_live_${'A'.repeat(48)}`)
    await page.getByText('We couldn’t use this key').waitFor()
    await paste(key)
    await page.getByRole('button', { name: 'Forget the key' }).click()
    assert.equal(await page.getByLabel('API key').inputValue(), '')
  })

  test('a failed delivery is found, read, retried and delivered; the secret is rotated', async (t) => {
    const answer = { status: 404 }
    const react = () => answer.status
    const { page, faults, url, key, deps, subscribe, runDispatch, receiver } = await start(t, { react })
    const id = await subscribe()
    await emit(deps)
    await runDispatch()
    await open(page, url, key)
    const subscription = page.locator(`#${id}`)
    await subscription.getByText('Failing').waitFor()
    await subscription.getByRole('button', { name: 'Deliveries' }).click()
    await subscription.getByLabel('State').selectOption('Failed')
    await subscription.locator('summary', { hasText: 'score.created' }).click()
    await subscription.getByText(/HTTP 404 · http_4xx/).waitFor()
    await subscription.getByRole('button', { name: 'Payload' }).click()
    assert.match(await subscription.locator('pre').first().innerText(), /"aggregate": 71.25/)
    answer.status = 200
    await subscription.getByRole('button', { name: 'Retry now' }).click()
    await subscription.getByText('No deliveries here').waitFor()
    await runDispatch()
    await subscription.getByLabel('State').selectOption('Delivered')
    await subscription.getByText('2 attempts').waitFor()
    await subscription.getByRole('button', { name: 'Send test event' }).click()
    await subscription.getByText('Test event sent.').waitFor()
    await runDispatch()
    assert.equal(receiver.arrived.at(-1)?.event, 'webhook.test')
    await subscription.getByRole('button', { name: 'Rotate secret' }).click()
    const form = page.getByRole('form', { name: 'Rotate secret' })
    await form.getByRole('button', { name: 'Generate' }).click()
    assert.match(await form.getByLabel('New secret').inputValue(), /^whsec_.{44}$/)
    await form.getByRole('button', { name: 'Rotate secret' }).click()
    await form.getByText('The old one works until').waitFor()
    assert.deepEqual(faults, [])
  })

  test('scores: a late response to an earlier filter is ignored', async (t) => {
    const { page, url, key, deps } = await start(t)
    const [holder] = await deps.db.selectFrom('api_keys').select('root_id').execute()
    await seedScore(deps, { creatorAddress: `0xa11ce${'0'.repeat(34)}1`, name: 'Bad', points: 10 })
    await seedScore(deps, { creatorAddress: `0xa11ce${'0'.repeat(34)}1`, name: 'Good', points: 90 })
    await deps.db
      .updateTable('scores')
      .set({ owner_id: holder?.root_id ?? null })
      .execute()
    await open(page, url, key)
    await page.getByRole('link', { name: 'Bad' }).waitFor()
    const release = await holdResponses(page, /v1\/scores\?.*band=red/)
    await page.getByLabel('Band').selectOption('Red')
    await page.getByLabel('Band').selectOption('Green')
    await page.getByRole('link', { name: 'Bad' }).waitFor({ state: 'detached' })
    await release()
    assert.equal(await page.getByRole('link', { name: 'Good' }).count(), 1)
    assert.equal(await page.getByRole('link', { name: 'Bad' }).count(), 0)
  })

  test('deliveries: a late response to a filter or a retry is ignored', async (t) => {
    const { page, url, key, deps, subscribe, runDispatch } = await start(t, { react: () => 404 })
    const subscription = page.locator(`#${await subscribe()}`)
    await emit(deps)
    await runDispatch()
    await open(page, url, key)
    await subscription.getByRole('button', { name: 'Deliveries' }).click()
    const delivery = subscription.locator('summary', { hasText: 'score.created' })
    await delivery.click()
    const releaseRetry = await holdResponses(page, /\/retry$/)
    await subscription.getByRole('button', { name: 'Retry now' }).click()
    const releaseFilter = await holdResponses(page, /deliveries\?.*state=failed/)
    await subscription.getByLabel('State').selectOption('Failed')
    await subscription.getByLabel('State').selectOption('Delivered')
    await subscription.getByText('No deliveries here').waitFor()
    await releaseFilter()
    assert.equal(await delivery.count(), 0)
    const refreshed = page.waitForResponse(/deliveries\?/)
    await releaseRetry()
    assert.match((await refreshed).url(), /state=delivered/)
  })

  test('a subscription is created, changed, stopped, resumed, recovered and deleted', async (t) => {
    const { page, url, key, deps, runDispatch, receiver } = await start(t, { react: () => 404 })
    await open(page, url, key)
    await page.getByText('No subscriptions yet').waitFor()
    await page.getByText('Add an endpoint', { exact: true }).click()
    await page.getByLabel('Endpoint URL').fill('http://example.com/')
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('button', { name: 'Create subscription' }).click()
    await page
      .getByRole('alert')
      .getByText(/endpoint/)
      .waitFor()
    await page.getByLabel('Endpoint URL').fill(`${receiver.url}/new`)
    await page.getByRole('button', { name: 'Create subscription' }).click()
    const item = page.locator('li[id^=sub_]')
    await item.waitFor()
    await item.getByRole('button', { name: 'Edit' }).click()
    await item.getByLabel('Description').fill('Mine <i>alone</i>')
    await item.getByRole('button', { name: 'Save changes' }).click()
    await item.getByText('Mine <i>alone</i>').first().waitFor()
    await item.getByRole('button', { name: 'Edit' }).click()
    await emit(deps)
    await runDispatch()
    await item.getByRole('button', { name: 'Stop' }).click()
    await item.getByText('You stopped this subscription.').waitFor()
    await item.getByRole('button', { name: 'Resume' }).click()
    await item.getByText('Subscription resumed.').waitFor()
    await item.getByRole('button', { name: 'Deliveries' }).click()
    await item.getByRole('button', { name: 'Recover' }).click()
    await item.getByText('1 delivery queued again.').waitFor()
    await item.getByRole('button', { name: 'Delete' }).click()
    await item.getByRole('button', { name: 'Yes, delete it' }).click()
    await page.getByText('No subscriptions yet').waitFor()
  })

  test('the form of a new subscription is empty after it is created', async (t) => {
    const { page, url, key, receiver } = await start(t)
    await open(page, url, key)
    await page.getByText('Add an endpoint', { exact: true }).click()
    const fields = ['Endpoint URL', 'Signing secret', 'Description'].map((label) => page.getByLabel(label))
    await page.getByLabel('Endpoint URL').fill(`${receiver.url}/new`)
    await page.getByLabel('Description').fill('Only one')
    await page.getByRole('button', { name: 'Generate' }).click()
    const create = page.getByRole('button', { name: 'Create subscription' })
    await create.click()
    await page.getByText('Subscription created.').waitFor()
    await create.click()
    assert.deepEqual(await Promise.all(fields.map((field) => field.inputValue())), ['', '', ''])
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await page.locator('button:enabled', { hasText: 'Refresh' }).waitFor()
    assert.equal(await page.locator('li[id^=sub_]').count(), 1)
  })

  test('without JavaScript the page says so and its form sends nothing', async (t) => {
    const { page, url } = await start(t, {}, { javaScriptEnabled: false })
    await page.goto(url)
    assert.match(await page.locator('main').innerText(), /This page needs JavaScript/)
    assert.ok(await page.getByRole('button', { name: 'Show my account' }).isDisabled())
    assert.equal(await page.getByLabel('API key').getAttribute('name'), null)
    const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Developers' })
    assert.equal(await footer.getAttribute('href'), '/developer')
  })

  for (const [width, options] of [
    ['at 1280 px', {}],
    ['at 360 px', narrow],
  ] as const)
    test(`axe finds no issue on the developers’ page, ${width}`, async (t) => {
      const { page, url, key, deps, subscribe, runDispatch } = await start(t, { react: () => 500 }, options)
      const id = await subscribe({ description: `${'long '.repeat(30)}左袜 🧦` })
      await emit(deps)
      await runDispatch()
      await page.goto(url)
      assert.deepEqual(await axeFindingsWithTargets(page), [])
      await open(page, url, key)
      const subscription = page.locator(`#${id}`)
      await subscription.getByRole('button', { name: 'Deliveries' }).click()
      await subscription.locator('summary', { hasText: 'score.created' }).click()
      await subscription.getByRole('button', { name: 'Payload' }).click()
      await subscription.locator('pre').first().waitFor()
      await page.getByText('Add an endpoint', { exact: true }).click()
      assert.deepEqual(await axeFindingsWithTargets(page), [])
      const width = page.viewportSize()?.width ?? 0
      assert.ok((await measureWidth(page)) <= width, `${await measureWidth(page)}`)
    })
})

async function open(page: Page, url: string, key: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Show my account' }).click()
  await page.getByRole('heading', { name: 'Your key' }).waitFor()
}
