// Writes client/src/api.ts, the types of the API, from openapi.json. Git ignores the file; only the compiler reads it.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
const types = astToString(await openapiTS(JSON.stringify(JSON.parse(text, withoutErrors))))
writeFileSync(new URL('../client/src/api.ts', import.meta.url), types)

/** Leaves out the errors of each operation, which have one shape, and the headers of its responses. */
function withoutErrors(key: string, value: unknown): unknown {
  if (key !== 'responses') return value
  const responses = Object.entries(value as Record<string, { headers?: unknown }>)
  const good = responses.filter(([status]) => status.startsWith('2'))
  return Object.fromEntries(good.map(([status, response]) => [status, { ...response, headers: undefined }]))
}
