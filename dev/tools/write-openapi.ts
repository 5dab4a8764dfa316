// Writes openapi.json from the routes of the service.
import { writeFileSync } from 'node:fs'
import { describeService } from './describe-service.ts'

writeFileSync(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(await describeService(), null, 2)}\n`)
