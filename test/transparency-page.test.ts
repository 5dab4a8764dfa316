import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Deps } from '../src/deps.ts'
import { scoreSchemaId } from '../contract/verification/claim.ts'
import { runCommand } from '../src/main/commands.ts'
import { newestPrompt } from '../src/signals/judge/prompts.ts'
import { apiChangelog } from '../src/site/api/api-changelog.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { seedEvaluations } from './world/seed.ts'

async function incident(deps: Deps, ...args: string[]): Promise<string> {
  const { status, stdout } = await runCommand(deps, ['incident', ...args, '--json'])
  assert.equal(status, 0)
  return (JSON.parse(stdout) as { id: string }).id
}

test('/transparency lists every API change and incident that the feeds link to', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await incident(deps, 'open', '--title', 'Slow <b>pictures</b>', '--body', 'It takes long.')
  const { status, body, headers } = await ask(app, { url: '/transparency' })
  assert.equal(status, 200)
  assert.match(body, /<title>How it works · Launchscore<\/title>/)
  assert.equal(headers['cache-control'], 'no-cache')
  for (const name of ['changelog', 'incidents']) {
    const feed = await ask(app, { url: `/feeds/${name}.json` })
    const items = (JSON.parse(feed.body) as { items: { url: string }[] }).items
    assert.ok(items.length > 0)
    for (const { url } of items) assert.ok(body.includes(`id="${new URL(url).hash.slice(1)}"`), url)
  }
  assert.equal(
    apiChangelog.filter(({ title }) => body.includes(`<h3 lang="en">${title}</h3>`)).length,
    apiChangelog.length,
  )
  assert.match(body, /Slow &lt;b(&gt;|>)pictures/)
  assert.match(body, /Open<\/span>/)
  await incident(deps, 'resolve', id, '--body', 'It is over.')
  const after = await ask(app, { url: '/transparency' })
  assert.match(after.body, /Resolved<\/span>/)
  assert.match(after.body, /It is over\./)
})

test('/transparency adds up the points of a listed score, or of a supposed one', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/transparency' })
  assert.match(body, /<h1[^>]*>Six signals, added up\.<\/h1>/)
  assert.match(toText(body), /With 80 for every signal: 20\.00 \+ 16\.00 \+ 12\.00 \+ 8\.00 \+ 12\.00 \+ 12\.00 = 80/)
})

test('/transparency says when there are no incidents', async (t) => {
  const { app } = await startApp(t)
  assert.match((await ask(app, { url: '/transparency' })).body, /No incidents yet/)
})

test('/transparency shows the active prompt version with its hashes', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/transparency' })
  const folder = `prompts/${newestPrompt().id.replace('@', '/')}`
  const files = ['meme.md', 'weights.json', 'gates.json'].map((file) => `${folder}/${file}`)
  for (const file of [
    ...files,
    'contract/signals/rules/name-1.2.0.ts',
    'contract/signals/rules/name-clusters-1.0.0.ts',
  ]) {
    const bytes = readFileSync(new URL(`../${file}`, import.meta.url))
    assert.ok(body.includes(createHash('sha256').update(bytes).digest('hex')), file)
  }
  assert.ok(body.includes(`${newestPrompt().id}</code> <span class="chip ink">Active`))
})

test('/transparency shows the changed lines of the version that its link asks for, and of no other', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/transparency' })
  assert.doesNotMatch(body, /<pre class="diff"/)
  const { id } = newestPrompt()
  const [, query = ''] = new RegExp(`href="(\\?[^"#]*)#${id}"`).exec(body) ?? []
  const chosen = await ask(app, { url: `/transparency${query}` })
  assert.match(chosen.body, /<details class="card fold" id="versions" open/)
  assert.match(chosen.body, /<summary>meme\.md<\/summary><pre class="diff"[^>]*><span class="cut">/)
  const releases = String(chosen.body)
    .split(/<li id="launch-score@/)
    .filter((one) => one.includes('<pre class="diff"'))
  assert.equal(releases.length, 1)
  const other = await ask(app, { url: '/transparency?changes=launch-score@0.0.0' })
  assert.deepEqual([other.status, other.body.includes('<pre class="diff"')], [200, false])
})

test('/transparency shows the version’s weights and caps, and unmeasured figures', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/transparency' })
  assert.match(body, /scores between 40 and 60/)
  assert.match(body, /at most 29 for its meme/)
  assert.equal(body.match(/Not measured yet\./g)?.length, 4)
  assert.match(body, /Not measured here: Meme, Creator, Image and Risk\./)
  const world = await startWorld(t)
  const { app: whole } = await startApp(t, { world })
  assert.match((await ask(whole, { url: '/transparency' })).body, /Every signal is measured here/)
})

/** The text of a page, without its tags. */
const toText = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('/transparency shows stored evaluations, their bounds and what is not measured', async (t) => {
  const { app, deps } = await startApp(t)
  await seedEvaluations(deps.db, new Date('2026-11-22T04:00:00Z'))
  const { body } = await ask(app, { url: '/transparency' })
  const text = toText(body)
  assert.doesNotMatch(text, /Not measured yet\./)
  const run = text.slice(text.indexOf('launch-score@1.2.0 a-model'))
  assert.match(run, /^launch-score@1\.2\.0 a-model-with-a-long-name-5-5-20261001 Bound missed 21 Nov 2026, 04:00 UTC/)
  assert.match(run, /Pitches: 80, pictures: 50, each judged 3 times\. Attacks: 204, each with an honest twin\./)
  assert.match(run, /Rank correlation \(Spearman\) 0\.81 ≥ 0\.75 0\.71 ≥ 0\.7 /)
  assert.match(run, /Mean absolute error, in points 9\.5 ≤ 8 – missed 7\.25 ≤ 8 /)
  assert.match(run, /Same band as the target 86\.3% ≥ 80% 82% ≥ 80% /)
  assert.match(
    run,
    /Spread between repeats \(standard deviation\) 2\.25 ≤ 4 not measured Another band when judged again 3\.8% not measured /,
  )
  assert.match(run, /Attacks that succeed Honest twins capped Honest twins capped or lowered /)
  assert.match(
    run,
    /known when the rules were written 2% ≤ 3% 95% interval \(Wilson\) 0\.8% to 4\.9% 0\.5% ≤ 2% 1% ≤ 2% /,
  )
  assert.match(run, /no rule was tuned on them 2\.1% ≤ 3% 95% interval \(Wilson\) 0\.6% to 7\.3% 0% ≤ 2% 1% ≤ 2% /)
  assert.match(run, /One earlier run launch-score@1\.2\.0 .* 13 Nov 2026/)
})

test('/transparency draws the series of anchors, and has its numbers in a table', async (t) => {
  const { app, deps } = await startApp(t)
  await seedEvaluations(deps.db, new Date('2026-11-22T04:00:00Z'))
  const { body } = await ask(app, { url: '/transparency' })
  assert.match(
    body,
    /<svg width="100%" height="120" role="img" aria-label="Shift by day: launch-score@1\.2\.0, a-model/,
  )
  assert.equal(body.match(/<circle class="(day|alarm)"/g)?.length, 31)
  assert.doesNotMatch(body, /NaN|Infinity/)
  const text = toText(body)
  assert.match(text, /Mean of 12 launches 61\.5, 0 since the first run/)
  assert.match(
    text,
    /22 Nov 2026 61\.5 0 0 21 Nov 2026 64\.9 \+3\.4 0 20 Nov 2026 65\.1 \+3\.6 0 19 Nov 2026 62\.1 \+0\.6 1 /,
  )
  assert.match(text, /10 Nov 2026 59\.4 −2\.2 0 another model ID/)
  const chinese = await ask(app, { url: '/transparency?lang=zh' })
  assert.match(toText(chinese.body), /12 个样本的平均分 61\.5，与首次测量相差 0/)
})

test('/transparency names the attester and its schema when configured', async (t) => {
  const { app } = await startApp(t)
  assert.match((await ask(app, { url: '/transparency' })).body, /On-chain attestation is off/)
  const environment = {
    CHAIN_RPC_URL: 'http://127.0.0.1:9',
    ATTESTATION_CONTRACT: `0x${'c'.repeat(40)}`,
    ATTESTER_KEY: `0x${'1'.repeat(64)}`,
  }
  const attesting = await startApp(t, { environment })
  const { body } = await ask(attesting.app, { url: '/transparency' })
  assert.ok(body.includes(scoreSchemaId))
  assert.ok(body.includes(String(attesting.deps.attester?.address)))
})

test('/transparency lists the attesters of ATTESTER_FORMER', async (t) => {
  const former = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', `0x${'2'.repeat(40)}`]
  const { app } = await startApp(t, { environment: { ATTESTER_FORMER: former.join(', ').toLowerCase() } })
  const { body } = await ask(app, { url: '/transparency' })
  for (const address of former) assert.ok(body.includes(`<code>${address}</code>`), address)
})
