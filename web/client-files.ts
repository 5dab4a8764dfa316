import { readFileSync, readdirSync } from 'node:fs'
import { expandParts } from '../contract/expand-parts.ts'

interface Operation {
  operationId: string
  summary: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, unknown> }
  security?: Record<string, unknown>[]
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

const header = '// Written by `npm run openapi`.\n'

/** The text of the packages' committed files that `npm run openapi` writes, by path. */
export function clientFiles(): Record<string, string> {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  const operations = listOperations(expandParts(JSON.parse(text) as Document)).join('\n')
  return {
    'verify/src/weights.ts': `${header}\n${listWeights()}`,
    'client/src/operations.ts': `${header}\nexport const operationList = {\n${operations}\n} as const\n`,
  }
}

/** The weights of the released prompt versions, as code. */
function listWeights(): string {
  const prompts = new URL('../prompts/launch-score/', import.meta.url)
  const lines = readdirSync(prompts).map((version) => {
    const text = readFileSync(new URL(`${version}/weights.json`, prompts), 'utf8')
    const weights = Object.entries(JSON.parse(text) as Record<string, number>).map(([name, one]) => `${name}: ${one}`)
    return `  'launch-score@${version}': { ${weights.join(', ')} },\n`
  })
  return `/** The weights of the released prompt versions, in whole per cent. */
export const weights: Record<string, Record<string, number> | undefined> = {\n${lines.join('')}}\n`
}

function listOperations({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const facts = describe(operation)
      return [
        `  /** ${operation.summary}: \`${method.toUpperCase()} ${path}\` */`,
        `  ${operation.operationId}: ['${method.toUpperCase()}', '${path}', {${facts.length > 0 ? ` ${facts.join(', ')} ` : ''}}],`,
      ].join('\n')
    }),
  )
}

/** The facts that a request of the operation and the reading of its response need. */
function describe({ parameters = [], requestBody, responses, security = [] }: Operation): string[] {
  const has = (place: string, name?: string) =>
    parameters.some((one) => one.in === place && (name === undefined || one.name === name))
  const ok = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}
  const types = Object.keys(ok)
  const facts: string[] = []
  if (requestBody) facts.push(`input: '${'multipart/form-data' in requestBody.content ? 'form' : 'body'}'`)
  else if (has('query')) facts.push("input: 'query'")
  if (has('header', 'idempotency-key')) facts.push('isKeyed: true')
  if (security.some((one) => 'publishableKey' in one)) facts.push('isPublic: true')
  if (has('query', 'cursor')) facts.push('isPaged: true')
  if (types.some((type) => type.startsWith('image/'))) facts.push("response: 'blob'")
  else if (types.length > 0 && !types.includes('application/json')) facts.push("response: 'text'")
  return facts
}
