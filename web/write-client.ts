// Writes the files of the client that follow from openapi.json.
import { writeFileSync } from 'node:fs'
import { clientTypes } from './client-types.ts'

for (const [path, text] of Object.entries(await clientTypes()))
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
