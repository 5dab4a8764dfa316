import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** The violations that axe finds on the page, in both themes, the size of targets included: each rule with the elements that break it. */
export const axeFindingsWithTargets = (page: Page): Promise<string[][]> =>
  inBothThemes(page, { rules: { 'target-size': { enabled: true } } })

/** The same without the size of targets. */
export const axeFindings = (page: Page): Promise<string[][]> => inBothThemes(page, {})

/** Only the contrast can differ between the themes, so the dark one is asked for that alone. */
async function inBothThemes(page: Page, options: object): Promise<string[][]> {
  await page.evaluate(axeSource) // by the debugger's protocol, which the policy doesn't bind
  const light = await inTheme(page, 'light', options)
  const dark = await inTheme(page, 'dark', { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return [...light, ...dark]
}

async function inTheme(page: Page, colorScheme: 'light' | 'dark', options: object): Promise<string[][]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }) // colours on their way would be measured
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return findings.map(({ id, nodes }) => [
    `${id}, ${colorScheme}`,
    ...nodes.flatMap(({ html, failureSummary }) => [html, failureSummary]),
  ])
}
