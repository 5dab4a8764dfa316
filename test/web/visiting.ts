import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeFinding {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** What axe finds on a page as it stands. */
export async function axeFindings(page: Page): Promise<string[][]> {
  await page.evaluate(axeSource) // by the debugger's protocol, which the policy doesn't bind
  const findings = await page.evaluate<AxeFinding[]>('axe.run().then(({ violations }) => violations)')
  return findings.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`)])
}

/** How wide the page is, whatever the window. */
export const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

interface Visitor {
  page: Page
  /** What its scripts throw, what the policy refuses, what it asks for in vain. */
  faults: string[]
}

/** A page in a context of its own, gone after the test. */
export async function visitWith(
  browser: Browser,
  t: { after: (run: () => Promise<void>) => void },
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) faults.push(`loads ${request.url()}`)
  })
  t.after(() => context.close())
  return { page, faults }
}
