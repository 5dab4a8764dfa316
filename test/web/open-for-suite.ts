import { type TestContext, after, before } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { visitWith } from './visiting.ts'

/** Starts services and a browser before the tests of a suite, and closes them after the tests. */
export function openForSuite<Stage extends { close: () => Promise<unknown> }>(start: () => Promise<Stage>) {
  let opened: [Stage, Browser] | undefined
  before(async () => {
    opened = await Promise.all([start(), openBrowser()])
  })
  after(() => Promise.all(opened?.map((one) => one.close()) ?? []))
  const getOpened = () => {
    if (!opened) throw new Error('Nothing is open before the tests of the suite')
    return opened
  }
  return {
    getStage: () => getOpened()[0],
    visit: (t: Pick<TestContext, 'after'>, options: BrowserContextOptions = {}) =>
      visitWith(getOpened()[1], t, options),
  }
}
