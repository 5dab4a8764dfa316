import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package whose code or files are inside ours. */
export interface ThirdParty {
  name: string
  version: string
  license: string
  /** The texts that its licence asks to be kept. */
  notices: string[]
}

/** The packages that these modules and folders belong to, in the order of their names. */
export function listThirdParties(paths: string[]): ThirdParty[] {
  const folders = new Set(paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const found = new Map([...folders].map(readPackage).map((one) => [`${one.name}@${one.version}`, one]))
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

function readPackage(folder: string): ThirdParty {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ThirdParty
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  return { name, version, license, notices: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()) }
}

/** Writes the list for programs, and the licences for people: most of them ask that their text comes with every copy. */
export function writeNotices(dist: string, thirdParties: ThirdParty[]): void {
  const list = thirdParties.map(({ name, version, license }) => ({ name, version, license }))
  writeFileSync(join(dist, 'third-parties.json'), `${JSON.stringify(list, null, 2)}\n`)
  const parts = thirdParties.map(({ name, version, license, notices }) =>
    [`${name} ${version} (${license})`, ...notices].join('\n\n'),
  )
  const head = 'Launchscore contains code and fonts of these packages, under their own licences.'
  writeFileSync(join(dist, 'THIRD-PARTIES.txt'), `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}
