// Writes the committed files of the packages that follow from openapi.json and the prompts.
import { writeFileSync } from 'node:fs'
import { clientFiles } from './client-files.ts'

for (const [path, text] of Object.entries(clientFiles())) writeFileSync(new URL(`../${path}`, import.meta.url), text)
