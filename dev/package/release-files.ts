import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPublished, repository } from '../../contract/release.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface ReleaseFile {
  path: string
  /** The content that the file must have. */
  text: string
}

export const readVersion = (): string => (JSON.parse(read('package.json')) as { version: string }).version

/** Every file that names the release or the repository, as it has to be for `version`. */
export const listReleaseFiles = (version: string): ReleaseFile[] => [
  ...['package.json', 'client/package.json', 'verify/package.json'].map((path) => ({
    path,
    text: withAddresses(path, version),
  })),
  ...['telegram-bot', 'discord-bot'].map((name) => {
    const client = isPublished ? version : 'file:../../client'
    return change(`examples/${name}/package.json`, /(?<="@launchscore\/client": ")[^"]+/, client)
  }),
  change('package-lock.json', /(?<="name": "@launchscore\/server",\s+"version": ")[^"]+/g, version),
  change('openapi.json', /(?<="info":\{"title":"Launchscore","version":")[^"]+/, version),
  change('clients/python/src/launchscore/_version.py', /(?<=__version__ = ")[^"]+/, version),
  change('deploy/Dockerfile', /(?<=-t launchscore:)[\d.]+/, version),
  change('deploy/compose.yaml', /(?<=image: launchscore:)[\d.]+/, version),
  change('deploy/kubernetes/kustomization.yaml', /(?<=newTag: ).+/, version),
  ...listPackedNames().map((path) => change(path, packedName, version)),
]

/** The version in the name of a packed file. */
const packedName = /(?<=\blaunchscore-(?:server|client|verify)-)\d+\.\d+\.\d+(?=\.tgz)/g

/** The documents and the units that name a packed file. */
const listPackedNames = () =>
  globSync(['*.md', '{client,verify}/*.md', 'docs/*.md', 'examples/*/*.md', 'deploy/systemd/*'], { cwd: root }).filter(
    (path) => read(path).search(packedName) >= 0,
  )

function withAddresses(path: string, version: string): string {
  const { name, version: _, description, license, ...rest } = JSON.parse(read(path)) as Record<string, unknown>
  const [folder] = path.split('/').slice(0, -1)
  const addresses = {
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, ...(folder && { directory: folder }) },
  }
  return `${JSON.stringify({ name, version, description, license, ...addresses, ...dropAddresses(rest) }, null, 2)}\n`
}

const dropAddresses = ({ homepage: _h, bugs: _b, repository: _r, ...rest }: Record<string, unknown>) => rest

/** The file with each match of the pattern replaced. */
function change(path: string, pattern: RegExp, replacement: string): ReleaseFile {
  const text = read(path)
  if (text.search(pattern) < 0) throw new Error(`${path}: nothing matches ${pattern}`)
  return { path, text: text.replace(pattern, replacement) }
}
