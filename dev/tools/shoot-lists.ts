import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { adminToken } from '../../test/world/notifying.ts'
import { creatorAddress, startListedStage } from '../../test/web/listed-stage.ts'

type Shoot = (name: string, page: Page) => Promise<unknown>

/** Screenshots of the lists, of transparency and of the dashboard, full and empty, in one look. */
export async function shootLists(browser: Browser, options: BrowserContextOptions, shoot: Shoot): Promise<void> {
  const stage = await startListedStage()
  const page = await browser.newPage(options)
  for (const [name, address] of Object.entries(toAddresses(stage))) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await shoot(name, page)
  }
  await shootDashboard(page, stage.url, shoot)
  await page.close()
  await stage.close()
}

const toAddresses = ({ url, emptyUrl }: { url: string; emptyUrl: string }): Record<string, string> => ({
  leaderboards: `${url}/leaderboards?window=7d`,
  'leaderboards-quiet': `${url}/leaderboards?window=24h`,
  'leaderboards-empty': `${emptyUrl}/leaderboards`,
  'leaderboards-refused': `${url}/leaderboards?window=1y`,
  launches: `${url}/launches?limit=10`,
  'launches-upcoming': `${url}/launches?when=upcoming&band=red`,
  'launches-empty': `${emptyUrl}/launches`,
  creator: `${url}/creator/${creatorAddress}`,
  'creator-empty': `${emptyUrl}/creator/${creatorAddress}`,
  'launches-past': `${url}/launches?when=past`,
  'launches-mine': `${url}/launches/mine`,
  transparency: `${url}/transparency`,
  developer: `${url}/developer`,
  'transparency-empty': `${emptyUrl}/transparency`,
})

async function shootDashboard(page: Page, url: string, shoot: Shoot): Promise<void> {
  await page.goto(`${url}/admin`, { waitUntil: 'networkidle' })
  const open = async (token: string) => {
    await page.getByLabel('Admin token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await open('nothing-that-is-good')
  await page.getByText('Wrong token').waitFor()
  await shoot('admin-refused', page)
  await open(adminToken)
  await page.getByRole('heading', { name: 'Queues' }).waitFor()
  await page.getByText('Newest').waitFor()
  await shoot('admin', page)
  await page.route('**/v1/admin/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Connection lost').waitFor()
  await shoot('admin-lost', page)
}
