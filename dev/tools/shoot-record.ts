import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createScope } from '../../test/hostile/scope.ts'
import { startApp } from '../../test/world/app.ts'
import { startFollowed } from '../../test/world/outcomes.ts'

type Shoot = (name: string, page: Page) => Promise<unknown>

/** Screenshots of the track record: with outcomes, in its first days, and before the first launch, in one look. */
export async function shootRecord(browser: Browser, options: BrowserContextOptions, shoot: Shoot): Promise<void> {
  const scope = createScope()
  const page = await browser.newPage(options)
  const shootApp = async (name: string, { app }: Awaited<ReturnType<typeof startApp>>) => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await page.goto(`${url}/track-record`, { waitUntil: 'networkidle' })
    await shoot(name, page)
    for (const summary of await page.locator('.fold > summary').all()) await summary.click()
    await shoot(`${name}-open`, page)
  }
  await shootApp('track-record', await startFollowed(scope, 40, 3))
  await shootApp('track-record-first', await startFollowed(scope, 2))
  await shootApp('track-record-empty', await startApp(scope))
  await page.close()
  await scope.close()
}
