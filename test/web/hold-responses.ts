import type { Page } from 'playwright-core'

/** Holds back the responses to requests whose URL matches. The result releases them, and waits until the page has the first. */
export async function holdResponses(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  return async () => {
    const arrived = page.waitForEvent('requestfinished', (request) => pattern.test(request.url()))
    released.resolve()
    await arrived
    await waitForPaint(page)
  }
}

export const waitForPaint = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
