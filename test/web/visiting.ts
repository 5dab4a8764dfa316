import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export const narrow = { viewport: { width: 360, height: 740 } }

/** How wide the page is, whatever the window. */
export const measureWidth = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

/** How much of the page has moved about since it began to load. */
export const measureShift = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    const add = (entries) => entries.forEach(({ value }) => (sum += value))
    new PerformanceObserver((list) => add(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
  })`)

/** A value below `bound`, or else the least of five loads of the page: something else may have kept the machine busy. */
export async function measureMinimum(page: Page, measure: (page: Page) => Promise<number>, bound: number) {
  let least = await measure(page)
  for (let again = 0; again < 4 && least >= bound; again++) {
    await page.reload({ waitUntil: 'networkidle' })
    least = Math.min(least, await measure(page))
  }
  return least
}

interface Visitor {
  context: BrowserContext
  page: Page
  /** Errors of its scripts, violations of the policy, and failed requests. */
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
  return { context, page, faults }
}
