import assert from 'node:assert/strict'
import { type TestContext, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startWalletRelay } from '../../dev/stand-ins/wallet-relay.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { parseConfig } from '../../src/config.ts'
import { buildApp } from '../../src/main/routes.ts'
import { openDeps } from '../../src/main/open-deps.ts'
import { ada, bob } from '../world/creators.ts'
import { memoryLog } from '../world/deps.ts'
import { seedScore } from '../world/seed.ts'
import { openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'
import { axeFindings } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { openPhoneWallet } from './phone-wallet.ts'
import { measureWidth, narrow } from './visiting.ts'

const projectId = '0123456789abcdef0123456789abcdef'
const chainId = 8453

/** A service whose pages offer WalletConnect, over a stand-in for its relay. */
async function startRelayedStage() {
  const relay = await startWalletRelay({ projectId })
  const service = await startService(relay.url)
  const lost = await startService('ws://127.0.0.1:9')
  const close = () => Promise.all([service.close(), lost.close(), relay.close()])
  return { url: service.url, lostUrl: lost.url, deps: service.deps, lostDeps: lost.deps, relay, close }
}

async function startService(relayUrl: string) {
  const { db, reads, close: closeDb } = await openTestDb('')
  const port = await freePort('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const database = { db, reads, migrations: db, close: () => Promise.resolve() }
  const { log } = memoryLog()
  const config = {
    ...parseConfig({ PUBLIC_URL: url, CHAIN_ID: String(chainId) }),
    walletConnect: { projectId, relayUrl },
  }
  const { deps, close } = await openDeps(config, { database, log })
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port })
  return { url, deps, close: () => app.close().then(close).then(closeDb) }
}

const choosePhone = (page: Page) => page.getByRole('button', { name: 'Scan with your phone' }).click()

/** The code's text, which the link next to it has too. */
async function readCode(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Open wallet app' })
  await link.waitFor()
  return (await link.getAttribute('href')) ?? ''
}

void describe('WalletConnect in a browser', () => {
  const { getStage, visit } = openForSuite(startRelayedStage)

  const openEnroll = async (page: Page, query = '') => {
    const { url, deps } = getStage()
    const scoreId = await seedScore(deps, { creatorAddress: ada.address.toLowerCase() })
    await page.goto(`${url}/enroll/${scoreId}${query}`)
    return scoreId
  }

  async function takePhone(t: TestContext, options: Partial<Parameters<typeof openPhoneWallet>[0]> = {}) {
    const phone = await openPhoneWallet({
      relayUrl: getStage().relay.url,
      projectId,
      chainId,
      account: ada,
      ...options,
    })
    t.after(() => phone.close())
    return phone
  }

  test('a creator enrolls with a wallet on the phone, and the session ends afterwards', async (t) => {
    const phone = await takePhone(t)
    const { page, faults } = await visit(t)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).origin))
    const scoreId = await openEnroll(page)
    await choosePhone(page)
    const uri = await readCode(page)
    assert.match(uri, /^wc:[\da-f]{64}@2\?/)
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await phone.scan(uri)
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await page.waitForURL(/\/launch\/[\da-f-]{36}\?new$/)
    assert.equal((await fetch(`${getStage().url}/v1/enrollment/${scoreId}`)).status, 200)
    assert.match(phone.asked.join(), new RegExp(`Enrollment[^]*${scoreId}`))
    await until(() => phone.countSessions() === 0)
    assert.deepEqual(new Set(sockets), new Set([getStage().relay.url]))
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), [])
    assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), [])
    assert.deepEqual(faults, [])
  })

  test('a declined connection is reported in the page’s language and can be retried', async (t) => {
    let choice: 'accept' | 'decline' = 'decline'
    const phone = await takePhone(t, { decide: () => choice })
    const { page } = await visit(t)
    await openEnroll(page, '?lang=es')
    const chooseInSpanish = () => page.getByRole('button', { name: 'Escanear con el teléfono' }).click()
    const readSpanishCode = async () => {
      await page.getByText('Escanea este código').waitFor()
      return (await page.getByRole('link', { name: 'Abrir la aplicación' }).getAttribute('href')) ?? ''
    }
    await chooseInSpanish()
    await phone.scan(await readSpanishCode())
    await page.getByRole('alert').getByText('Lo rechazaste en la aplicación de tu billetera.').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    choice = 'accept'
    await chooseInSpanish()
    await phone.scan(await readSpanishCode())
    await page.getByText('Conectada:').waitFor()
  })

  test('a wallet app without an Ethereum account is reported, and its session ends', async (t) => {
    const phone = await takePhone(t, { isForeign: true })
    const { page } = await visit(t)
    await openEnroll(page)
    await choosePhone(page)
    await phone.scan(await readCode(page))
    await page.getByRole('alert').getByText('Your wallet app shared no Ethereum account.').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await until(() => phone.countSessions() === 0)
  })

  test('a declined signature ends the session, and the next signature opens another one', async (t) => {
    let isWilling = false
    const phone = await takePhone(t, {
      decide: (what) => (what === 'signature' && !isWilling ? 'decline' : 'accept'),
    })
    const { page } = await visit(t)
    const scoreId = await openEnroll(page)
    await choosePhone(page)
    await phone.scan(await readCode(page))
    const sign = page.getByRole('button', { name: 'Sign and claim' })
    await sign.click()
    await page.getByRole('alert').getByText('You declined in your wallet app.').waitFor()
    assert.equal((await fetch(`${getStage().url}/v1/enrollment/${scoreId}`)).status, 404)
    await until(() => phone.countSessions() === 0)
    isWilling = true
    await sign.click()
    await phone.scan(await readCode(page))
    await page.waitForURL(/\/launch\//)
  })

  test('a wallet app that stays silent is given up after five minutes', async (t) => {
    const phone = await takePhone(t, { decide: (what) => (what === 'signature' ? 'silent' : 'accept') })
    const { page } = await visit(t)
    await page.clock.install()
    await openEnroll(page)
    await page.clock.runFor(1000)
    await choosePhone(page)
    await readCode(page)
    await page.clock.fastForward('05:00')
    const alert = page.getByRole('alert').getByText('Your wallet app didn’t answer within five minutes.')
    await alert.waitFor()
    await choosePhone(page)
    await phone.scan(await readCode(page))
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await page.getByRole('dialog').getByText('Open Sock Wallet on your phone').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.clock.fastForward('05:00')
    await alert.waitFor()
  })

  test('a relay out of reach is reported after ten seconds', async (t) => {
    const { lostUrl, lostDeps } = getStage()
    const { page } = await visit(t)
    await page.clock.install()
    const scoreId = await seedScore(lostDeps, { creatorAddress: ada.address })
    await page.goto(`${lostUrl}/enroll/${scoreId}?lang=zh`)
    await page.clock.runFor(1000)
    await page.getByRole('button', { name: '用手机扫描' }).click()
    await page.getByText('正在连接 WalletConnect').waitFor()
    await page.clock.fastForward('00:11')
    await page.getByRole('alert').getByText('无法连接 WalletConnect').waitFor()
  })

  test('cancelling closes the connection; an ended session returns to the choice', async (t) => {
    const phone = await takePhone(t, { decide: (what) => (what === 'signature' ? 'silent' : 'accept') })
    const { page } = await visit(t)
    await openEnroll(page)
    const before = getStage().relay.countOpen()
    await choosePhone(page)
    await readCode(page)
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('You cancelled.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Scan with your phone (WalletConnect)')
    await until(() => getStage().relay.countOpen() === before)
    await choosePhone(page)
    await phone.scan(await readCode(page))
    await page.getByRole('button', { name: 'Sign and claim' }).click()
    await until(() => phone.asked.length === 1)
    await phone.leave()
    await page.getByRole('alert').getByText('Your wallet app ended the connection.').waitFor()
  })

  test('a session that the wallet app ends before the signature returns to the choice', async (t) => {
    const phone = await takePhone(t)
    const { page } = await visit(t)
    await openEnroll(page)
    await choosePhone(page)
    await phone.scan(await readCode(page))
    const sign = page.getByRole('button', { name: 'Sign and claim' })
    await sign.waitFor()
    await until(() => phone.countSessions() === 1)
    const open = getStage().relay.countOpen()
    await phone.leave()
    await page.getByRole('button', { name: 'Scan with your phone' }).waitFor()
    assert.equal(await sign.count(), 0)
    await until(() => getStage().relay.countOpen() === open - 1) // the phone's own stays
    await choosePhone(page)
    await phone.scan(await readCode(page))
    await sign.click()
    await page.waitForURL(/\/launch\//)
  })

  test('another account than the creator’s is refused before signing', async (t) => {
    const phone = await takePhone(t, { account: bob })
    const { page } = await visit(t)
    await openEnroll(page)
    await choosePhone(page)
    await phone.scan(await readCode(page))
    await page.getByText('Wrong account').waitFor()
    await page.getByRole('button', { name: 'Another wallet' }).click()
    await page.getByRole('button', { name: 'Scan with your phone' }).waitFor()
    await until(() => phone.countSessions() === 0)
    assert.deepEqual(phone.asked, [])
  })

  test('a phone gets a link to its wallet app instead of the code, and nothing overflows', async (t) => {
    const { page } = await visit(t, { ...narrow, isMobile: true, hasTouch: true })
    await openEnroll(page)
    await page.getByRole('link', { name: 'MetaMask' }).waitFor()
    await choosePhone(page)
    assert.match(await readCode(page), /^wc:/)
    assert.equal(await page.getByRole('img', { name: 'QR code' }).count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    assert.ok((await measureWidth(page)) <= 360)
  })

  test('the library is loaded only after the choice', async (t) => {
    const { page } = await visit(t)
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await openEnroll(page)
    await page.getByRole('button', { name: 'Scan with your phone' }).waitFor()
    assert.ok(!scripts.some((url) => url.includes('phone-wallet')))
    await choosePhone(page)
    await readCode(page)
    assert.ok(scripts.some((url) => url.includes('phone-wallet')))
  })
})
