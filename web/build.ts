// Builds the pages: the modules for browsers, then the bundle that the service renders with, which knows their names.
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type InlineConfig, type Manifest, build } from 'vite'
import type { Assets } from './src/assets.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** Without `isQuiet` it says what it wrote. */
export async function buildPages({ isQuiet }: { isQuiet: boolean }): Promise<void> {
  const shared: InlineConfig = {
    root,
    configFile: false,
    logLevel: isQuiet ? 'warn' : 'info',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: {
      submissionSchema: JSON.stringify(readSubmissionSchema()),
      releasedWeights: JSON.stringify(readWeights()),
    },
  }
  await build({
    ...shared,
    build: {
      outDir: 'dist/browser',
      manifest: 'manifest.json',
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rollupOptions: { input: ['src/browser.ts', 'src/styles/main.css'] },
    },
  })
  await build({
    ...shared,
    define: { ...shared.define, builtAssets: JSON.stringify(nameAssets(readJson('dist/browser/manifest.json'))) },
    ssr: { noExternal: true },
    build: {
      outDir: 'dist/server',
      ssr: 'src/server.tsx',
      target: 'node24',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'server.js' } },
    },
  })
}

function readSubmissionSchema(): object {
  return readJson('../openapi.json').components.schemas.ScoreSubmission
}

/** What anybody can look up: the weights of the released prompt versions. */
function readWeights(): Record<string, object> {
  const versions = readdirSync(new URL('../prompts/launch-score', import.meta.url))
  return Object.fromEntries(
    versions.map((version) => [`launch-score@${version}`, readJson(`../prompts/launch-score/${version}/weights.json`)]),
  )
}

function nameAssets(manifest: Manifest): Assets {
  const fileOf = (source: string) => urlOf(manifest[source]?.file ?? '')
  const islands = Object.entries(manifest).filter(([source]) => /^src\/islands\/[^/]+$/.test(source))
  return {
    script: fileOf('src/browser.ts'),
    style: fileOf('src/styles/main.css'),
    icon: urlOf(copyHashed('src/icon.svg')),
    modules: Object.fromEntries(
      islands.map(([source, { imports }]) => [
        source.replace(/^.*\/|\.tsx?$/g, ''),
        [source, ...closureOf(manifest, imports)].map(fileOf),
      ]),
    ),
  }
}

/** With what they import in turn; what every page loads anyway is left out. */
function closureOf(manifest: Manifest, sources: string[] = []): string[] {
  const own = sources.filter((source) => source !== 'src/browser.ts')
  return [...new Set([...own, ...own.flatMap((source) => closureOf(manifest, manifest[source]?.imports))])]
}

const urlOf = (file: string) => `/${file}`

function copyHashed(source: string): string {
  const path = new URL(source, import.meta.url)
  const hash = createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 8)
  const file = `assets/icon-${hash}.svg`
  copyFileSync(path, new URL(`dist/browser/${file}`, import.meta.url))
  return file
}

if (import.meta.main) await buildPages({ isQuiet: false })
