import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { identifyLaunches, nameLaunches } from '../../src/scoring/identity.ts'
import { createScope } from '../hostile/scope.ts'
import { startFollowed } from '../world/outcomes.ts'
import { openForSuite } from './open-for-suite.ts'
import { measureWidth, narrow } from './visiting.ts'

/** A service whose launches have been followed for 40 days, and a folder for the pictures of what it shows. */
async function startRecord() {
  const scope = createScope()
  const { app, deps, launches } = await startFollowed(scope)
  // What scorings store for search, and seeds don't.
  for (const run of [identifyLaunches, nameLaunches]) await run(deps, new AbortController().signal)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'launchscore-outcomes-'))
  return {
    url,
    folder,
    find: (series: string) => {
      const launch = launches.find((one) => one.series === series)
      assert.ok(launch, series)
      return launch
    },
    close: scope.close,
  }
}

const decided = [
  {
    series: 'rugged-removed',
    word: 'Rugged',
    sign: '⚑ ',
    sentence: /Rugged: 98% of the liquidity was taken out 1 day after launch/,
    sources: [
      /By the wallet that launched or first supplied it, 2 Jun 2026, 06:00\s?–\s?12:00 UTC \(transaction 0x02…0x02/,
    ],
  },
  {
    series: 'dead-quiet',
    word: 'Dead',
    sign: '✕ ',
    sentence: /Dead: there was no trade in 72 hours, \d+ days after launch/,
    sources: [],
  },
  {
    series: 'graduated',
    word: 'Graduated',
    sign: '✓ ',
    sentence: /Graduated[\s\S]*seven straight days above \$20k liquidity/i,
    sources: [],
  },
]

void describe('an outcome leads every surface that shows the score', () => {
  const { getStage, visit } = openForSuite(startRecord)

  const keep = async (page: Page, name: string) =>
    page.screenshot({ path: join(getStage().folder, `${name}.png`), animations: 'disabled' })

  for (const { series, word, sign, sentence, sources } of decided) {
    test(`${series}: the pages of the score and of the launch, in both themes`, async (t) => {
      const { url, find, folder } = getStage()
      const { score, enrollmentId } = find(series)
      t.diagnostic(`pictures in ${folder}`)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const { viewport } of [{ viewport: { width: 1280, height: 800 } }, narrow]) {
          const { page, faults } = await visit(t, { colorScheme, viewport })
          for (const path of [`/score/${score.id}`, `/launch/${enrollmentId}`]) {
            await page.goto(url + path)
            const bar = page.locator('.news')
            assert.equal(await bar.count(), 1, path)
            const text = await bar.innerText()
            for (const one of [sentence, ...sources, /Scored [\d.]+ \(\w+\) before launch/]) assert.match(text, one)
            const body = await page.locator('main').innerText()
            assert.match(body, /scored [^\n]+ before launch/i)
            for (const gone of ['Measure again', 'Claim this launch', 'Remind me', 'What would raise it'])
              assert.ok(!body.includes(gone), `${path}: ${gone}`)
            if (viewport.width === 360) assert.ok((await measureWidth(page)) <= 360, path)
            await keep(page, `${series}-${path.split('/')[1]}-${colorScheme}-${viewport.width}`)
          }
          assert.deepEqual(faults, [])
        }
    })

    test(`${series}: lists, search, the profile and the comparison`, async (t) => {
      const { url, find } = getStage()
      const { score } = find(series)
      const { name, creatorAddress } = score.submission
      const { page } = await visit(t, { javaScriptEnabled: false })
      const rows: [path: string, name: string][] = [
        ['/leaderboards?tab=new&limit=50', 'newest'],
        ['/launches?when=all&limit=50', 'launches'],
        [`/search?q=${encodeURIComponent(name)}`, 'search'],
        [`/creator/${creatorAddress}`, 'creator'],
      ]
      for (const [path, list] of rows) {
        await page.goto(url + path)
        const row = page.locator('.score-table tbody tr', { has: page.getByText(name, { exact: true }) })
        const chip = row.first().locator('td.verdict .chip')
        assert.match(await chip.innerText(), new RegExp(`^${word}$`), path)
        await keep(page, `${series}-${list}`)
      }
      await page.goto(`${url}/compare?ids=${score.id}`)
      assert.match(await page.locator('.compare-page .total').first().innerText(), new RegExp(word))
      assert.match(await page.title(), new RegExp(`${sign}${word}: ${name}`))
    })

    test(`${series}: card, badge, preview and feed`, async (t) => {
      const { url, find, folder } = getStage()
      const { score, enrollmentId } = find(series)
      const { page } = await visit(t, { javaScriptEnabled: false })
      await page.goto(`${url}/score/${score.id}`)
      const meta = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content')
      const title = (await meta('og:title')) ?? ''
      assert.match(title, new RegExp(`^${sign}${word}: Frog`))
      assert.match((await meta('og:description')) ?? '', sentence)
      const image = new URL((await meta('og:image')) ?? '')
      assert.equal(image.searchParams.get('v'), word.toLowerCase())
      for (const [file, path] of [
        ['card', `/score/${score.id}/card.png`],
        ['card-3x2', `/score/${score.id}/card-3x2.png`],
        ['launch-card', `/launch/${enrollmentId}/card.png`],
      ] as const) {
        const response = await fetch(url + path)
        assert.equal(response.status, 200, path)
        await writeFile(join(folder, `${series}-${file}.png`), Buffer.from(await response.arrayBuffer()))
      }
      for (const style of ['compact', 'card'] as const)
        for (const theme of ['light', 'dark', 'auto']) {
          const svg = await (await fetch(`${url}/score/${score.id}/badge.svg?style=${style}&theme=${theme}`)).text()
          assert.match(svg, new RegExp(`>\u2068${word}\u2069<`), style)
          assert.match(svg, new RegExp(`aria-label="${sign}${word}: `))
          assert.match(svg, /scored [\d.]+ before launch/)
          await writeFile(join(folder, `${series}-badge-${style}-${theme}.svg`), svg)
        }
      const feed = await (await fetch(`${url}/feeds/launches.xml`)).text()
      assert.match(
        feed,
        new RegExp(`<title[^>]*>${sign}${word}: ${score.submission.name} .*, scored [\\d.]+ before launch<`),
      )
      const shared = await page.locator('a[href^="https://x.com/intent/post"]').first().getAttribute('href')
      const posted = word === 'Graduated' ? '$SOCK graduated: ' : `${sign}${word}: `
      assert.ok(new URL(shared ?? '').searchParams.get('text')?.startsWith(posted))
    })
  }
})
