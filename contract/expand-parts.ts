/** Inserts shared parameters, responses and examples where they are named. */
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
  return expand(document) as T
}

const reference = /^#\/components\/(parameters|responses|examples)\/(.+)$/
