import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const getVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

export interface Release {
  version: string
  commit: string | null
}

/** From the file COMMIT of a release, else from git; null without either. */
export async function findCommit(root: string): Promise<string | null> {
  const written = await readFile(join(root, 'COMMIT'), 'utf8').catch(() => '')
  return toCommit(written) ?? toCommit(await readHead(root))
}

const toCommit = (text: string) => (/^[0-9a-f]{7,64}$/.test(text.trim()) ? text.trim() : null)

/** Names the folder, so that git doesn't look for a repository around `root`. */
async function readHead(root: string): Promise<string> {
  const call = promisify(execFile)('git', [`--git-dir=${join(root, '.git')}`, 'rev-parse', 'HEAD'])
  return call.then(
    ({ stdout }) => stdout,
    () => '',
  )
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export const readRelease = async (): Promise<Release> => ({
  version: getVersion(),
  commit: await findCommit(root),
})
