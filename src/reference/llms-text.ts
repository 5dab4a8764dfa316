/** The parts of an OpenAPI document that the text uses. */
export interface Described {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

interface Operation {
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
}

const documentPath = '/api/v1/openapi.json'

/** Writes the description for language models (llmstxt.org) from the document. Each line links to its place there. */
export function llmsText(document: Described, publicUrl: string): string {
  const { info, tags } = document
  const sections = tags.map((tag) => ({ ...tag, lines: toLines(document, tag.name, publicUrl) }))
  return [
    `# ${info.title}`,
    `> ${info.description}`,
    'JSON over HTTP. Errors are `{"error": {"code", "message", "details"?}}`: the message says what to do, and `details` names the invalid fields. Times are in UTC.',
    `## Reference`,
    [
      `- [OpenAPI 3.1 document](${publicUrl}${documentPath}): every route, field, status and event`,
      `- [Documentation](${publicUrl}/api/v1/docs): the same, to read and to try`,
    ].join('\n'),
    ...sections
      .filter(({ lines }) => lines.length > 0)
      .flatMap(({ description, lines }) => [`## ${description}`, lines.join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Leaves out probes and operators' routes. */
function toLines(document: Described, tag: string, publicUrl: string): string[] {
  if (tag === 'operation') return []
  const isListed = ({ tags, security = [] }: Operation) =>
    tags.includes(tag) && !security.some((one) => 'adminToken' in one)
  const link = (name: string, pointer: string[], { summary }: Operation) =>
    `- [${name}](${publicUrl}${documentPath}#/${pointer.map(escapePointer).join('/')}): ${summary}`
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isListed(operation))
      .map(([method, operation]) => link(`${method.toUpperCase()} ${path}`, ['paths', path, method], operation)),
  )
  const events = Object.entries(document.webhooks).flatMap(([event, { post }]) =>
    post && isListed(post) ? [link(event, ['webhooks', event, 'post'], post)] : [],
  )
  return [...operations, ...events]
}

/** RFC 6901, in a URL's fragment. */
const escapePointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
