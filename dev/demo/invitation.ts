import { print, printText, write } from './layout.ts'
import { lostBrolly } from '../world/samples.ts'
import type { World } from '../world/world.ts'

/** Commands to try on the running service, ready to be copied. */
export function printInvitation(url: string, world: World): void {
  print(`pages          ${url}/`)
  print(`documentation  ${url}/api/v1/docs`)
  print(`OpenAPI        ${url}/api/v1/openapi.json`)
  print('first request  copy the following command:')
  const body = JSON.stringify(world.toSubmission(lostBrolly), null, 2)
  write(`\ncurl -s ${url}/v1/score -H 'content-type: application/json' -d '${body}'\n\n`)
  printText(
    `The score is final, because every signal has a provider here. Read its warnings before its number: they are facts that the number can hide. The page of the score is ${url}/score/ followed by its id.`,
  )
}
