import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { leftSock } from '../world/samples.ts'
import { openBrowser } from '../../test/web/browser.ts'
import { installFakeWallet } from '../../test/web/fake-wallet.ts'
import { fillForm } from '../../test/web/fill-form.ts'
import { ada } from '../../test/web/launching.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('docs/pictures/', root)
const image = fileURLToPath(new URL('dev/images/left-sock.png', root))

/** Writes the pictures of the product that README.md and the guides show: of the demo, whose launches have outcomes. */
export async function shootDocs(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const [demo, browser] = await Promise.all([startDemo(), openBrowser()])
  const { url, firstRequest, scoreId, enrollmentId } = demo
  const look = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const
  const page = await browser.newPage(look)
  for (const [name, path] of Object.entries({
    score: `/score/${await scoreFirst(url, firstRequest)}`,
    launch: `/launch/${enrollmentId}`,
    explore: '/leaderboards?window=all',
  })) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await write(name, await page.screenshot())
  }
  const card = await fetch(`${url}/score/${scoreId}/card.png`)
  await writeFile(new URL('card.png', folder), Buffer.from(await card.arrayBuffer()))
  await write('scoring', await shootScoring(page, url))
  await write(
    'embed',
    await shootLaunchpad(await browser.newPage({ ...look, viewport: { width: 968, height: 400 } }), url),
  )
  await browser.close()
  await demo.close()
}

const write = (name: string, png: Buffer) =>
  sharp(png)
    .png({ palette: true, colours: 256, effort: 10 })
    .toFile(fileURLToPath(new URL(`${name}.png`, folder)))

interface Listed {
  enrollmentId: string
  scoreRequestId: string
  name: string
}

/** The demo, once its launches are there. Cards show the host of PUBLIC_URL. */
async function startDemo() {
  const program = spawn(process.execPath, ['bin/launchscore.js', 'demo', '--json'], {
    cwd: root,
    env: { ...process.env, PORT: '0', PUBLIC_URL: 'https://launchscore.example' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  process.once('exit', () => program.kill('SIGINT')) // also when a picture can't be taken
  const { url, launches, firstRequest } = await readDocument(program.stdout)
  program.stdout.resume()
  const shown = launches.find(({ name }) => name === leftSock.submission.name)
  if (!shown) throw new Error('the demo has not enrolled its first sample')
  return {
    url,
    firstRequest,
    scoreId: shown.scoreRequestId,
    enrollmentId: shown.enrollmentId,
    close: async () => {
      program.kill('SIGINT')
      await once(program, 'exit')
    },
  }
}

interface DemoDocument {
  url: string
  launches: Listed[]
  firstRequest: object
}

/** Entries of the log may come before it. */
async function readDocument(output: Readable): Promise<DemoDocument> {
  for await (const line of createInterface(output)) {
    const document = JSON.parse(line) as Partial<DemoDocument>
    if (document.url !== undefined) return document as DemoDocument
  }
  throw new Error('the demo ended before its launches were there')
}

/** The first request of README.md, whose page README.md shows. */
async function scoreFirst(url: string, submission: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/score`, { method: 'POST', headers, body: JSON.stringify(submission) })
  return ((await response.json()) as { id: string }).id
}

/** While the signals arrive. */
async function shootScoring(page: Page, url: string): Promise<Buffer> {
  const { name, symbol, description, xHandle, creatorAddress } = leftSock.submission
  await page.goto(url, { waitUntil: 'networkidle' })
  await fillForm(page, { name: `${name} Two`, symbol, description, xHandle, creatorAddress })
  await page.locator('form input[type=file]').first().setInputFiles(image)
  await page.evaluate(`(() => {
    const real = window.fetch
    const scores = { creator: 50, image: 78, name: 96, social: 75 }
    const events = Object.entries(scores).map(([signal, score]) =>
      'event: signal\\ndata: ' + JSON.stringify({ signal, score, stub: false }) + '\\n\\n')
    const body = () => new ReadableStream({ start: (one) => one.enqueue(new TextEncoder().encode(events.join(''))) })
    window.fetch = async (path, options) => path === '/v1/score'
      ? new Response(body(), { headers: { 'content-type': 'text/event-stream' } })
      : real(path, options)
  })()`)
  await page.getByRole('button', { name: 'Score it' }).click()
  await page.getByText('4 of 6 measured').waitFor()
  return page.screenshot()
}

/** Of a launchpad with a design of its own, with the element beside the form. */
const launchpadLook = `
body { max-width: 920px; margin: 0 auto; padding: 24px; background: #15101f; color: #f4effc; font: 15px/1.5 Georgia, serif; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; align-items: start; }
label { display: grid; }
h1, #result { grid-column: 1 / -1; margin: 0 0 8px; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
label { grid-column: 1 / -1; margin: 0; }
label:nth-child(1), label:nth-child(2) { grid-column: auto; }
input, textarea, button { padding: 8px; background: #241b34; border: 1px solid #5b4a78; color: inherit; font: inherit; }
button:last-child { background: #ffb3f0; color: #15101f; font-weight: 700; }
`

/** The example of a launchpad, with the score of what is typed into its form. */
async function shootLaunchpad(page: Page, url: string): Promise<Buffer> {
  const files = new URL('examples/launchpad/', root)
  const types = { 'index.html': 'text/html', 'launchpad.js': 'text/javascript', 'style.css': 'text/css' }
  const texts = new Map(
    Object.keys(types).map((name) => [
      name,
      readFileSync(new URL(name, files), 'utf8').replaceAll('http://localhost:8080', url),
    ]),
  )
  texts.set('style.css', launchpadLook)
  const server = createServer(({ url: path = '/' }, response) => {
    const name = path === '/' ? 'index.html' : path.slice(1)
    const type = Object.entries(types).find(([one]) => one === name)?.[1] ?? 'text/plain'
    response.writeHead(texts.has(name) ? 200 : 404, { 'content-type': `${type}; charset=utf-8` })
    response.end(texts.get(name))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { name, symbol, description, xHandle } = leftSock.submission
  await installFakeWallet(page, { accounts: [ada] })
  await page.addInitScript(`addEventListener('eip6963:announceProvider', ({ detail }) => (window.ethereum = detail.provider))
    dispatchEvent(new Event('eip6963:requestProvider'))`)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // it listens on a port
  await page.getByLabel('Name').fill(`${name} Three`)
  await page.getByLabel('Ticker').fill(symbol)
  await page.getByLabel('Image').setInputFiles(image)
  await page.getByLabel('About').fill(description ?? '')
  await page.getByLabel('X handle').fill(xHandle ?? '')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.locator('launch-score').getByText('Draft score.').waitFor()
  const png = await page.screenshot({ fullPage: true })
  server.close()
  server.closeAllConnections()
  return png
}
