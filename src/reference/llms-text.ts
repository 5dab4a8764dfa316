export interface Described {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

interface Operation {
  summary: string
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
}

interface Guide {
  slug: string
  title: string
  description: string
  source: string
}

interface Place {
  publicUrl: string
  guides: Guide[]
}

const documentPath = '/api/v1/openapi.json'

/** llmstxt.org. Each line links to its section of the document. */
export function llmsText(document: Described, { publicUrl, guides }: Place): string {
  const { info, tags } = document
  const sections = tags.map((tag) => ({ ...tag, lines: toLines(document, tag.name, publicUrl) }))
  return [
    `# ${info.title}`,
    `> ${info.description}`,
    'JSON over HTTP. Errors are `{"error": {"code", "message", "details"?}}`: the message says what to do, and `details` names the invalid fields. Times are in UTC.',
    `## Reference`,
    [
      `- [All guides and routes in one file](${publicUrl}/llms-full.txt)`,
      `- [Model Context Protocol](${publicUrl}/mcp): tools for agents, over streamable HTTP`,
      `- [OpenAPI 3.1 document](${publicUrl}${documentPath}): all routes, fields, statuses and events`,
      `- [Documentation](${publicUrl}/api/v1/docs): the same reference as a web page`,
    ].join('\n'),
    ...(guides.length > 0 ? ['## Guides', guides.map(toLink(publicUrl)).join('\n')] : []),
    ...sections
      .filter(({ lines }) => lines.length > 0)
      .flatMap(({ description, lines }) => [`## ${description}`, lines.join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

const toLink =
  (publicUrl: string) =>
  ({ slug, title, description }: Guide) =>
    `- [${title}](${publicUrl}/docs/${slug})${description === '' ? '' : `: ${description}`}`

/** Writes every guide, then every route with its description, as one Markdown file. */
export function llmsFullText(document: Described, { publicUrl, guides }: Place): string {
  const { info, tags } = document
  const written = guides.map(({ slug, source }) => `<!-- ${publicUrl}/docs/${slug} -->\n\n${source.trim()}`)
  const routes = tags.map(({ name, description }) => ({ description, lines: toDescriptions(document, name) }))
  return [
    `# ${info.title}`,
    `> ${info.description}`,
    ...written,
    '# Routes and events',
    ...routes
      .filter(({ lines }) => lines.length > 0)
      .flatMap(({ description, lines }) => [`## ${description}`, lines.join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

function toDescriptions(document: Described, tag: string): string[] {
  if (tag === 'operation') return []
  return listOperations(document, tag).map(({ name, operation: { summary, description = '' } }) =>
    `- \`${name}\`: ${summary}. ${description}`.trim(),
  )
}

/** Without probes and operators' routes. */
function toLines(document: Described, tag: string, publicUrl: string): string[] {
  if (tag === 'operation') return []
  return listOperations(document, tag).map(
    ({ name, pointer, operation: { summary } }) =>
      `- [${name}](${publicUrl}${documentPath}#/${pointer.map(escapePointer).join('/')}): ${summary}`,
  )
}

interface Named {
  name: string
  /** Where it is in the document. */
  pointer: string[]
  operation: Operation
}

/** Operations of a tag, then its events. */
function listOperations(document: Described, tag: string): Named[] {
  const isListed = ({ tags, security = [] }: Operation) =>
    tags.includes(tag) && !security.some((one) => 'adminToken' in one)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      pointer: ['paths', path, method],
      operation,
    })),
  )
  const events = Object.entries(document.webhooks).flatMap(([event, { post }]) =>
    post ? [{ name: event, pointer: ['webhooks', event, 'post'], operation: post }] : [],
  )
  return [...operations, ...events].filter(({ operation }) => isListed(operation))
}

const escapePointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
