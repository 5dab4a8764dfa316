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

/** Moves equal parameters and error responses to `components`. */
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
    // A generator names a file after each, which must not be that of a schema.
    operation.parameters &&= operation.parameters.map((one) => parameters.share(`${one.name}Parameter`, one))
    for (const [status, response] of Object.entries((operation.responses ??= {})))
      if (!status.startsWith('2'))
        operation.responses[status] = responses.share(STATUS_CODES[status] ?? status, response)
  }
  document.components = { ...document.components, parameters: parameters.parts, responses: responses.parts }
}

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
