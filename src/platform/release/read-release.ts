import { fileURLToPath } from 'node:url'
import { type Release, getVersion } from '../package-version.ts'
import { findCommit } from './find-commit.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export const readRelease = async (): Promise<Release> => ({
  version: getVersion(),
  commit: await findCommit(root),
})
