// Builds verify/dist: the verifier with what it needs in one module, and its command, with source maps.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type InputOptions, build } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'verify/dist')

rmSync(dist, { recursive: true, force: true })
const shared: InputOptions = { cwd: root, tsconfig: false, logLevel: 'warn' }
await build({
  ...shared,
  input: 'verify/src/index.ts',
  platform: 'neutral',
  output: { file: join(dist, 'index.js'), sourcemap: true },
})
await build({
  ...shared,
  input: 'verify/src/cli.ts',
  platform: 'node',
  external: [/^\.\/index\.ts$/],
  output: { file: join(dist, 'cli.js'), sourcemap: true, paths: (id) => (id.endsWith('index.ts') ? './index.js' : id) },
})
