// Builds the pages: the modules for browsers, then the bundle that the service renders with, which knows their names.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type InlineConfig, type Manifest, type Plugin, build } from 'vite'
import { buildGuides } from './build-guides.ts'
import { buildPictures } from './build-pictures.ts'
import { compileScopes } from './compile-scopes.ts'
import type { Assets } from '../contract/props/assets.ts'

const root = fileURLToPath(new URL('./', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** The oldest browsers in which the pages work. docs/run.md names them. */
const browsers = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

/** Without `isQuiet` it says what it wrote. */
export async function buildPages({ isQuiet }: { isQuiet: boolean }): Promise<void> {
  const shared = describeBuild({ isQuiet })
  await build({
    ...shared,
    build: {
      outDir: 'dist/browser',
      manifest: 'manifest.json',
      target: browsers,
      cssTarget: browsers,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rollupOptions: {
        checks,
        input: [
          'src/browser.ts',
          'src/mini-app.ts',
          'src/push-worker.ts',
          '../client/src/embed.ts',
          'src/styles/main.css',
        ],
        // their addresses stay the same in newer builds
        output: {
          entryFileNames: ({ name }) =>
            name === 'push-worker' || name === 'embed' ? '[name].js' : 'assets/[name]-[hash].js',
          chunkFileNames: ({ name, facadeModuleId }) => `assets/${nameChunk(name, facadeModuleId)}-[hash].js`,
        },
      },
    },
  })
  const folder = new URL('dist/browser/assets/', import.meta.url)
  const pictures = await buildPictures(folder)
  const assets: Assets = { ...nameAssets(readJson('dist/browser/manifest.json')), ...pictures }
  await build({
    ...shared,
    define: { ...shared.define, builtAssets: JSON.stringify(assets) },
    ssr: { noExternal: true },
    build: {
      outDir: 'dist/server',
      ssr: 'src/server.tsx',
      target: 'node24',
      minify: false,
      rollupOptions: { checks, output: { entryFileNames: 'server.js' } },
    },
  })
  writeFileSync(new URL('dist/guides.json', import.meta.url), JSON.stringify(buildGuides(folder)))
  compressAssets(folder)
}

/** A newcomer's first start builds the pages, and how long each plugin took means nothing then. */
const checks = { bundlerTimings: false }

/** An island in a folder has the folder's name. */
const nameChunk = (name: string, module: string | null) =>
  name === 'index' && module ? basename(dirname(module)) : name

/** What the builds of the pages have in common. */
export const describeBuild = ({ isQuiet }: { isQuiet: boolean }): InlineConfig => ({
  root,
  configFile: false,
  logLevel: isQuiet ? 'warn' : 'info',
  publicDir: false,
  plugins: [listModules],
  css: { transformer: 'lightningcss', lightningcss: { visitor: compileScopes } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: {
    submissionSchema: JSON.stringify(readSubmissionSchema()),
    pageLimits: JSON.stringify(readPageLimits()),
    releasedWeights: JSON.stringify(readWeights()),
  },
})

/** Lists what a build is made of, for the licences that the published package must contain. */
const listModules: Plugin = {
  name: 'list-modules',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    this.emitFile({ type: 'asset', fileName: 'modules.json', source: JSON.stringify(modules) })
  },
}

/** As much of the schema as the form checks. Its descriptions would be a fortieth of what a first visit loads. */
function readSubmissionSchema(): object {
  const { required, properties } = readJson('../openapi.json').components.schemas.ScoreSubmission
  const { creatorSignature: _, ...typed } = properties as Record<string, Record<string, unknown>>
  const checked = Object.entries(typed).map(([name, { maxLength, pattern, format }]) => [
    name,
    { maxLength, pattern, format },
  ])
  return { required, properties: Object.fromEntries(checked) }
}

/** The most characters that each field of a launch page may have. */
function readPageLimits(): object {
  const { properties } = readJson('../openapi.json').components.schemas.PageFields
  return Object.fromEntries(
    Object.entries<{ maxLength: number }>(properties).map(([name, { maxLength }]) => [name, maxLength]),
  )
}

/** What anybody can look up: the weights of the released prompt versions. */
function readWeights(): Record<string, object> {
  const versions = readdirSync(new URL('../prompts/launch-score', import.meta.url))
  return Object.fromEntries(
    versions.map((version) => [`launch-score@${version}`, readJson(`../prompts/launch-score/${version}/weights.json`)]),
  )
}

function nameAssets(manifest: Manifest): Omit<Assets, keyof Awaited<ReturnType<typeof buildPictures>>> {
  const findFile = (source: string) => toUrl(manifest[source]?.file ?? '')
  const [font = ''] = (manifest['src/styles/main.css']?.assets ?? []).filter((file) => file.endsWith('.woff2'))
  const islands = Object.entries(manifest).filter(([source]) => islandPattern.test(source))
  return {
    script: findFile('src/browser.ts'),
    style: findFile('src/styles/main.css'),
    miniApp: findFile('src/mini-app.ts'),
    font: toUrl(font),
    modules: Object.fromEntries(
      islands.map(([source, { imports }]) => [
        toIslandName(source),
        [source, ...closureOf(manifest, imports)].map(findFile),
      ]),
    ),
  }
}

/** An island is a file, or a folder with an index. */
const islandPattern = /^src\/islands\/([^/]+?)(\/index)?\.tsx?$/
const toIslandName = (source: string) => islandPattern.exec(source)?.[1] ?? ''

/** With what they import in turn; what every page loads anyway is left out. */
function closureOf(manifest: Manifest, sources: string[] = []): string[] {
  const own = sources.filter((source) => source !== 'src/browser.ts')
  return [...new Set([...own, ...own.flatMap((source) => closureOf(manifest, manifest[source]?.imports))])]
}

/** Writes each asset in the codings that browsers accept, for the service to send as they are. */
function compressAssets(folder: URL): void {
  for (const name of readdirSync(folder).filter((file) => !/\.(woff2|png|ico)$/.test(file))) {
    const bytes = readFileSync(new URL(name, folder))
    writeFileSync(new URL(`${name}.gz`, folder), gzipSync(bytes))
    writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(bytes))
  }
}

const toUrl = (file: string) => `/${file}`

if (import.meta.main) await buildPages({ isQuiet: false })
