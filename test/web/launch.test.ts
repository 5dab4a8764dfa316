import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { LaunchSummary } from '../../contract/schemas/launch.ts'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { type FakeWallet, installFakeWallet } from './fake-wallet.ts'
import { type Launches, ada, bob, seedLaunches } from './launching.ts'
import { type Stage, startStage } from './stage.ts'
import { measureMinimum, narrow, measureShift, visitWith } from './visiting.ts'

const connect = (page: Page, name = 'Test Wallet') => page.getByRole('button', { name: `Connect ${name}` }).click()

void describe('enrolling and launching in a browser', () => {
  let stage: Stage
  let browser: Browser
  let ids: Launches
  before(async () => {
    ;[stage, browser] = await Promise.all([startStage(), openBrowser()])
    ids = await seedLaunches(stage)
  })
  after(() => Promise.all([browser.close(), stage.close()]))

  /** A page with these wallets; its faults are the test's. */
  async function visit(
    t: Parameters<typeof visitWith>[1],
    { wallets = [], ...options }: BrowserContextOptions & { wallets?: FakeWallet[] } = {},
  ) {
    const visitor = await visitWith(browser, t, { timezoneId: 'Asia/Tokyo', ...options })
    const calls: string[][] = []
    for (const wallet of wallets) calls.push((await installFakeWallet(visitor.page, wallet)).calls)
    return { ...visitor, calls }
  }

  test('a creator appeals on the page of the score, which then shows the appeal', async (t) => {
    const { page, faults } = await visit(t, { wallets: [{ accounts: [ada] }] })
    const { enrollment } = await formatSummary(ids.unscheduled)
    await page.goto(`${stage.url}/score/${enrollment.scoreRequestId}`)
    await page.getByRole('button', { name: 'Ask for a review' }).click()
    await page.locator('.wallet-gate:focus').waitFor()
    await connect(page)
    const reason = page.getByLabel('Why should we look again?')
    await reason.waitFor()
    const send = page.getByRole('button', { name: 'Sign and send' })
    await send.click()
    await page.getByText('Enter 1 to 1,000 characters.').waitFor()
    await reason.fill('The judge misread <b>the image</b>.')
    assert.deepEqual(await axeFindings(page), [])
    await send.click()
    await page.locator('#appeal blockquote').getByText('The judge misread <b>the image</b>.').waitFor()
    await page.locator('#appeal').getByText('Waiting for an answer').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(faults, [])
  })

  const formatSummary = async (id: string) =>
    (await (await fetch(`${stage.url}/v1/launch/${id}`)).json()) as LaunchSummary // as the contract says

  for (const [device, options] of [
    ['on a desktop', {}],
    ['on a phone', { ...narrow, isMobile: true, hasTouch: true }],
  ] as const)
    test(`a creator claims a launch, finishes its page and shares it, ${device}`, async (t) => {
      const { page, faults, calls } = await visit(t, { wallets: [{ accounts: [ada] }], ...options })
      const scoreId = device === 'on a phone' ? ids.toEnrollOnPhone : ids.toEnroll
      await page.goto(`${stage.url}/enroll/${scoreId}`)
      await connect(page)
      const sign = page.getByRole('button', { name: 'Sign and claim' })
      await sign.waitFor()
      const { y = Infinity, height = 0 } = (await sign.boundingBox()) ?? {}
      assert.ok(y + height <= (page.viewportSize()?.height ?? 0), 'the action is on the first screen')
      await sign.click()
      await page.waitForURL(/\/launch\/[\da-f-]{36}\?new$/)
      await page.getByRole('heading', { name: 'This launch is yours' }).waitFor()
      assert.equal(await page.locator('.step.done').count(), 2)
      await page.locator('.preview-side').waitFor()
      assert.deepEqual(await axeFindings(page), [])

      // the editor is open, and the wallet is still connected
      await page.fill('[name=tagline]', 'The other one')
      await page.locator('.preview-side').getByText('The other one').waitFor()
      await page.fill('[name=ctaLabel]', 'Find it')
      await page.fill('[name=ctaUrl]', 'https://rightsock.example/find')
      await page.locator('.preview-side').getByText('rightsock.example').waitFor()
      await page.getByRole('button', { name: 'Sign and save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      assert.equal(await page.locator('.step.done').count(), 3)
      assert.equal(await page.locator('.launch-hero .tagline').innerText(), 'The other one')

      await page.getByRole('button', { name: 'Set time' }).click()
      await page.locator('[name=scheduledFor]:focus').waitFor()
      await page.fill('[name=scheduledFor]', '2027-03-01T09:30')
      await page.locator('.input-field').getByText('1 Mar 2027, 09:30 your time').waitFor()
      await page.locator('.preview-side').getByText('· 00:30 UTC').waitFor()
      await page.getByRole('button', { name: 'Sign and save' }).click()
      await page.getByRole('heading', { name: 'Your page is ready' }).waitFor()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      assert.equal((await formatSummary(id)).enrollment.scheduledFor, '2027-03-01T00:30:00.000Z')
      assert.equal((await page.locator('.when').innerText()).trim(), '1 Mar 2027, 09:30 your time · 00:30 UTC')

      await page.locator('.step').getByRole('link', { name: 'Share' }).click()
      const post = await page.locator('#share').getByRole('link', { name: /\bX\b/ }).getAttribute('href')
      assert.match(decodeURIComponent(post ?? ''), new RegExp(`launches\\+1\\+Mar\\+2027,.*/launch/${id}$`))
      await page.locator('main').getByRole('link', { name: 'Find it' }).click()
      await page.getByRole('heading', { level: 1, name: 'Is rightsock.example really their site?' }).waitFor()
      assert.deepEqual(calls, [
        ['eth_requestAccounts', 'personal_sign', 'eth_accounts', 'personal_sign', 'eth_accounts', 'personal_sign'],
      ])
      assert.deepEqual(faults, [])
    })

  test('the checklist focuses a field of the open editor, which keeps what is typed', async (t) => {
    const { page } = await visit(t, { wallets: [{ accounts: [ada] }] })
    await page.goto(`${stage.url}/enroll/${ids.toKeep}`)
    await connect(page)
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await page.waitForURL(/\?new$/)
    const tagline = page.locator('[name=tagline]')
    await tagline.fill('The other')
    for (let press = 0; press < 2; press++) {
      await page.getByRole('button', { name: 'Set time' }).click()
      await page.locator('[name=scheduledFor]:focus').waitFor()
      assert.equal(await tagline.inputValue(), 'The other')
      await tagline.focus()
    }
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    await page.locator('button:focus', { hasText: 'Set time' }).waitFor()
  })

  test('a launch time set while claiming is part of the enrollment', async (t) => {
    const { page } = await visit(t, { wallets: [{ accounts: [ada] }] })
    await page.goto(`${stage.url}/enroll/${ids.toSchedule}`)
    await connect(page)
    await page.getByText('Set the launch time now').click()
    await page.fill('[name=scheduledFor]', '2027-03-01T09:30')
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await page.waitForURL(/\/launch\//)
    assert.equal(await page.locator('.step.done').count(), 3)
  })

  test('the enroll page is read again when Back brings it back busy, and keeps its time', async (t) => {
    const { page } = await visit(t, { wallets: [{ accounts: [ada] }] })
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await connect(page)
    await page.getByText('Set the launch time now').click()
    await page.fill('[name=scheduledFor]', '2027-03-01T09:30')
    await page.route('**/v1/enroll', () => {}) // no response
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await page.getByText('Answer in your wallet …').waitFor()
    const loaded = page.waitForEvent('load')
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await loaded
    await page.locator('[name=scheduledFor]').waitFor()
    assert.equal(await page.inputValue('[name=scheduledFor]'), '2027-03-01T09:30')
  })

  test('a page edit survives a reload, and Cancel asks before it is lost', async (t) => {
    const { page } = await visit(t, { wallets: [{ accounts: [ada] }] })
    const edit = async () => {
      await page.getByRole('button', { name: 'Edit this page' }).click()
      await page.locator('.page-editor [name=tagline], .wallet-gate button').first().waitFor()
    }
    await page.goto(`${stage.url}/launch/${ids.unscheduled}`)
    await edit()
    await connect(page)
    await page.fill('[name=tagline]', 'Almost there')
    await page.reload()
    await edit()
    assert.equal(await page.inputValue('[name=tagline]'), 'Almost there')
    page.once('dialog', (dialog) => void dialog.dismiss())
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    assert.equal(await page.inputValue('[name=tagline]'), 'Almost there')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    await edit()
    await page.locator('[name=tagline]').waitFor()
    assert.equal(await page.inputValue('[name=tagline]'), '')
  })

  test('a visitor with a copied link sees no checklist', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${stage.url}/launch/${ids.unscheduled}?new`, { waitUntil: 'networkidle' })
    assert.equal(await page.locator('.enrolled').isVisible(), false)
    assert.equal(await page.locator('.page-editor').count(), 0)
  })

  test('a phone without a wallet gets links that open the page in wallet apps', async (t) => {
    const { page } = await visit(t, { ...narrow, isMobile: true, hasTouch: true })
    const url = `${stage.url}/enroll/${ids.spare}`
    await page.goto(url)
    const links = page.locator('.wallet-gate a')
    await links.first().waitFor()
    const hrefs = await Promise.all((await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''))
    assert.equal(hrefs[0], `https://link.metamask.io/dapp/${url.replace('http://', '')}`)
    assert.ok(hrefs.slice(1).every((href) => decodeURIComponent(decodeURIComponent(href)).includes(url)))
    const { y = Infinity } = (await links.first().boundingBox()) ?? {}
    assert.ok(y < 740, 'the links begin on the first screen')
    assert.deepEqual(await axeFindings(page), [])
  })

  test('a declined signature is reported, stores nothing and can be retried', async (t) => {
    let isWilling = false
    const declines = (method: string) => method === 'personal_sign' && !isWilling
    const { page } = await visit(t, { wallets: [{ accounts: [ada], declines }] })
    await page.goto(`${stage.url}/enroll/${ids.toDecline}`)
    await page.getByRole('button', { name: 'Connect Test Wallet' }).press('Enter')
    await page.locator('.wallet-gate:focus', { hasText: 'Connected:' }).waitFor()
    await page.getByRole('button', { name: 'Sign and claim' }).press('Enter')
    await page.getByText('You declined in your wallet.').waitFor()
    await page.locator('button:focus', { hasText: 'Sign and claim' }).waitFor()
    assert.equal((await fetch(`${stage.url}/v1/enrollment/${ids.toDecline}`)).status, 404)
    isWilling = true
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await page.waitForURL(/\/launch\//)
  })

  test('one of several wallets is chosen, and declining keeps the choice', async (t) => {
    const other = { name: 'Other Wallet', accounts: [bob], declines: () => true }
    const { page, calls } = await visit(t, { wallets: [{ accounts: [ada] }, other] })
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await page.getByText('Choose a wallet').waitFor()
    await connect(page, 'Other Wallet')
    await page.getByText('You declined in your wallet.').waitFor()
    await connect(page)
    await page.getByRole('button', { name: 'Sign and claim' }).waitFor()
    assert.deepEqual(calls, [['eth_requestAccounts'], ['eth_requestAccounts']])
  })

  test('a wrong account is refused before signing and can be switched', async (t) => {
    const { page, calls } = await visit(t, { wallets: [{ accounts: [bob] }] })
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await connect(page)
    await page.getByRole('alert').getByText('Wrong account').waitFor()
    await page.locator('.wallet-gate:focus', { hasText: 'Wrong account' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.ok(!calls.flat().includes('personal_sign'))
    const second = await visit(t, { wallets: [{ accounts: [bob], name: 'Changing', declines: () => false }] })
    await second.page.goto(`${stage.url}/launch/${ids.scheduled}`)
    await second.page.getByRole('button', { name: 'Edit this page' }).click()
    await connect(second.page, 'Changing')
    await second.page.getByText('Wrong account').waitFor()
    await second.page.getByRole('button', { name: 'Cancel' }).click()
    await second.page.locator('.launch-hero .tagline').waitFor()
  })

  test('a browser without a wallet gets instructions', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await page.getByText('No wallet in this browser.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
  })

  test('a wallet that locks itself or changes its account leaves the typed text', async (t) => {
    const { page } = await visit(t)
    const { tell } = await installFakeWallet(page, { accounts: [ada] })
    await page.goto(`${stage.url}/launch/${ids.unscheduled}`)
    await page.getByRole('button', { name: 'Edit this page' }).click()
    await connect(page)
    const description = page.locator('#field-description')
    await description.fill('A long pitch.')
    for (const [accounts, back] of [
      [[], 'Connect Test Wallet'],
      [[bob.address.toLowerCase()], 'Choose another account'],
    ] as const) {
      await tell([...accounts])
      await description.waitFor({ state: 'hidden' })
      assert.deepEqual(await axeFindings(page), [])
      await page.getByRole('button', { name: back }).click()
      await description.waitFor()
      assert.equal(await description.inputValue(), 'A long pitch.')
    }
  })

  test('an invalid page edit is reported while typing', async (t) => {
    const { page } = await visit(t, { wallets: [{ accounts: [ada] }] })
    await page.goto(`${stage.url}/launch/${ids.unscheduled}`)
    await page.getByRole('button', { name: 'Edit this page' }).click()
    await connect(page)
    await page.fill('[name=tagline]', 'x'.repeat(142))
    await page.getByText('2 characters too long.').waitFor()
    await page.fill('[name=ctaUrl]', 'http://plain.example')
    await page.getByText('Start with https://.').waitFor()
    await page.fill('[name=scheduledFor]', '2020-01-01T00:00')
    await page.getByText('Choose a time in the future.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Sign and save' }).click()
    await page.locator('[name=ctaUrl]:focus').waitFor()
  })

  test('the countdown runs to the launch time and says when it is reached', async (t) => {
    const { page } = await visit(t)
    await page.clock.install()
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    const { scheduledFor } = (await formatSummary(ids.scheduled)).enrollment
    await page.clock.pauseAt(Date.parse(scheduledFor ?? '') - 3_722_500)
    await page.clock.runFor(1000)
    const readDigits = async () => (await page.locator('.clock .digits').allInnerTexts()).join(':')
    assert.equal(await page.locator('.launch-clock .state').innerText(), 'Launches in')
    assert.equal(await readDigits(), '1:2')
    await page.clock.runFor(3_600_000)
    assert.equal(await readDigits(), '2:2')
    await page.clock.runFor(123_000)
    await page.getByText('Live for').waitFor()
    assert.match(await page.title(), /: launch time · /)
    assert.equal(await page.getByRole('link', { name: 'Calendar' }).count(), 1) // that of the bar
    await page.clock.runFor(240_000)
    assert.match(await page.locator('.chip.live').innerText(), /^Live for 4 min/)
  })

  test('the countdown goes by the service’s clock where the visitor’s is wrong', async (t) => {
    const { page } = await visit(t)
    await page.addInitScript(`const { now } = Date; Date.now = () => now() - 86_400_000`)
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    await page.locator('.when .yours:visible').waitFor()
    assert.equal(await page.locator('.clock .digits').first().innerText(), '2')
  })

  test('a visitor counts once and each view counts, without a cookie', async (t) => {
    const { page, context } = await visit(t)
    const before = (await formatSummary(ids.withdrawn)).attendance
    for (let view = 0; view < 2; view++)
      await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/attendance')),
        page.goto(`${stage.url}/launch/${ids.withdrawn}`, { waitUntil: 'networkidle' }),
      ])
    const { pageViews, uniqueSessions } = (await formatSummary(ids.withdrawn)).attendance
    assert.deepEqual([pageViews - before.pageViews, uniqueSessions - before.uniqueSessions], [2, 1])
    assert.deepEqual(await context.cookies(), [])
  })

  test('a browser subscribes to reminders and unsubscribes', async (t) => {
    const { page, context, faults } = await visit(t)
    await context.grantPermissions(['notifications'])
    // headless browsers have no push service behind them
    await page.addInitScript(`PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(pushed)}) })
      Notification.requestPermission = async () => 'granted'`)
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    await page.getByRole('button', { name: 'Remind me' }).click()
    await page.getByText('You’ll be notified an hour before').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Stop reminding me' }).click()
    await page.getByText('You won’t be notified.').waitFor()
    assert.deepEqual(faults, [])
  })

  test('a reminder replaces the subscription of a key that the service replaced', async (t) => {
    const { page, context, faults } = await visit(t)
    await context.grantPermissions(['notifications'])
    await page.addInitScript(`let old = { unsubscribe: async () => (old = null) }
      PushManager.prototype.getSubscription = async () => old
      PushManager.prototype.subscribe = async () => {
        if (old) throw new DOMException('another key', 'InvalidStateError')
        return { toJSON: () => (${JSON.stringify(pushed)}) }
      }
      Notification.requestPermission = async () => 'granted'`)
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    await page.getByRole('button', { name: 'Remind me' }).click()
    await page.getByText('You’ll be notified an hour before').waitFor()
    assert.deepEqual(faults, [])
  })

  test('a reminder whose id the browser can’t keep is ended, and its button stays usable', async (t) => {
    const { page, context, faults } = await visit(t)
    await context.grantPermissions(['notifications'])
    await page.addInitScript(`PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(pushed)}) })
      Notification.requestPermission = async () => 'granted'
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (name, value) {
        if (name.startsWith('reminder ')) throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, name, value)
      }`)
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Remind me' }).click()
    assert.equal((await ended).status(), 204)
    await page.getByText('This browser can’t show notifications.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Remind me' }).isEnabled(), true)
    assert.deepEqual(faults, [])
  })

  test('a reminder that fails unexpectedly leaves its button usable', async (t) => {
    const { page } = await visit(t)
    await page.addInitScript(`Notification.requestPermission = async () => { throw new Error('broken') }`)
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    const failed = page.waitForEvent('pageerror')
    await page.getByRole('button', { name: 'Remind me' }).click()
    await failed
    assert.equal(await page.getByRole('button', { name: 'Remind me' }).isEnabled(), true)
  })

  test('without JavaScript the launch, leave and enroll pages are complete', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    const pages = {
      [`/launch/${ids.scheduled}`]: ['Have you seen the other one?', 'UTC', 'leftsock.example', 'Calendar', 'Green'],
      [`/launch/${ids.scheduled}/leave`]: ['leftsock.example', 'recovery phrase', 'Back to the launch'],
      [`/enroll/${ids.spare}`]: ['Signing needs JavaScript', 'Launchscore Enrollment'],
    }
    for (const [path, wanted] of Object.entries(pages)) {
      await page.goto(stage.url + path)
      const text = await page.locator('main').innerText()
      for (const words of wanted) assert.ok(text.includes(words), `${words} at ${path}`)
    }
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    assert.equal(await page.locator('.launch-clock .state').innerText(), 'Launches')
    assert.equal(await page.locator('.clock:visible, [data-edit]:visible, .remind button:visible').count(), 0)
  })

  const addresses = () => [
    ...[ids.scheduled, ids.hostile, ids.risky, ids.live, ids.unscheduled, ids.withdrawn].map((id) => `/launch/${id}`),
    `/launch/${ids.hostile}/leave`,
    `/launch/${ids.risky}/leave`,
    `/launch/${ids.moved}`,
    `/enroll/${ids.spare}`,
    `/enroll/${stage.ids.hostile}`,
    `/enroll/${stage.ids.risky}`,
  ]

  test('a first visit loads at most 25 kB of JavaScript and shifts no layout', async (t) => {
    for (const path of addresses()) {
      const { page } = await visit(t)
      const scripts: Promise<{ responseBodySize: number }>[] = []
      page.on('response', (response) => {
        if (!response.url().endsWith('.js')) return
        assert.ok(
          path.startsWith('/enroll') || !/editor-|wallet|schedule/.test(response.url().replace('page-editor-', '')),
        )
        scripts.push(response.request().sizes())
      })
      await page.goto(stage.url + path, { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(scripts)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
      assert.ok(bytes > 0 && bytes <= 25_000, `${bytes} at ${path}`)
      const shift = await measureMinimum(page, measureShift, 0.01)
      assert.ok(shift < 0.01, `${shift} at ${path}`)
    }
  })
})

/** As browsers write a subscription; the key is a point that anybody can compute. */
const pushed = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
  keys: {
    p256dh: 'BCrg9ptsZNos_yRhnB-QDdSjmsnrHidWTXTklHv3eORxrzs8PEqp__Svn0ibiMKBK7xVXEnKI07yk_fxlUKeHEk',
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  },
}
