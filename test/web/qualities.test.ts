import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { freeLunch, leftSock } from '../../dev/world/samples.ts'
import { axeFindings } from './axe.ts'
import { type Launches, seedLaunches } from './launching.ts'
import { creatorAddress, startListedStage } from './listed-stage.ts'
import { openForSuite } from './open-for-suite.ts'
import { startStage } from './stage.ts'
import { measureMinimum, measureShift, measureWidth } from './visiting.ts'

async function startStages() {
  const [stage, lists] = await Promise.all([startStage(), startListedStage()])
  const launches = await seedLaunches(stage)
  const addresses = { ...listStaged(stage, launches), ...listListed(lists) }
  return { addresses, close: () => Promise.all([stage.close(), lists.close()]) }
}

type Addresses = Record<string, string>

const listStaged = ({ url, stubsUrl, ids }: Awaited<ReturnType<typeof startStage>>, launches: Launches): Addresses => ({
  home: url,
  'home of a fresh service': stubsUrl,
  score: `${url}/score/${ids.good}`,
  'score of a hostile text': `${url}/score/${ids.hostile}`,
  'score with a warning': `${url}/score/${ids.risky}`,
  'preliminary score': `${stubsUrl}/score/${ids.preliminary}`,
  comparison: `${url}/compare?ids=${ids.good},${ids.risky},${ids.hostile}`,
  search: `${url}/search?q=l`,
  'token with a warning': `${url}/token/${freeLunch.submission.contractAddress}`,
  'scored token': `${url}/token/${leftSock.submission.contractAddress}`,
  'unknown token': `${url}/token/0x00000000000000000000000000000000000000aa`,
  'missing page': `${url}/nothing-here`,
  enrollment: `${url}/enroll/${launches.toEnroll}`,
  'scheduled launch': `${url}/launch/${launches.scheduled}`,
  'hostile launch': `${url}/launch/${launches.hostile}`,
  'launch with a warning': `${url}/launch/${launches.risky}`,
  'live launch': `${url}/launch/${launches.live}`,
  'launch without a time': `${url}/launch/${launches.unscheduled}`,
  'way to another site': `${url}/launch/${launches.scheduled}/leave`,
  'guide for integrators': `${url}/docs/quickstart`,
  graduates: `${url}/graduates`,
})

const listListed = ({ url, emptyUrl }: { url: string; emptyUrl: string }): Addresses => ({
  boards: `${url}/leaderboards?window=7d`,
  'boards without rows': `${emptyUrl}/leaderboards`,
  calendar: `${url}/launches?limit=10`,
  'calendar without rows': `${emptyUrl}/launches`,
  creator: `${url}/creator/${creatorAddress}`,
  'unknown creator': `${emptyUrl}/creator/${creatorAddress}`,
  'how it works': `${url}/transparency`,
  'track record': `${url}/track-record`,
  developers: `${url}/developer`,
})

/** In CSS pixels: a finger hits no smaller ones. */
const targetSide = 44

/** Controls that a finger would miss: links within a text are as high as its lines. */
const listSmallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, summary, select, textarea, input, a[href]')]
    .map((one) => (one.matches('input[type=checkbox], input[type=radio], input[type=file]') ? one.closest('label') ?? one : one))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
    .filter((one) => !one.matches('.skip, .unseen, .unseen *'))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.height < ${targetSide} - 0.5 || box.width < ${targetSide} - 0.5))
    .map(({ one, box }) => Math.round(box.width) + ' × ' + Math.round(box.height) + ': ' + one.outerHTML.slice(0, 120))`)

const maxPageBytes = 120_000
const maxScoreScriptBytes = 35_000

const sum = (all: { bytes: number }[]) => all.reduce((total, { bytes }) => total + bytes, 0)

/** What a first visit loads, pictures of launches aside. */
async function measureBytes(page: Page, address: string) {
  const loaded: Response[] = []
  page.on('response', (response) => loaded.push(response))
  await page.goto(address, { waitUntil: 'networkidle' })
  const sizes = await Promise.all(
    loaded
      .filter((response) => response.ok() && !/picture|\/images\//.test(response.url()))
      .map(async (response) => ({
        isScript: response.url().endsWith('.js'),
        bytes: (await response.request().sizes()).responseBodySize,
      })),
  )
  return { all: sum(sizes), scripts: sum(sizes.filter(({ isScript }) => isScript)) }
}

void describe('every page in a browser', () => {
  const { getStage, visit } = openForSuite(startStages)

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
  ] as const)
    test(`axe finds no issue at ${width} px, and nothing is wider, in both themes`, async (t) => {
      const { page } = await visit(t, { viewport: { width, height } })
      const findings: Record<string, string[][]> = {}
      const widths: Record<string, number> = {}
      for (const [name, address] of Object.entries(getStage().addresses)) {
        await page.goto(address, { waitUntil: 'load' })
        const found = await axeFindings(page)
        if (found.length > 0) findings[name] = found
        const wide = await measureWidth(page)
        if (wide > width) widths[name] = wide
      }
      assert.deepEqual({ findings, widths }, { findings: {}, widths: {} })
    })

  test('a phone’s targets are at least 44 px high and wide', async (t) => {
    const { page } = await visit(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    const small: Record<string, string[]> = {}
    for (const [name, address] of Object.entries(getStage().addresses)) {
      await page.goto(address, { waitUntil: 'networkidle' })
      const found = await listSmallTargets(page)
      if (found.length > 0) small[name] = found
    }
    assert.deepEqual(small, {})
  })

  test('at 320 px, and with text of twice the size, nothing is wider than the screen', async (t) => {
    const { page } = await visit(t, { viewport: { width: 320, height: 640 } })
    const wide: Record<string, number> = {}
    for (const [name, address] of Object.entries(getStage().addresses)) {
      await page.goto(address, { waitUntil: 'load' })
      const width = await measureWidth(page)
      if (width > 320) wide[name] = width
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.addStyleTag({ content: 'html { font-size: 200% }' }).catch(() => {})
      const enlarged = await measureWidth(page)
      if (enlarged > 1280) wide[`${name}, enlarged`] = enlarged
      await page.setViewportSize({ width: 320, height: 640 })
    }
    assert.deepEqual(wide, {})
  })

  test('a first visit loads at most 120 kB beside pictures, and moves nothing', async (t) => {
    const heavy: Record<string, unknown> = {}
    for (const [name, address] of Object.entries(getStage().addresses)) {
      const { page } = await visit(t, { viewport: { width: 360, height: 740 } })
      const bytes = await measureBytes(page, address)
      const shift = await measureMinimum(page, measureShift, 0.02)
      const isTooMuch = bytes.all > maxPageBytes || (name === 'score' && bytes.scripts > maxScoreScriptBytes)
      if (isTooMuch || shift >= 0.02) heavy[name] = { ...bytes, shift }
    }
    assert.deepEqual(heavy, {})
  })
})
