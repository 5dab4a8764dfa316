import { execFileSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium, or whatever `chromium` is on the PATH. */
export const openBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({ args, executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim() })
