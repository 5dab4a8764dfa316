import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startHoneypotIs } from '../dev/stand-ins/honeypot-is.ts'
import { examine } from '../src/main/examine.ts'
import { ask, startApp, startWorld } from './world/app.ts'

const contractAddress = `0x${'7'.repeat(40)}`

/** The service with honeypot.is as its token-risk provider. */
async function start(t: TestContext) {
  const server = await startHoneypotIs({
    tokens: { [contractAddress]: { name: 'Left Sock', symbol: 'SOCK', isHoneypot: true, sellTax: 100 } },
  })
  t.after(server.close)
  const world = await startWorld(t)
  const settings = { TOKEN_RISK_PROVIDER: 'honeypot-is', TOKEN_RISK_URL: server.url }
  return startApp(t, { world, environment: { ...world.environment, ...settings } })
}

test('another token-risk provider finds a honeypot, and every sentence names it', async (t) => {
  const { app, score } = await start(t)
  const { status, body } = await score({ contractAddress })
  assert.equal(status, 201)
  assert.deepEqual(
    body.warnings.map(({ code, source }: { code: string; source: string }) => [code, source]),
    [
      ['honeypot', 'honeypot.is'],
      ['confiscatory_tax', 'honeypot.is'],
    ],
  )
  const { creator, risk } = body.signals
  assert.deepEqual([risk.stub, risk.score, risk.attribution, creator.attribution], [false, 0, undefined, undefined])
  assert.match(creator.reason, /Address lists were not checked: honeypot\.is has none\./)
  assert.doesNotMatch(JSON.stringify(body), /GoPlus/)
  const page = await app.inject({ url: `/score/${body.id}`, headers: { accept: 'text/html' } })
  assert.equal(page.statusCode, 200)
  assert.doesNotMatch(page.body, /GoPlus/)
})

test('a prompt version whose sentences name another provider can’t be measured', async (t) => {
  const { app, score } = await start(t)
  const { body } = await score({ contractAddress })
  const url = `/v1/score/${body.id}/rescore`
  const again = await ask(app, { method: 'POST', url, payload: { promptVersion: 'launch-score@1.1.0' } })
  assert.deepEqual([again.status, again.body.error.code], [409, 'conflict'])
  assert.match(again.body.error.message, /honeypot\.is/)
  assert.equal((await ask(app, { method: 'POST', url })).status, 201)
})

test('the doctor asks it about the wrapped coin', async (t) => {
  const { deps } = await start(t)
  const rows = await examine({ ...deps, channels: [] }, t.signal)
  const row = rows.find(({ name }) => name === 'token risk')
  assert.deepEqual([row?.state, row?.reason], ['ok', 'honeypot.is responds; ask its makers before you resell the data'])
})

await import('./world/close-shared-db.ts')
