import assert from 'node:assert/strict'
import { type TestContext, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startWalletRelay } from '../../dev/stand-ins/wallet-relay.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { parseConfig } from '../../src/config.ts'
import { buildApp } from '../../src/main/routes.ts'
import { openDeps } from '../../src/main/open-deps.ts'
import { ada, bob } from '../enrolling.ts'
import { memoryLog } from '../memory-log.ts'
import { seedScore } from '../seed.ts'
import { openTestDb } from '../test-db.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { openPhoneWallet } from './phone-wallet.ts'
import { narrow } from './visiting.ts'

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
  const walletConnect = { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relayUrl }
  const config = parseConfig({ ...walletConnect, PUBLIC_URL: url, CHAIN_ID: String(chainId) })
  const { deps, close } = await openDeps(config, { database, log })
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port })
  return { url, deps, close: () => app.close().then(close).then(closeDb) }
}

const choosePhone = (page: Page) => page.getByRole('button', { name: 'Use the wallet on your phone' }).click()

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
    assert.deepEqual(await page.evaluate('[indexedDB.databases(), Object.keys(localStorage)]'), [{}, []])
    assert.deepEqual(faults, [])
  })
})
