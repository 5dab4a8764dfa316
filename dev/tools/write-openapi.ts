// Writes openapi.json from the routes of the service.
import { writeFileSync } from 'node:fs'
import { describeService } from './describe-service.ts'

const document = JSON.parse(JSON.stringify(await describeService())) as object
writeFileSync(new URL('../../openapi.json', import.meta.url), `${format(document, { levels: 4, indent: '' })}\n`)

/** JSON with the fields of an operation or a component on lines of their own, but not their parts: the document is large. */
function format(value: unknown, { levels, indent }: { levels: number; indent: string }): string {
  const text = JSON.stringify(value)
  if (levels === 0 || text.length < 300 || typeof value !== 'object' || value === null) return text
  const inner = `${indent} `
  const isList = Array.isArray(value)
  const lines = Object.entries(value).map(([key, one]) => {
    const name = isList ? '' : `${JSON.stringify(key)}:`
    return `${inner}${name}${format(one, { levels: levels - 1, indent: inner })}`
  })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
