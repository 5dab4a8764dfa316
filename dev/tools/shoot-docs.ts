import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { leftSock } from '../world/samples.ts'
import { openBrowser } from '../../test/web/browser.ts'
import { fillForm } from '../../test/web/fill-form.ts'
import { seedLaunches } from '../../test/web/launching.ts'
import { startStage } from '../../test/web/stage.ts'

const folder = new URL('../../docs/pictures/', import.meta.url)

/** Writes the pictures of the product that README.md and the guides show. */
export async function shootDocs(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const [stage, browser] = await Promise.all([startStage(), openBrowser()])
  const { url, ids } = stage
  const launches = await seedLaunches(stage)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  const write = async (name: string, png: Buffer) =>
    sharp(png)
      .png({ palette: true, colours: 256, effort: 10 })
      .toFile(fileURLToPath(new URL(`${name}.png`, folder)))
  for (const [name, path] of Object.entries({
    score: `/score/${ids.good}`,
    launch: `/launch/${launches.scheduled}`,
    explore: '/leaderboards?tab=new',
  })) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await write(name, await page.screenshot())
  }
  const card = await fetch(`${url}/score/${ids.good}/card.png`)
  await writeFile(new URL('card.png', folder), Buffer.from(await card.arrayBuffer()))
  await shootScoring()
  await browser.close()
  await stage.close()

  /** While the signals come in. */
  async function shootScoring() {
    const { name, symbol, description, xHandle, creatorAddress } = leftSock.submission
    await page.goto(url, { waitUntil: 'networkidle' })
    await fillForm(page, { name: `${name} Two`, symbol, description, xHandle, creatorAddress })
    await page
      .locator('form input[type=file]')
      .first()
      .setInputFiles(fileURLToPath(new URL('../images/left-sock.png', import.meta.url)))
    await page.route('**/v1/score', async () => {}) // never answered
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForTimeout(1500)
    await write('scoring', await page.screenshot())
  }
}
