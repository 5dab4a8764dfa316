import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildGallery } from '../../web/build-gallery.ts'
import { buildPages } from '../../web/build.ts'
import { print } from '../demo/layout.ts'

const folders = ['src', 'gallery'].map((name) => fileURLToPath(new URL(`../../web/${name}/`, import.meta.url)))
/** Editors save in bursts. */
const settleMs = 150

/** Builds the pages again when they change, until it is stopped. It prints a fault and waits for the next change. */
export function watchPages(stopped: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of folders)
    watch(folder, { recursive: true, signal: stopped }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void rebuild(), settleMs)
    })
}

const rebuild = (): Promise<void> =>
  buildPages({ isQuiet: true })
    .then(buildGallery)
    .then(
      () => print('The pages are rebuilt.'),
      (error: unknown) => print(error instanceof Error ? error.message : String(error)),
    )
