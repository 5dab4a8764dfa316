import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { LaunchSummary } from '../../src/launches/schemas.ts'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { type FakeWallet, installFakeWallet } from './fake-wallet.ts'
import { type Launches, ada, bob, seedLaunches } from './launching.ts'
import { type Stage, startStage } from './stage.ts'
import { narrow, measureShift, visitWith, measureWidth } from './visiting.ts'

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

  const formatSummary = async (id: string) =>
    (await (await fetch(`${stage.url}/v1/launch/${id}`)).json()) as LaunchSummary // as the contract says

  test('a creator enrolls a score and edits its page, each with a signature', async (t) => {
    const { page, faults, calls } = await visit(t, { wallets: [{ accounts: [ada] }] })
    await page.goto(`${stage.url}/score/${ids.toEnroll}`)
    await page.getByRole('link', { name: 'Claim this launch' }).click()
    await connect(page)
    await page.fill('[name=scheduledFor]', '2027-03-01T09:30')
    await page.getByText('Mon, 1 Mar 2027, 09:30 (Asia/Tokyo)').waitFor()
    await page.getByText('Mon, 1 Mar 2027, 00:30 UTC').waitFor()
    await page.getByRole('button', { name: 'Sign and enroll' }).click()
    await page.waitForURL(/\/launch\/[\da-f-]{36}$/)
    const id = page.url().split('/').at(-1) ?? ''
    assert.equal((await formatSummary(id)).enrollment.scheduledFor, '2027-03-01T00:30:00.000Z')
    await page.getByText('Mon, 1 Mar 2027, 09:30 (Asia/Tokyo)').waitFor()

    await page.getByRole('button', { name: 'Edit as its creator' }).click()
    await connect(page)
    await page.fill('[name=tagline]', 'The other one')
    await page.fill('textarea[name=description]', 'Line one.\nLine two: 🐈')
    await page.fill('[name=ctaLabel]', 'Find it')
    await page.fill('[name=ctaUrl]', 'https://rightsock.example/find')
    await page.getByRole('button', { name: 'Sign and save' }).click()
    await page.locator('.stage-tagline').waitFor()
    assert.equal(await page.locator('.stage-tagline').innerText(), 'The other one')
    assert.equal(await page.locator('.edits > li').count(), 1)
    await page.getByRole('link', { name: 'Find it' }).click()
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'rightsock.example')
    assert.deepEqual(calls, [['eth_requestAccounts', 'personal_sign', 'eth_requestAccounts', 'personal_sign']])
    assert.deepEqual(faults, [])
  })

  test('a declined signature is reported, stores nothing and can be retried', async (t) => {
    let isWilling = false
    const declines = (method: string) => method === 'personal_sign' && !isWilling
    const { page } = await visit(t, { wallets: [{ accounts: [ada], declines }] })
    await page.goto(`${stage.url}/enroll/${ids.toDecline}`)
    await connect(page)
    await page.getByRole('button', { name: 'Sign and enroll' }).click()
    await page.getByText('You declined in your wallet.').waitFor()
    assert.equal((await fetch(`${stage.url}/v1/enrollment/${ids.toDecline}`)).status, 404)
    isWilling = true
    await page.getByRole('button', { name: 'Sign and enroll' }).click()
    await page.waitForURL(/\/launch\//)
  })

  test('one of several wallets is chosen, and declining keeps the choice', async (t) => {
    const other = { name: 'Other Wallet', accounts: [bob], declines: () => true }
    const { page, calls } = await visit(t, { wallets: [{ accounts: [ada] }, other] })
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await page.getByText('Which one is it?').waitFor()
    await connect(page, 'Other Wallet')
    await page.getByText('You declined in your wallet.').waitFor()
    await connect(page)
    await page.getByRole('button', { name: 'Sign and enroll' }).waitFor()
    assert.deepEqual(calls, [['eth_requestAccounts'], ['eth_requestAccounts']])
  })

  test('a wrong account is refused before signing and can be switched', async (t) => {
    const { page, calls } = await visit(t, { wallets: [{ accounts: [bob] }] })
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await connect(page)
    await page.getByText('This is another account').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.ok(!calls.flat().includes('personal_sign'))
    const second = await visit(t, { wallets: [{ accounts: [bob], name: 'Changing', declines: () => false }] })
    await second.page.goto(`${stage.url}/launch/${ids.scheduled}`)
    await second.page.getByRole('button', { name: 'Edit as its creator' }).click()
    await connect(second.page, 'Changing')
    await second.page.getByText('This is another account').waitFor()
    await second.page.getByRole('button', { name: 'Cancel' }).click()
    await second.page.locator('.stage-tagline').waitFor()
  })

  test('a browser without a wallet gets instructions', async (t) => {
    const { page } = await visit(t)
    await page.goto(`${stage.url}/enroll/${ids.spare}`)
    await page.getByText('There is no wallet in this browser').waitFor()
    assert.deepEqual(await axeFindings(page), [])
  })

  test('an invalid page edit is reported while typing', async (t) => {
    const { page } = await visit(t, { wallets: [{ accounts: [ada] }] })
    await page.goto(`${stage.url}/launch/${ids.unscheduled}`)
    await page.getByRole('button', { name: 'Edit as its creator' }).click()
    await connect(page)
    await page.fill('[name=tagline]', 'x'.repeat(142))
    await page.getByText('2 characters too many.').waitFor()
    await page.fill('[name=ctaUrl]', 'http://plain.example')
    await page.getByText('It must start with https://.').waitFor()
    await page.fill('[name=scheduledFor]', '2020-01-01T00:00')
    await page.getByText('It must be in the future.').waitFor()
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
    assert.equal((await page.locator('.clock-digits').allInnerTexts()).join(':'), '0:01:02:02')
    await page.clock.runFor(3_723_000)
    await page.getByText('The scheduled time is here').waitFor()
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
    await page.getByText('This browser will be told').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Stop reminding me' }).click()
    await page.getByText('You won’t be reminded.').waitFor()
    assert.deepEqual(faults, [])
  })

  test('without JavaScript the launch, leave and enroll pages are complete', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    const pages = {
      [`/launch/${ids.scheduled}`]: [
        'Have you seen the other one?',
        'UTC',
        'leftsock.example',
        'Add to calendar',
        'higher is better',
      ],
      [`/launch/${ids.scheduled}/leave`]: ['leftsock.example', 'recovery phrase', 'Back to the launch'],
      [`/enroll/${ids.spare}`]: ['Signing here needs JavaScript', 'Launchscore Enrollment', '/v1/enroll'],
    }
    for (const [path, wanted] of Object.entries(pages)) {
      await page.goto(stage.url + path)
      const text = await page.locator('main').innerText()
      for (const words of wanted) assert.ok(text.includes(words), `${words} at ${path}`)
    }
    await page.goto(`${stage.url}/launch/${ids.scheduled}`)
    assert.equal(await page.locator('.clock:visible, .stage-edit:visible, .remind button:visible').count(), 0)
  })

  const addresses = () => [
    ...[ids.scheduled, ids.hostile, ids.risky, ids.live, ids.unscheduled, ids.withdrawn].map((id) => `/launch/${id}`),
    `/launch/${ids.hostile}/leave`,
    `/launch/${ids.risky}/leave`,
    `/enroll/${ids.spare}`,
    `/enroll/${stage.ids.hostile}`,
  ]

  for (const [look, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['at 360 px', narrow],
  ] as const)
    test(`axe finds no issue on these pages, ${look}, and nothing overflows`, async (t) => {
      const { page, faults } = await visit(t, options)
      for (const path of addresses()) {
        await page.goto(stage.url + path, { waitUntil: 'networkidle' })
        assert.deepEqual(await axeFindings(page), [], path)
        const [width, screen] = [await measureWidth(page), await page.evaluate<number>('innerWidth')]
        assert.ok(width <= screen, `${width} at ${path}`)
      }
      assert.deepEqual(faults, [])
    })

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
      const shift = await measureShift(page)
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
