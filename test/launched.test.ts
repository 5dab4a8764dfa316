import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '../src/main/commands.ts'
import { formatWhen } from '../src/site/cards/card-layout.ts'
import { ada, enroll } from './world/creators.ts'
import { startFollowed } from './world/outcomes.ts'
import { freshAddress } from './world/fresh-address.ts'
import { ask, startApp, startWorld } from './world/app.ts'

/** A launch whose token was created on 1 Jun 2026, and then rugged; its creator gave no time. */
async function startRugged(t: TestContext) {
  const { app, deps, launches } = await startFollowed(t, 9)
  const launch = launches.find(({ series }) => series === 'rugged-removed')
  assert.ok(launch)
  const read = async (url: string) => String((await ask(app, { url })).body)
  return {
    deps,
    ...launch,
    launchPage: () => read(`/launch/${launch.enrollmentId}`),
    scorePage: () => read(`/score/${launch.score.id}`),
    list: read,
    card: async () => {
      const { headers } = await app.inject({
        url: `/launch/${launch.enrollmentId}/card.png`,
        remoteAddress: freshAddress(),
      })
      return headers['etag']
    },
  }
}

const chip = '<span class="chip rugged">'
const heroOf = (html: string) => html.slice(html.indexOf('launch-hero'), html.indexOf('class="columns"'))

test('GET /launch/:id: a counted token makes it launched, with contract and outcome', async (t) => {
  const { launchPage, scorePage, list, card, deps, bindingId } = await startRugged(t)
  const [page, score, etag] = [await launchPage(), await scorePage(), await card()]
  const hero = heroOf(page)
  assert.match(
    hero,
    /Rugged on 2 Jun 2026.*Launched <time[^>]*>1 Jun 2026, 11:00 UTC.*data-copy="0x.*href="https:\/\/basescan\.org\/address\/0x/s,
  )
  assert.ok(hero.includes(chip))
  assert.match(
    page,
    /og:description" content="⚑ Rugged: [\d.]+% of the liquidity was taken out .* after launch\. Launched 1 Jun 2026\. Scored /,
  )
  assert.match(page, /<title>⚑ Rugged: Frog \d+ \(\$\w+\) launched 1 Jun 2026 · /)
  assert.match(score, /<title>⚑ Rugged: Frog/)
  assert.match(await list('/leaderboards?tab=new'), /Launched 1 Jun 2026, 11:00 UTC · Scored /)
  for (const html of [page, score]) assert.doesNotMatch(html, /No launch (date|time) yet/)

  await sql`update token_bindings set excluded = 'named_unsigned' where id = ${bindingId}`.execute(deps.db)
  const unproven = await launchPage()
  assert.match(heroOf(unproven), /No launch date yet/)
  assert.ok(!heroOf(unproven).includes(chip))
  assert.notEqual(await card(), etag)
})

test('GET /launch/:id: a corrected outcome takes the account of the rug with it', async (t) => {
  const { launchPage, card, deps, bindingId } = await startRugged(t)
  const etag = await card()
  assert.match(await launchPage(), /Rugged: [\d.]+% of the liquidity was taken out/)
  for (const horizon of ['24h', '7d']) {
    const subject = `outcome:${bindingId}:${horizon}`
    const args = ['outcome', 'correct', subject, '--reason', 'wrong_data', '--explain', 'A false reading.']
    assert.equal((await runCommand(deps, args)).status, 0)
  }
  const page = await launchPage()
  assert.doesNotMatch(page, /of the liquidity was taken out/)
  assert.ok(!heroOf(page).includes(chip))
  assert.match(page, /A false reading\./)
  assert.notEqual(await card(), etag)
})

test('GET /launch/:id: a submitted contract is unconfirmed, and proposed as the token', async (t) => {
  const world = await startWorld(t)
  const nowhere = 'http://127.0.0.1:9'
  const environment = { ...world.environment, CHAIN_ID: '8453', MARKET_DATA_URL: nowhere, CHAIN_RPC_URL: nowhere }
  const { app, score } = await startApp(t, { world, environment })
  const contractAddress = '0xc0de000000000000000000000000000000000001'
  const { body } = await score({ creatorAddress: ada.address, contractAddress })
  await enroll(app, { scoreId: body.id as string, wallet: ada })
  const html = String((await ask(app, { url: `/launch/${body.id as string}` })).body)
  assert.match(html, /No contract yet<.*We’re watching this wallet for the token\./s)
  assert.match(html, /Confirm the token contract \(creator only\)/)
  assert.match(html, /&quot;tokenAddress&quot;:&quot;0xc0de0{35}1&quot;/i)
  assert.doesNotMatch(html, /data-copy="0xc0de/i)
})

test('the card of a postponed launch says so, as its page does', () => {
  const plan = { scheduledFor: null, launched: null }
  assert.equal(formatWhen({ ...plan, phase: 'withdrawn' }), 'Launch postponed, no new date')
  assert.equal(formatWhen({ ...plan, phase: 'unscheduled' }), 'No launch date yet')
})
