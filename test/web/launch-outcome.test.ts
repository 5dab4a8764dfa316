import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Hex, createWalletClient, getContractAddress, http } from 'viem'
import { startAnvil } from '../../dev/stand-ins/anvil.ts'
import { openLocalChain } from '../../dev/stand-ins/eas.ts'
import { ada, enroll } from '../world/creators.ts'
import { startFollowed } from '../world/outcomes.ts'
import { startApp, startWorld } from '../world/app.ts'
import { createScope } from '../hostile/scope.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { installFakeWallet } from './fake-wallet.ts'
import { openForSuite } from './open-for-suite.ts'
import { measureWidth, narrow } from './visiting.ts'

async function startRecord() {
  const scope = createScope()
  const { app, launches, score } = await startFollowed(scope)
  await score({})
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const toUrl = (series: string) =>
    `${url}/launch/${launches.find((launch) => launch.series === series)?.enrollmentId ?? ''}`
  return { url, toUrl, followed: launches.length, close: scope.close }
}

void describe('what became of a launch, on its page', () => {
  const { getStage, visit } = openForSuite(startRecord)

  const stories: [series: string, words: RegExp[]][] = [
    ['graduated', [/Graduated on 10 Jun 2026/, /30 days\s+Graduated/, /90 days\s+due 30 Aug 2026/]],
    [
      'rugged-removed',
      [
        /Rugged: 98% of the liquidity was taken out 1 day after launch/,
        /By the wallet that launched or first supplied it, 2 Jun 2026, 06:00–12:00 UTC/,
        /24 hours\s+Rugged\s+The liquidity was taken out\.\s+7 days\s+Rugged/,
      ],
    ],
    ['dead-quiet', [/7 days\s+Dead\s+No trade in 72 hours\./]],
    ['unknown-vanished', [/7 days\s+Unknown\s+No longer listed; we don’t know how much is left in its pools\./]],
  ]
  for (const [series, words] of stories)
    test(`${series}: every horizon has its outcome and cause, without JavaScript`, async (t) => {
      const { page, faults } = await visit(t, { javaScriptEnabled: false })
      await page.goto(getStage().toUrl(series))
      const text = await page.locator('main').innerText()
      for (const one of words) assert.match(text, one)
      assert.deepEqual(faults, [])
    })

  test('the home page counts what was scored, followed, graduated and rugged, and leads to each', async (t) => {
    const { page, faults } = await visit(t)
    const { url, followed } = getStage()
    await page.goto(url)
    const figures = page.locator('.home-page .figures li')
    assert.deepEqual(
      (await figures.allInnerTexts()).map((text) => text.replaceAll('\n', ' ')),
      [`${followed + 1} launches scored`, `${followed} followed after launch`, '2 graduated, 3 rugged'],
    )
    await figures.getByText('followed after launch').click()
    await page.waitForURL(/\/track-record$/)
    assert.deepEqual(faults, [])
  })

  test('each observation is a row of the table beside the chart', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto(getStage().toUrl('vanished-seen-on-chain'))
    await page.locator('.launch-course summary').click()
    const rows = await page.locator('.observations tbody tr').allInnerTexts()
    assert.equal(rows.length, 6)
    assert.match(rows[0] ?? '', /^1 Jun 2026, 13:00 UTC\s+9,000\s/)
    assert.match(rows[3] ?? '', /15,500\s+–\s+–\s+not listed; depth read from the chain$/)
    assert.equal(await page.locator('.chart .depth').count(), 5)
  })

  for (const [name, options] of [
    ['1280 px', { colorScheme: 'dark' }],
    ['360 px', narrow],
  ] as const)
    test(`at ${name} axe finds no issue, and nothing is wider than the screen`, async (t) => {
      const { page, faults } = await visit(t, options)
      for (const series of ['graduated', 'rugged-removed', 'unknown-vanished']) {
        await page.goto(getStage().toUrl(series))
        await page.locator('.launch-course summary').click()
        assert.equal(await measureWidth(page), page.viewportSize()?.width)
        assert.deepEqual(await axeFindingsWithTargets(page), [])
      }
      assert.deepEqual(faults, [])
    })

  test('the section speaks the language of the page', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    for (const [language, words] of [
      ['es', 'Se podían retirar menos de 1000 USD.'],
      ['zh', '可取出的资金不足 1,000 美元。'],
    ]) {
      await page.goto(`${getStage().toUrl('dead-sold-down')}?lang=${language}`)
      await page
        .locator('#outcome')
        .getByText(words ?? '')
        .first()
        .waitFor()
    }
  })
})

const chainId = 31337
/** Returns nothing for any call: a contract, though no token that tells its name. */
const deployCode: Hex = '0x600180600b6000396000f300'

/** A service whose clock stands a day before its chain's, so that scores are older than tokens. */
async function startChain() {
  const scope = createScope()
  const [anvil, world] = await Promise.all([
    startAnvil(['--chain-id', String(chainId), '--slots-in-an-epoch', '10']),
    startWorld(scope),
  ])
  scope.after(anvil.stop)
  const environment = { ...world.environment, CHAIN_ID: String(chainId), CHAIN_RPC_URL: anvil.url }
  const clock = { now: () => new Date(Date.now() - 86_400_000) }
  const { app, score } = await startApp(scope, { world, environment, clock })
  const { body } = await score({ creatorAddress: ada.address })
  await enroll(app, { scoreId: body.id as string, wallet: ada })
  const chain = openLocalChain(anvil.url, chainId)
  await chain.setBalance({ address: ada.address, value: 10n ** 19n })
  const wallet = createWalletClient({ account: ada, chain: chain.chain, transport: http(anvil.url) })
  const deployed = {
    token: getContractAddress({ from: ada.address, nonce: 0n }),
    hash: await wallet.sendTransaction({ data: deployCode }),
  }
  await chain.mine({ blocks: 12 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { launchUrl: `${url}/launch/${body.id as string}`, deployed, close: scope.close }
}

void describe('naming the token of a launch in a browser', () => {
  const { getStage, visit } = openForSuite(startChain)

  test('a typing error is reported before anything is signed', async (t) => {
    const { page } = await visit(t, narrow)
    const { calls } = await installFakeWallet(page, { accounts: [ada] })
    await page.goto(getStage().launchUrl)
    await page.getByRole('button', { name: 'Confirm the token contract (creator only)' }).click()
    await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    await page.getByLabel('Token contract', { exact: true }).fill('0x12')
    await page.getByRole('button', { name: 'Sign and submit' }).click()
    await page.locator('.field-fault').getByText('Enter 0x and 40 hex digits.').waitFor()
    await page.locator('[name=tokenAddress]:focus').waitFor()
    assert.deepEqual(calls, ['eth_requestAccounts'])
    await page.evaluate('scrollTo(0, 0)') // the bar at the top covers what is scrolled below it
    assert.deepEqual(await axeFindingsWithTargets(page), [])
    assert.equal(await measureWidth(page), 360)
  })

  test('one signature binds the token, and the page shows what the chain proves', async (t) => {
    const { page, faults } = await visit(t)
    const { calls } = await installFakeWallet(page, { accounts: [ada] })
    const { launchUrl, deployed } = getStage()
    await page.goto(launchUrl)
    await page.getByRole('button', { name: 'Confirm the token contract (creator only)' }).click()
    await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    await page.getByLabel('Token contract', { exact: true }).fill(deployed.token)
    await page.getByLabel('Creation transaction').fill(deployed.hash)
    await page.getByRole('button', { name: 'Sign and submit' }).click()
    await page.getByText('The token and who made it').click()
    await page.getByText('The creator’s wallet deployed it').waitFor()
    const text = await page.locator('#outcome').innerText()
    assert.match(text, /Scored before launch, so it counts in our track record\./)
    assert.match(text, /The creator signed for it/)
    assert.equal(await page.getByRole('button', { name: 'Confirm the token contract (creator only)' }).count(), 0)
    assert.deepEqual(calls.slice(0, 2), ['eth_requestAccounts', 'personal_sign'])
    assert.deepEqual(await axeFindingsWithTargets(page), [])
    assert.deepEqual(faults, [])
  })
})
