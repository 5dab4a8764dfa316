import { readFileSync, readdirSync } from 'node:fs'
import { signalLooks } from '../contract/signals/looks.ts'
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
    'client/src/signal-titles.ts': `${header}\n${listTitles()}`,
    'client/src/operations.ts': `${header}\nexport const operationList = {\n${operations}\n} as const\n`,
  }
}

/** The titles of the signals in the languages of the pages, as code. */
function listTitles(): string {
  const lines = Object.entries(signalLooks).map(([name, { words }]) => {
    const titles = Object.entries(words).map(([language, { title }]) => `${language}: '${title}'`)
    return `  ${name}: { ${titles.join(', ')} },\n`
  })
  const type = "Record<string, Record<'en' | 'es' | 'zh', string> | undefined>"
  return `/** By signal and language. */\nexport const signalTitles: ${type} = {\n${lines.join('')}}\n`
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
