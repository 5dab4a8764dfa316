import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** What axe finds on the page as it stands, the size of targets included: each rule with the elements that break it. */
export const axeFindingsWithTargets = (page: Page): Promise<string[][]> =>
  axeFindings(page, { rules: { 'target-size': { enabled: true } } })

/** What axe finds on the page as it stands: each rule with the elements that break it. */
export async function axeFindings(page: Page, options: object = {}): Promise<string[][]> {
  await page.evaluate(axeSource) // by the debugger's protocol, which the policy doesn't bind
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return findings.map(({ id, nodes }) => [id, ...nodes.flatMap(({ html, failureSummary }) => [html, failureSummary])])
}
