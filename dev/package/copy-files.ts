import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { families } from '../../src/site/cards/fonts.ts'
import { readReleasedFiles } from '../../src/signals/judge/versions.ts'

/** The files that the service and the demo read at run time, at their paths in the checkout. */
const read = [
  'migrations/*',
  'contracts/*.sol',
  'launchpads/*.json',
  'prompts/**/*.{json,md}',
  'evaluation/**/*.{json,png,jpg,gif,webp}',
  'vendor/embedded-database.br',
  'web/dist/browser/{push-worker.js,embed.js,assets/*}',
  'web/dist/server/**/*.js',
  'web/dist/guides.json',
  'dev/images/*.{png,jpg,gif,webp}',
]

/** The files of packages that are read, with the licences. */
const readOfPackages = [
  ...families
    .filter((family) => family !== 'twemoji')
    .map((family) => `@fontsource-variable/${family}/{unicode.json,LICENSE,files/*-wght-normal.woff2}`),
  'twemoji-colr-font/{twemoji.woff2,LICENSE*}',
  '@ethereum-attestation-service/eas-contracts/{LICENSE*,artifacts/contracts/{EAS,SchemaRegistry}.sol/{EAS,SchemaRegistry}.json}',
]

/**
 * Copies every file that the program reads into `dist`: its own to the paths of the checkout, those of packages to `packages/`.
 * Returns the latter's sources.
 */
export function copyFiles(root: string, dist: string): string[] {
  copy(root, dist, [...read, ...listRuleSources()])
  return copy(join(root, 'node_modules'), join(dist, 'packages'), readOfPackages)
}

/** The sources of released rules: they are published with their hashes, and never run from here. */
const listRuleSources = () => readReleasedFiles().flatMap(({ modules }) => modules.map(({ name }) => name))

function copy(from: string, to: string, patterns: string[]): string[] {
  const paths = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: from })
    if (found.length === 0) throw new Error(`${pattern}: no file in ${from}`)
    return found
  })
  for (const path of paths) cpSync(join(from, path), join(to, path))
  return paths.map((path) => join(from, path))
}
