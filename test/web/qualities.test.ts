import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { freeLunch, leftSock } from '../../dev/world/samples.ts'
import { axeFindings, axeFindingsWithTargets } from './axe.ts'
import { type Launches, seedLaunches } from './launching.ts'
import { creatorAddress, startListedStage } from './listed-stage.ts'
import { openForSuite } from './open-for-suite.ts'
import { startStage } from './stage.ts'
import { listSmallTargets, measureMinimum, measureShift, measureWidth } from './visiting.ts'

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
  'comparison with a missing score': `${url}/compare?ids=${ids.good},01890000-0000-7000-8000-000000000000,${ids.risky}`,
  'comparison of nothing': `${url}/compare`,
  'enrollment with a warning': `${url}/enroll/${ids.risky}`,
  'enrollment of a hostile text': `${url}/enroll/${ids.hostile}`,
  'withdrawn launch': `${url}/launch/${launches.withdrawn}`,
  'launch that moved': `${url}/launch/${launches.moved}`,
  'launch that its creator just made': `${url}/launch/${launches.unscheduled}?new`,
  'way to the site of a warned launch': `${url}/launch/${launches.risky}/leave`,
  'way to a hostile site': `${url}/launch/${launches.hostile}/leave`,
})

const listListed = ({ url, emptyUrl }: { url: string; emptyUrl: string }): Addresses => ({
  boards: `${url}/leaderboards?window=7d`,
  'board of warned scores': `${url}/leaderboards?tab=new&band=critical`,
  'board that is refused': `${url}/leaderboards?window=1y`,
  'past calendar': `${url}/launches?when=past`,
  'own launches': `${url}/launches/mine`,
  'own launches without rows': `${emptyUrl}/launches/mine`,
  'graduates without rows': `${emptyUrl}/graduates`,
  'search without finds': `${emptyUrl}/search?q=sock`,
  'boards without rows': `${emptyUrl}/leaderboards`,
  calendar: `${url}/launches?limit=10`,
  'calendar without rows': `${emptyUrl}/launches`,
  creator: `${url}/creator/${creatorAddress}`,
  'unknown creator': `${emptyUrl}/creator/${creatorAddress}`,
  'how it works': `${url}/transparency`,
  'track record': `${url}/track-record`,
  developers: `${url}/developer`,
})

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

  test('on a phone axe finds no issue, targets are 44 px, and nothing is wider', async (t) => {
    const { page } = await visit(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    const found: Record<string, unknown> = {}
    for (const [name, address] of Object.entries(getStage().addresses)) {
      await page.goto(address, { waitUntil: 'networkidle' })
      const width = await measureWidth(page)
      const small = await listSmallTargets(page)
      const findings = await axeFindings(page)
      if (findings.length > 0 || small.length > 0 || width > 360) found[name] = { findings, small, width }
    }
    assert.deepEqual(found, {})
  })

  test('at 1280 px axe finds no issue, nothing moves, nothing is wider, and no script fails', async (t) => {
    const { page, faults } = await visit(t, { viewport: { width: 1280, height: 800 } })
    const found: Record<string, unknown> = {}
    for (const [name, address] of Object.entries(getStage().addresses)) {
      await page.goto(address, { waitUntil: 'networkidle' })
      const shift = await measureMinimum(page, measureShift, 0.02)
      const width = await measureWidth(page)
      const findings = await axeFindingsWithTargets(page)
      if (findings.length > 0 || shift >= 0.02 || width > 1280) found[name] = { findings, shift, width }
    }
    assert.deepEqual(found, {})
    assert.deepEqual(
      faults.filter((fault) => !/status of (400|404)/.test(fault)), // of pages that are missing or refused
      [],
    )
  })

  test('at 320 and 768 px, and with text of twice the size, nothing is wider than the screen', async (t) => {
    const { page } = await visit(t, { viewport: { width: 320, height: 640 } })
    const wide: Record<string, number> = {}
    for (const [name, address] of Object.entries(getStage().addresses)) {
      await page.goto(address, { waitUntil: 'load' })
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 640 })
        const measured = await measureWidth(page)
        if (measured > width) wide[`${name}, ${width} px`] = measured
      }
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
