import { readFileSync } from 'node:fs'

/** The version of this package. */
export const getVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** The version and the commit that run. */
export interface Release {
  version: string
  commit: string | null
}
