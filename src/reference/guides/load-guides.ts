import { readFile } from 'node:fs/promises'
import type { Guide } from '../../../contract/props/docs.ts'

const built = new URL('../../../web/dist/guides.json', import.meta.url)

/** Read on first use; none without a build of the pages. */
export function createGuides(from = built): () => Promise<Guide[]> {
  let reading: Promise<Guide[]> | undefined
  return () => (reading ??= readGuides(from))
}

async function readGuides(from: URL): Promise<Guide[]> {
  try {
    return JSON.parse(await readFile(from, 'utf8')) as Guide[] // web/build-guides.ts wrote it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
