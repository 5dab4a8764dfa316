import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { tokenBody } from '../dev/stand-ins/goplus-bodies.ts'
import { insertLaunches } from '../src/creators/launch-index-store.ts'
import { startApp, startWorld } from './world/app.ts'

const randomAddress = () => `0x${randomBytes(20).toString('hex')}`

interface Given {
  fields: Record<string, string>
  /** null: the index doesn't have the token. */
  launchpad: string | null
  ageSeconds: number
}

const codes = (list: { code: string }[]) => list.map(({ code }) => code)

/** Scores a token of a launchpad with the taxes that GoPlus reports. */
async function scoreLaunched(t: TestContext, { fields, launchpad, ageSeconds }: Given) {
  const token = randomAddress()
  const creator = randomAddress()
  const world = await startWorld(t, { goplus: { tokens: { [token]: tokenBody({ kind: 'clean', creator, fields }) } } })
  const { score, deps } = await startApp(t, { world })
  const virtuals = deps.chains.get(8453)?.launchpads.find(({ id }) => id === 'virtuals-v5')
  assert.ok(virtuals)
  const platformTax = { buyPercent: 1, sellPercent: 1, sniperPercent: 99, sniperSeconds: 5880, note: '' }
  Object.assign(virtuals, { platformTax })
  const launchedAt = new Date(Date.now() - ageSeconds * 1000)
  const txHash = `0x${'7'.repeat(64)}`
  const row = { chainId: 8453, token, launchedAt, txHash, block: 1n, logIndex: 0, creator }
  if (launchpad !== null) await insertLaunches(deps.db, [{ ...row, launchpad }])
  const { status, body } = await score({ contractAddress: token, creatorAddress: creator })
  assert.equal(status, 201, JSON.stringify(body))
  return { warnings: codes(body.warnings), facts: codes(body.signals.risk.facts), risk: body.signals.risk }
}

test('the tax of a launchpad on snipers is not held against the creator', async (t) => {
  const fields = { buy_tax: '0.99', sell_tax: '0.01' }
  const { warnings, facts, risk } = await scoreLaunched(t, { fields, launchpad: 'virtuals-v5', ageSeconds: 60 })
  assert.deepEqual([warnings, risk.score], [[], 100])
  assert.ok(facts.includes('platform_tax') && !facts.includes('buy_tax'))
  assert.match(risk.reason, /itself takes 99% of each purchase and 1% of each sale, which is not the creator’s tax/)
})

test('what is above the tax of the launchpad counts', async (t) => {
  const fields = { buy_tax: '0.6', sell_tax: '0.6' }
  const { warnings, facts } = await scoreLaunched(t, { fields, launchpad: 'virtuals-v5', ageSeconds: 86_400 })
  assert.deepEqual(warnings, ['confiscatory_tax'])
  assert.ok(facts.includes('platform_tax') && facts.includes('sell_tax'))
})

for (const launchpad of ['clanker-v4', null])
  test(`the taxes of a token of ${launchpad ?? 'no launchpad'} are its creator’s`, async (t) => {
    const fields = { buy_tax: '0.99', sell_tax: '0.01' }
    const { warnings, facts } = await scoreLaunched(t, { fields, launchpad, ageSeconds: 60 })
    assert.deepEqual(warnings, ['confiscatory_tax'])
    assert.ok(!facts.includes('platform_tax'))
  })

await import('./world/close-shared-db.ts')
