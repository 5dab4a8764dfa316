import { readFileSync } from 'node:fs'

export const getVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

export interface Release {
  version: string
  commit: string | null
}
