// `npm run audit`: known vulnerabilities, licences and the bill of materials of all packages. Most of them are bundled into dist/,
// so the installed package alone would show few of them.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const npm = (args: string[]) => {
  const { stdout, stderr, status } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { stdout, stderr, status }
}

/** Licences that let anybody use and pass on the package without conditions for this project's own code. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/**
 * Used unchanged, with conditions only for changes of the package itself: libvips as a library of its own, web-push; and the
 * data of caniuse-lite, which only the mutation tests read and nobody gets from us.
 */
const unchanged = new Set(['CC-BY-4.0', 'LGPL-3.0-or-later', 'MPL-2.0'])

interface Locked {
  version?: string
  license?: string
  /** The form of old packages. */
  licenses?: { type: string }[]
  integrity?: string
  link?: boolean
}

/** A registry without an audit endpoint is no fault of ours. */
function checkVulnerabilities(): number {
  const { stdout, status } = npm(['audit', '--audit-level=high', '--json'])
  const report = parse(stdout) as { vulnerabilities?: Record<string, { severity: string }> } | undefined
  if (!report?.vulnerabilities) {
    process.stdout.write('vulnerabilities: not checked, because the registry does not respond to an audit\n')
    return 0
  }
  const found = Object.entries(report.vulnerabilities)
  process.stdout.write(`vulnerabilities: ${found.length}\n`)
  for (const [name, { severity }] of found) process.stdout.write(`  ${severity} ${name}\n`)
  return status === 0 ? 0 : 1
}

/** From the lock file itself: `npm sbom` gives up at an override of a development dependency. */
function checkLicences(): number {
  const lock = parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const packages = Object.entries(lock.packages).flatMap(([path, locked]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || locked.link || locked.version === undefined) return []
    return [{ name, version: locked.version, integrity: locked.integrity, licence: toLicence(path, locked) }]
  })
  const components = packages.map(({ name, version, integrity, licence }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: licence }],
    ...(integrity && { hashes: [toHash(integrity)] }),
  }))
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components }
  writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`)
  const counts = new Map<string, number>()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  process.stdout.write(`packages: ${packages.length}, listed in sbom.cdx.json\n`)
  for (const [licence, count] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`  ${licence}: ${count}\n`)
  const refused = packages.filter(({ licence }) => !isAllowed(licence))
  for (const { name, version, licence } of refused)
    process.stderr.write(`licence to look at: ${name}@${version}: ${licence}\n`)
  return refused.length > 0 ? 1 : 0
}

/** The lock file misses the licence of some packages; their own package.json has it. */
function toLicence(path: string, { license }: Locked): string {
  if (license !== undefined) return license
  try {
    const own = parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Locked | undefined
    return own?.license ?? own?.licenses?.map(({ type }) => type).join(' OR ') ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** `sha512-<base64>` as CycloneDX writes it. */
function toHash(integrity: string) {
  const [algorithm = '', content = ''] = integrity.split(' ')[0]?.split('-') ?? []
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(content, 'base64').toString('hex'),
  }
}

const isOne = (id: string) => allowed.has(id.trim()) || unchanged.has(id.trim())

/** `(MIT OR GPL-3.0)`: any of them; `A AND B`: all of them. */
function isAllowed(licence: string): boolean {
  const bare = licence.replaceAll(/[()]/g, '')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every(isOne))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

process.exitCode = Math.max(checkVulnerabilities(), checkLicences())
