// `npm run release:set -- 1.2.0`: writes the version and the addresses of contract/release.ts into every file that has them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listReleaseFiles, readVersion } from './release-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [version = readVersion()] = process.argv.slice(2)

if (!/^\d+\.\d+\.\d+$/.test(version)) {
  process.stderr.write('usage: npm run release:set -- [version], such as 1.2.0\n')
  process.exit(2)
}
for (const { path, text } of listReleaseFiles(version)) writeFileSync(join(root, path), text)
