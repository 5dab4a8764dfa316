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

/**
 * The controls that a finger would miss: those that a touch doesn't reach in a cross of 44 px, the arms of which may be
 * moved along. What is measured is what is hit, not what is drawn: a row that is one link is as large as the row, and a
 * small icon as large as the room around it that no other control takes. Links within a text are as high as its lines.
 */
export const listSmallTargets = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const side = 44
    const isHit = (one, x, y) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (one.contains(hit) || hit.closest('label')?.control === one)
    }
    const reach = (one, x, y, [right, down]) => {
      let steps = 0
      while (steps < side && isHit(one, x + right * (steps + 0.5), y + down * (steps + 0.5))) steps++
      return steps
    }
    const measure = (one) => {
      const shown = one.matches('input') ? one.labels?.[0] : undefined
      const target = shown && one.matches('[type=checkbox], [type=radio], [type=file]') ? shown : one
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, width, height } = target.getBoundingClientRect()
      const [left, right, up, down] = [[-1, 0], [1, 0], [0, -1], [0, 1]].map((way) =>
        reach(one, x + width / 2, y + height / 2, way))
      return { one, width: left + right, height: up + down }
    }
    return [...document.querySelectorAll('button, summary, select, textarea, input, a[href]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
      .filter((one) => !one.matches('.skip, .unseen *'))
      .map(measure)
      .filter(({ width, height }) => width < side || height < side)
      .map(({ one, width, height }) => width + ' × ' + height + ': ' + one.outerHTML.slice(0, 120))
  })()`)

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
