// Writes src/api.ts, the shapes of the public contract, from openapi.json.
import { writeFileSync } from 'node:fs'
import { apiTypes } from './api-types.ts'

writeFileSync(new URL('src/api.ts', import.meta.url), await apiTypes())
