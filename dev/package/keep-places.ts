import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

const entry = /(new Worker|fork)\(new URL\('(\.[^']+)', import\.meta\.url\)/g
const ofPackage = /import\.meta\.resolve\(([^()]+)\)/g

/**
 * Lets a bundled module find files as in the checkout: its `import.meta` names the place that it has there, in `dist/`. The
 * files of packages, which `import.meta.resolve` finds, are in `dist/packages/`. All chunks must lie in one folder of `dist/`.
 * Replacements stay within their lines, so the lines of the source maps are right.
 */
export const keepPlaces = (root: string): Plugin => ({
  name: 'keep-places',
  transform: {
    filter: { id: /\.[jt]s$/, code: /import\.meta\./ },
    handler(code, id) {
      const path = relative(root, id)
      if (path.startsWith('..') || path.includes('node_modules')) return undefined
      const emit = (file: string) => this.emitFile({ type: 'chunk', id: join(dirname(id), file) })
      const moved = code
        .replaceAll(entry, (_call, start: string, file: string) => `${start}(new URL(chunkUrl_${emit(file)})`)
        .replaceAll(ofPackage, "new URL('../packages/' + ($1), chunkUrl).href")
        .replaceAll(/import\.meta\.dirname\b/g, `(import.meta.dirname + '/../${dirname(path)}')`)
        .replaceAll(/import\.meta\.url\b/g, `new URL('../${path}', chunkUrl).href`)
        .replaceAll(/\bchunkUrl_(\w+)/g, 'import.meta.ROLLUP_FILE_URL_$1')
        .replaceAll(/\bchunkUrl\b/g, 'import.meta.url')
      return { code: moved, map: null }
    },
  },
})
