// Builds client/dist: one module with the checks of a score that it shares with verify/, its source map, and the types of each
// file. It is not minified, because Node prints the line of an uncaught error.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'client/dist')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'web/write-client-types.ts')], { stdio: 'inherit' })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'client', '--emitDeclarationOnly'], {
  cwd: root,
  stdio: 'inherit',
})
copyFileSync(join(root, 'client/src/verify-score.d.ts'), join(dist, 'verify-score.d.ts'))
await build({
  cwd: root,
  tsconfig: false,
  logLevel: 'warn',
  input: { index: 'client/src/index.ts', element: 'client/src/element.ts' },
  platform: 'neutral',
  // The rules of names make a segmenter when they are loaded; the client doesn't run them.
  treeshake: { moduleSideEffects: false },
  output: { dir: dist, entryFileNames: '[name].js', chunkFileNames: '[name].js', sourcemap: true },
})
