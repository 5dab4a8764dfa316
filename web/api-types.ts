import { readFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

/** The shapes that openapi.json names, as TypeScript. */
export async function apiTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as object
  const shapes = await openapiTS(JSON.stringify({ ...document, paths: {}, webhooks: {} }))
  return `// Written by \`npm run openapi\`.\n${astToString(shapes)}`
}
