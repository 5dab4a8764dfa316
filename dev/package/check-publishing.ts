// `node dev/package/check-publishing.ts v1.1.0 https://forge.example/launchscore`: whether the checkout may be published as this
// tag from this repository. Ends with 1 and a line for each fault.
import { isPublished, repository } from '../../contract/release.ts'
import { readVersion } from './release-files.ts'

const [tag, place] = process.argv.slice(2)

const faults = [
  tag !== `v${readVersion()}` && `The tag is ${tag}, and package.json has ${readVersion()}.`,
  place !== repository && `This is ${place}, and contract/release.ts has the repository ${repository}.`,
  !isPublished && 'Set isPublished in contract/release.ts: from now on the pages may name the packages.',
].filter((fault) => fault !== false)
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
