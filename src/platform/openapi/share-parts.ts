import { STATUS_CODES } from 'node:http'

interface Operation {
  parameters?: { name?: string }[]
  responses?: Record<string, object>
}

interface Document {
  paths?: Record<string, Record<string, Operation> | undefined>
  webhooks?: Record<string, Record<string, Operation> | undefined>
  components?: Partial<Record<'parameters' | 'responses', Record<string, object>>>
}

/** Moves equal parameters, and equal responses of a status that is no success, to `components`. */
export function shareParts(document: Document): void {
  const items = [...Object.values(document.paths ?? {}), ...Object.values(document.webhooks ?? {})]
  const operations = items.flatMap((item) => Object.values(item ?? {}))
  const parameters = createShare(
    'parameters',
    operations.flatMap((one) => one.parameters ?? []),
  )
  const responses = createShare(
    'responses',
    operations.flatMap((one) => Object.values(one.responses ?? {})),
  )
  for (const operation of operations) {
    // a generator names a file after each of them, which must not be that of a schema
    operation.parameters &&= operation.parameters.map((one) => parameters.share(`${one.name}Parameter`, one))
    for (const [status, response] of Object.entries((operation.responses ??= {})))
      if (!status.startsWith('2'))
        operation.responses[status] = responses.share(STATUS_CODES[status] ?? status, response)
  }
  document.components = { ...document.components, parameters: parameters.parts, responses: responses.parts }
}

/** The document with its shared parameters, responses and examples in the places that name them. */
export function expandParts<T>(document: T): T {
  const { components } = document as { components: Record<string, Record<string, unknown> | undefined> }
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: unknown }
    const [, kind = '', name = ''] = reference.exec(String($ref)) ?? []
    if (kind) return expand(components[kind]?.[name])
    const { examples, ...rest } = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expand(one)]))
    if (examples === undefined) return rest
    const [example] = Object.values(examples as Record<string, { value: unknown }>) // or a schema's list
    return 'schema' in rest && example ? { ...rest, example: example.value } : { ...rest, examples }
  }
  return expand(document) as T // the same shapes, written in other places
}

const reference = /^#\/components\/(parameters|responses|examples)\/(.+)$/

function createShare(kind: string, all: object[]) {
  const parts: Record<string, object> = {}
  const names = new Map<string, string>()
  const counts = Map.groupBy(all, (part) => JSON.stringify(part))
  const share = (title: string, part: object): object => {
    const text = JSON.stringify(part)
    if (counts.get(text)?.length === 1) return part
    const name = names.get(text) ?? findName(title.replaceAll(/[^\w-]/g, ''), parts)
    names.set(text, name)
    parts[name] = part
    return { $ref: `#/components/${kind}/${name}` }
  }
  return { parts, share }
}

/** `NotFound`, then `NotFound2`. */
function findName(base: string, taken: Record<string, object>): string {
  let name = base
  for (let n = 2; name in taken; n++) name = `${base}${n}`
  return name
}
