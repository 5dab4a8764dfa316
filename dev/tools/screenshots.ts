// Screenshots of every page, light, dark and narrow, to be looked at: `npm run screenshots -- [folder] [part of the names]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freeLunch } from '../world/samples.ts'
import { openBrowser } from '../../test/web/browser.ts'
import { installFakeWallet } from '../../test/web/fake-wallet.ts'
import { fillForm } from '../../test/web/fill-form.ts'
import { ada, bob, seedLaunches } from '../../test/web/launching.ts'
import { startStage } from '../../test/web/stage.ts'
import { shootLists } from './shoot-lists.ts'
import { shootRecord } from './shoot-record.ts'

const [folder = 'data/screenshots', only = ''] = process.argv.slice(2)
const looks = [
  { name: 'light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  { name: 'narrow', viewport: { width: 360, height: 740 }, colorScheme: 'light', isMobile: true, deviceScaleFactor: 2 },
] as const

mkdirSync(folder, { recursive: true })
const [stage, browser] = await Promise.all([startStage(), openBrowser()])
const { url, stubsUrl, ids } = stage
const launches = await seedLaunches(stage)
const pages: Record<string, string> = {
  home: url,
  'home-stubs': stubsUrl,
  score: `${url}/score/${ids.good}`,
  'score-hostile': `${url}/score/${ids.hostile}`,
  'score-risky': `${url}/score/${ids.risky}`,
  'score-preliminary': `${stubsUrl}/score/${ids.preliminary}`,
  compare: `${url}/compare?ids=${ids.good},${ids.risky},${ids.hostile}`,
  'compare-empty': `${url}/compare`,
  search: `${url}/search?q=l`,
  'search-nothing': `${url}/search?q=nothing+like+it`,
  'search-empty': `${url}/search`,
  token: `${url}/token/${freeLunch.submission.contractAddress}`,
  'token-unknown': `${url}/token/0x00000000000000000000000000000000000000aa`,
  graduates: `${url}/graduates`,
  missing: `${url}/nothing-here`,
  enroll: `${url}/enroll/${launches.toEnroll}`,
  'enroll-hostile': `${url}/enroll/${ids.hostile}`,
  'enroll-preliminary': `${stubsUrl}/enroll/${ids.preliminary}`,
  ...Object.fromEntries(
    (['scheduled', 'hostile', 'risky', 'live', 'unscheduled', 'withdrawn', 'moved'] as const).map((state) => [
      `launch-${state}`,
      `${url}/launch/${launches[state]}`,
    ]),
  ),
  leave: `${url}/launch/${launches.scheduled}/leave`,
  'leave-hostile': `${url}/launch/${launches.hostile}/leave`,
  'leave-risky': `${url}/launch/${launches.risky}/leave`,
}

for (const { name: look, ...options } of looks) {
  const page = await browser.newPage(options)
  for (const [name, address] of Object.entries(pages).filter(([name]) => name.includes(only))) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
  }
  await page.close()
}
await shootStates()
await shootSuggestions()
await shootSigning()
for (const { name: look, ...options } of looks) {
  const shoot = (name: string, page: Page) =>
    page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
  await shootLists(browser, options, shoot)
  await shootRecord(browser, options, shoot)
}
await browser.close()
await stage.close()
process.stdout.write(`${folder}\n`)

/** States that need an action of the visitor. */
async function shootStates(): Promise<void> {
  for (const { name: look, ...options } of looks) {
    const page = await browser.newPage(options)
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
    await page.goto(url, { waitUntil: 'networkidle' })
    await fillForm(page, { name: 'MOON_1000X_GEM', xHandle: '@gem1000x99201' })
    await page.getByRole('button', { name: 'Score it' }).click()
    await shoot('home-faults')
    await page.goto(`${url}/score/${ids.good}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Verify in your browser' }).click()
    await page.locator('.checks').waitFor()
    await shoot('score-verified')
    await page.getByRole('button', { name: 'Embed', exact: true }).click()
    await page.screenshot({ path: join(folder, `score-embed-${look}.png`) })
    await page.close()
  }
}

/** Below the field of the top bar, and below that of the page of searches. */
async function shootSuggestions(): Promise<void> {
  for (const { name: look, ...options } of looks) {
    const page = await browser.newPage(options)
    for (const [name, path, field] of [['suggestions', '/leaderboards', '.top-bar input[name=q]']] as const) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await page.locator(field).pressSequentially('l')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
    }
    await page.close()
  }
}

/** The views of a creator with a wallet, and of somebody else with another. */
async function shootSigning(): Promise<void> {
  for (const { name: look, ...options } of looks) {
    const page = await browser.newPage(options)
    await installFakeWallet(page, { name: 'Ada’s Wallet', accounts: [ada], declines: (m) => m === 'personal_sign' })
    await installFakeWallet(page, { name: 'Bob’s Wallet', accounts: [bob] })
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
    const press = (name: string) => page.getByRole('button', { name }).click()
    await page.goto(`${url}/enroll/${launches.toEnroll}`, { waitUntil: 'networkidle' })
    await shoot('enroll-wallets')
    await press('Connect Bob’s Wallet')
    await page.getByText('Wrong account').waitFor()
    await shoot('enroll-wrong')
    await press('Another wallet')
    await press('Connect Ada’s Wallet')
    await page.getByText('Set the launch time now').click()
    await page.fill('[name=scheduledFor]', '2027-03-01T09:30')
    await press('Sign and claim')
    await page.getByText('You declined').waitFor()
    await shoot('enroll-declined')
    await page.goto(`${url}/launch/${launches.scheduled}`, { waitUntil: 'networkidle' })
    await press('Edit this page')
    await page.fill('[name=ctaUrl]', 'http://plain.example')
    await shoot('launch-editor')
    await page.close()
  }
}
