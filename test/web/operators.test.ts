import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { adminToken } from '../world/notifying.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { holdResponses, waitForPaint } from './hold-responses.ts'
import { openForSuite } from './open-for-suite.ts'
import { startListedStage } from './listed-stage.ts'
import { measureWidth, narrow } from './visiting.ts'

void describe('the operators’ page in a browser', () => {
  const { getStage, visit } = openForSuite(startListedStage)

  async function openDashboard(page: Page): Promise<void> {
    await page.goto(`${getStage().url}/admin`)
    await signIn(page, adminToken)
    await page.getByRole('heading', { name: 'Queues' }).waitFor()
  }

  test('the page keeps its token out of storage, URLs and markup', async (t) => {
    const { page, faults } = await visit(t)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await openDashboard(page)
    await page.getByText('Newest').waitFor()
    const text = await page.locator('main').innerText()
    for (const words of [
      'Last 24 hours',
      'A pro customer',
      'Recent scores',
      'Token risk',
      'Attester',
      'Not configured',
    ])
      assert.ok(text.includes(words), words)
    const kept = await page.evaluate<string>(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
      window.name, document.documentElement.outerHTML])`)
    assert.ok(!kept.includes(adminToken))
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), [])
    assert.ok(urls.every((url) => !url.includes(adminToken)))
    assert.deepEqual(faults, [])
    await page.reload()
    await page.getByLabel('Admin token').waitFor()
    assert.equal(await page.getByLabel('Admin token').inputValue(), '')
  })

  test('a token is kept for the tab only if asked for, and until signing out', async (t) => {
    const { page, context } = await visit(t)
    await page.goto(`${getStage().url}/admin`)
    await page.getByLabel('Keep the token').check()
    await signIn(page, adminToken)
    await page.getByRole('heading', { name: 'Queues' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Queues' }).waitFor()
    const other = await context.newPage()
    await other.goto(`${getStage().url}/admin`)
    await other.getByLabel('Admin token').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.reload()
    await page.getByLabel('Admin token').waitFor()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
  })

  test('tiles tell the state of each part, and the incident that is open comes first', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const tiles = await page.locator('.status-tile').allInnerTexts()
    assert.deepEqual(
      tiles.map((tile) => tile.split('\n').slice(0, 2).join(': ')),
      ['Service: OK', 'Database: OK', 'Model: OK', 'Creator data: OK', 'Token risk: OK', 'Chain: Not configured'],
    )
    assert.match(await page.locator('.open-incidents').innerText(), /One open incident\s+Scores of tokens come late/)
    await page.getByRole('img', { name: /^Scores: \d+ in all/ }).waitFor()
  })

  test('figures refresh every 15 seconds until paused, and say how old they are', async (t) => {
    const { page } = await visit(t)
    await page.clock.install()
    let looks = 0
    page.on('request', (request) => void (request.url().endsWith('/v1/admin/status') && (looks += 1)))
    await openDashboard(page)
    assert.equal(looks, 1)
    await page.clock.fastForward(4000)
    await page.getByText('Updated 4 s ago').waitFor()
    await page.clock.fastForward(12_000)
    await page.waitForResponse('**/v1/admin/takedowns**')
    assert.ok(looks > 1)
    await page.getByText(/Updated \d+ s ago/).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    const taken = looks
    await page.clock.fastForward(60_000)
    await page.getByText(/Paused · Updated \d{2} s ago/).waitFor()
    assert.equal(looks, taken)
    const looked = page.waitForResponse('**/v1/admin/status')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.clock.fastForward(16_000)
    await looked
    assert.ok(looks > taken)
  })

  test('what is typed outlives a refresh', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    await page.getByLabel('Reason').fill('Half a sent')
    const looked = page.waitForResponse('**/v1/admin/takedowns**')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await looked
    assert.equal(await page.getByLabel('Reason').inputValue(), 'Half a sent')
  })

  test('an incident is opened, updated and resolved from the page; the public reads it', async (t) => {
    const { page, context, faults } = await visit(t)
    await openDashboard(page)
    await page.getByText('Open an incident').click()
    await page.getByLabel('Title').fill('Scores are late <b>today</b>')
    await page.getByLabel('What’s happening').fill('We look into it.')
    await page.getByLabel('Impact').selectOption('Major')
    await page.getByRole('button', { name: 'Publish incident' }).click()
    await page.getByText('2 open incidents').waitFor()
    const incident = page.locator('li[id^=incident-]', { hasText: 'Scores are late <b>today</b>' })
    await incident.getByLabel(/Update on/).fill('A provider is slow.')
    await incident.getByRole('button', { name: 'Post update' }).click()
    await incident.getByText('A provider is slow.').waitFor()
    await incident.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page.getByText('One open incident').waitFor()
    assert.match(await incident.innerText(), /Resolved\.\s+Resolved · .* · admin/)
    const reader = await context.newPage()
    await reader.goto(`${getStage().url}/transparency`)
    await reader.getByText('Scores are late <b>today</b>').waitFor()
    assert.deepEqual(faults, [])
  })

  test('an unresolved incident comes before 60 newer ones that are resolved', async (t) => {
    const { db } = getStage()
    const newer = Array.from({ length: 60 }, (_, index) => {
      const at = new Date(Date.parse('2027-01-01T00:00:00Z') + index * 60_000)
      return { id: randomUUID(), title: `Resolved ${index}`, impact: 'minor' as const, opened_at: at, resolved_at: at }
    })
    await db.insertInto('incidents').values(newer).execute()
    t.after(() => db.deleteFrom('incidents').where('title', 'like', 'Resolved %').execute())
    const { page } = await visit(t)
    await openDashboard(page)
    await page.getByRole('link', { name: 'Scores of tokens come late' }).click()
    const titles = await page.locator('li[id^=incident-] h3').allInnerTexts()
    assert.equal(titles.length, 11)
    assert.deepEqual(titles.slice(0, 2), ['Scores of tokens come late', 'Resolved 59'])
  })

  test('a score is taken down and shown again, and its page says why', async (t) => {
    const { page, context } = await visit(t)
    await openDashboard(page)
    const link = page.locator('[aria-labelledby=scores]').getByRole('link', { name: 'Newest' })
    const url = (await link.getAttribute('href')) ?? ''
    await page.getByLabel('Score or creator').fill('nothing of the kind')
    await page.getByLabel('Reason').fill('Impersonates Left Sock.')
    await page.getByRole('button', { name: 'Take down' }).click()
    await page.getByRole('alert').getByText('Enter a score’s id or link').waitFor()
    await page.getByLabel('Score or creator').fill(`${getStage().url}${url}`)
    await page.getByRole('button', { name: 'Take down' }).press('Enter')
    await page.getByRole('alert').getByText('This deletes the picture. It can’t be restored.').waitFor()
    assert.equal((await fetch(getStage().url + url)).status, 200)
    const confirm = page.getByRole('button', { name: 'Take down and delete the picture' })
    await confirm.press('Enter')
    await page.getByText('It’s taken down.').waitFor()
    await page.locator('button:focus', { hasText: 'Take down' }).waitFor()
    const reader = await context.newPage()
    const hidden = await reader.goto(`${getStage().url}${url}`)
    assert.equal(hidden?.status(), 451)
    assert.match(await reader.locator('main').innerText(), /Impersonates Left Sock/)
    const log = page.getByRole('table', { name: 'Take-downs' })
    await log.getByText('Taken down').waitFor()
    await page.getByRole('button', { name: 'Show again' }).click()
    await page.getByText('It’s shown again.').waitFor()
    assert.equal((await reader.goto(`${getStage().url}${url}`))?.status(), 200)
    const width = `document.querySelector('.ticket img, main img').naturalWidth`
    assert.ok((await reader.evaluate<number>(width)) > 0, 'a drawing stands for the deleted picture')
  })

  test('a launch is approved for announcements, and the page says by whom', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const pane = page.locator('[aria-labelledby=announcements]')
    await pane.getByLabel('Launch').fill('nothing of the kind')
    await pane.getByRole('button', { name: 'Approve' }).click()
    await pane.getByRole('alert').getByText('Enter the id or link').waitFor()
    const link = page.locator('[aria-labelledby=enrollments] tbody a[href^="/launch/"]').first()
    await pane.getByLabel('Launch').fill((await link.getAttribute('href')) ?? '')
    await pane.getByRole('button', { name: 'Approve' }).press('Enter')
    await pane.getByText(/^Approved by \w+, /).waitFor()
  })

  test('scores are filtered on the server, and older ones appended', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const pane = page.locator('[aria-labelledby=scores]')
    const rows = pane.locator('tbody tr')
    await rows.nth(9).waitFor()
    assert.equal(await rows.count(), 10)
    await pane.getByRole('button', { name: 'Load more scores' }).click()
    await rows.nth(19).waitFor()
    assert.equal(new Set(await rows.locator('td:first-child a').evaluateAll(hrefs)).size, 20)
    await pane.getByLabel('Band').selectOption('Red')
    await pane.getByRole('button', { name: 'Filter' }).click()
    await pane.locator('.chip.green').first().waitFor({ state: 'detached' })
    await pane.locator('tbody .chip').first().waitFor()
    const bands = await pane.locator('tbody .chip').allInnerTexts()
    // a critical warning stands in the place of a band
    assert.ok(bands.length > 0 && bands.every((band) => /^(Red$|Warning:)/.test(band)), bands.join())
  })

  test('a late response to an earlier filter is ignored', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const pane = page.locator('[aria-labelledby=scores]')
    const release = await holdResponses(page, /admin\/scores\?.*band=red/)
    for (const band of ['Red', 'Green']) {
      await pane.getByLabel('Band').selectOption(band)
      await pane.getByRole('button', { name: 'Filter' }).click()
    }
    const other = pane.locator('tbody .chip.amber, tbody .chip.red')
    await other.first().waitFor({ state: 'detached' })
    await release()
    assert.ok((await pane.locator('tbody .chip.green').count()) > 0)
    assert.equal(await other.count(), 0)
  })

  test('a refresh leaves the scores that were appended meanwhile', async (t) => {
    const { page } = await visit(t)
    await page.route('**/v1/admin/status', async (route) => {
      const json = { ...((await (await route.fetch()).json()) as object), asOf: new Date().toISOString() }
      await route.fulfill({ json })
    })
    await openDashboard(page)
    const pane = page.locator('[aria-labelledby=scores]')
    const rows = pane.locator('tbody tr')
    await rows.nth(9).waitFor()
    const refresh = async () => {
      const looked = page.waitForResponse('**/v1/admin/takedowns**')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await looked
      await page.locator('button:enabled', { hasText: 'Refresh' }).waitFor()
      await waitForPaint(page)
    }
    const release = await holdResponses(page, /admin\/scores\?.*cursor=/)
    await pane.getByRole('button', { name: 'Load more scores' }).click()
    await page.route(/admin\/scores\?limit=10$/, async (route) => {
      await page.waitForResponse(/admin\/scores\?.*cursor=/)
      await route.continue()
    })
    await refresh()
    await release()
    await refresh()
    assert.equal(await rows.count(), 20)
  })

  test('keys are found by their customer', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const rows = page.getByRole('table', { name: 'API keys' }).locator('tbody tr')
    assert.equal(await rows.count(), 3)
    await page.getByLabel('Find a key').fill('a PRO cust')
    assert.equal(await rows.count(), 1)
  })

  test('a wrong token is refused, and after signing out nothing is left', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${getStage().url}/admin`)
    await signIn(page, 'nothing-that-is-good')
    await page.getByText('Wrong token').waitFor()
    await page.locator('button:focus', { hasText: 'Sign in' }).waitFor()
    await signIn(page, 'kein gültiges')
    await page.getByText('A token has no spaces').waitFor()
    await signIn(page, adminToken)
    await page.getByRole('button', { name: 'Sign out' }).click()
    assert.equal(await page.getByLabel('Admin token').inputValue(), '')
    assert.equal(await page.getByText('A pro customer').count(), 0)
  })

  test('the page says when no admin token is configured', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${getStage().emptyUrl}/admin`)
    await signIn(page, adminToken)
    await page.getByText('No admin token is configured').waitFor()
  })

  test('a lost connection is shown above the old figures until a refresh succeeds', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    await page.route('**/v1/admin/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Connection lost').waitFor()
    assert.equal(await page.getByText('A pro customer').count(), 1)
    await page.unroute('**/v1/admin/**')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Connection lost').waitFor({ state: 'detached' })
  })

  test('a part of the page that fails leaves the others', async (t) => {
    const { page } = await visit(t)
    await page.route('**/v1/admin/hours', (route) => route.fulfill({ status: 500, json: {} }))
    await openDashboard(page)
    await page.getByText('We couldn’t load this part').waitFor()
    assert.equal(await page.getByText('A pro customer').count(), 1)
  })

  test('a part whose refresh fails keeps its figures and the text that is typed', async (t) => {
    const { page } = await visit(t)
    await openDashboard(page)
    const update = page.getByLabel('Update on “Scores of tokens come late”')
    await update.fill('The provider is')
    const pane = page.locator('[aria-labelledby=incidents]')
    await page.route('**/v1/admin/incidents**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await pane.getByText('We couldn’t refresh this part').waitFor()
    assert.equal(await update.inputValue(), 'The provider is')
    await page.unroute('**/v1/admin/incidents**')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await pane.getByText('We couldn’t refresh this part').waitFor({ state: 'detached' })
    assert.equal(await update.inputValue(), 'The provider is')
  })

  test('without JavaScript the page says so and its form sends nothing', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(`${getStage().url}/admin`)
    assert.match(await page.locator('main').innerText(), /This page needs JavaScript/)
    assert.ok(await page.getByRole('button', { name: 'Sign in' }).isDisabled())
    assert.equal(await page.getByLabel('Admin token').getAttribute('name'), null)
  })

  for (const [width, options] of [
    ['at 1280 px', {}],
    ['at 360 px', narrow],
  ] as const)
    test(`axe finds no issue on the operators’ page, ${width}`, async (t) => {
      const { page } = await visit(t, options)
      await page.goto(`${getStage().url}/admin`)
      assert.deepEqual(await axeFindingsWithTargets(page), [])
      await openDashboard(page)
      await page.getByText('Newest').waitFor()
      await page.getByText('Open an incident').click()
      assert.deepEqual(await axeFindingsWithTargets(page), [])
      const width = page.viewportSize()?.width ?? 0
      assert.ok((await measureWidth(page)) <= width, `${await measureWidth(page)}`)
    })
})

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** In the page, which has them. */
const hrefs = (links: { getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('href'))
