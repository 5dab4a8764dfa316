// Pictures of every page, light, dark and narrow, to be looked at: `npm run screenshots -- [folder]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../test/web/browser.ts'
import { startStage } from '../test/web/stage.ts'
import { shootLists } from './shoot-lists.ts'

const folder = process.argv[2] ?? 'data/screenshots'
const looks = [
  { name: 'light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  { name: 'narrow', viewport: { width: 360, height: 740 }, colorScheme: 'light', isMobile: true, deviceScaleFactor: 2 },
] as const

mkdirSync(folder, { recursive: true })
const [stage, browser] = await Promise.all([startStage(), openBrowser()])
const { url, stubsUrl, ids } = stage
const pages: Record<string, string> = {
  home: url,
  'home-stubs': stubsUrl,
  score: `${url}/score/${ids.good}`,
  'score-hostile': `${url}/score/${ids.hostile}`,
  'score-risky': `${url}/score/${ids.risky}`,
  'score-preliminary': `${stubsUrl}/score/${ids.preliminary}`,
  missing: `${url}/nothing-here`,
}

for (const { name: look, ...options } of looks) {
  const page = await browser.newPage(options)
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
  }
  await page.close()
}
await shootStates()
for (const { name: look, ...options } of looks)
  await shootLists(browser, options, (name, page) =>
    page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true }),
  )
await browser.close()
await stage.close()
process.stdout.write(`${folder}\n`)

/** What comes up only when somebody acts. */
async function shootStates(): Promise<void> {
  for (const { name: look, ...options } of looks) {
    const page = await browser.newPage(options)
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.fill('form [name=name]', 'MOON_1000X_GEM')
    await page.fill('form [name=xHandle]', '@gem1000x99201')
    await page.getByRole('button', { name: 'Score it' }).click()
    await shoot('home-faults')
    await page.goto(`${url}/score/${ids.good}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Verify in this browser' }).click()
    await page.locator('.checks').waitFor()
    await shoot('score-verified')
    await page.getByRole('button', { name: 'Embed' }).click()
    await page.screenshot({ path: join(folder, `score-embed-${look}.png`) })
    await page.close()
  }
}
