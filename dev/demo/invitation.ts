import { print, write } from './layout.ts'
import { type Sample, leftSock } from '../world/samples.ts'
import type { World } from '../world/world.ts'

/** Commands to try on the running service, ready to be copied. */
export function printInvitation(url: string, world: World): void {
  const submission: Sample['submission'] = {
    ...world.toSubmission(leftSock),
    description: 'One sock, looking for the other.',
  }
  print(`pages          ${url}/`)
  print(`documentation  ${url}/api/v1/docs`)
  print(`OpenAPI        ${url}/api/v1/openapi.json`)
  print('first request  copy the following command:')
  const body = JSON.stringify(submission, null, 2)
  write(`\ncurl -s ${url}/v1/score -H 'content-type: application/json' -d '${body}'\n\n`)
}
