import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { holds, sendJsonText, sendUnchanged, setEtag } from '../../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../../platform/http/schema.ts'
import { toOpenapi30 } from '../../platform/to-openapi-30.ts'
import { createGuides } from '../pages/guide-pages.ts'

const openapiDocuments = [
  {
    path: '/api/v1/openapi.json',
    operationId: 'getOpenapi',
    summary: 'Fetch this document',
    version: 'OpenAPI 3.1',
    convert: (document: object) => document,
  },
  {
    path: '/api/v1/openapi-3.0.json',
    operationId: 'getOpenapi30',
    summary: 'Fetch this document as OpenAPI 3.0',
    version: 'OpenAPI 3.0',
    convert: (document: object) => toOpenapi30({ ...document }),
  },
]

export function openapiRoutes(app: App): void {
  for (const { path, operationId, summary, version, convert } of openapiDocuments) {
    let made: { body: Buffer; etag: string } | undefined
    const make = () => {
      const body = Buffer.from(JSON.stringify(convert(app.swagger()))) // its compressed forms are kept
      return { body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` }
    }
    const schema = {
      operationId,
      summary,
      tags: ['public'],
      response: {
        200: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: version }),
        304: unchanged,
      },
    }
    app.get(path, { schema }, async (request, reply) => {
      const { body, etag } = (made ??= make())
      reply.header('etag', etag).header('cache-control', 'public, max-age=60')
      return holds(request, etag) ? sendUnchanged(request, reply) : sendJsonText(reply, body)
    })
  }
}

const files = [
  {
    path: '/llms.txt',
    operationId: 'getLlmsText',
    summary: 'A one-page description of the service for language models',
    maxAge: 60,
    write: llmsText,
  },
  {
    path: '/llms-full.txt',
    operationId: 'getLlmsFullText',
    summary: 'The whole documentation in one file for language models',
    maxAge: 300,
    write: llmsFullText,
  },
]

export function llmsRoutes(app: App, { publicUrl }: { publicUrl: string }): void {
  const getGuides = createGuides()
  for (const { path, operationId, summary, maxAge, write } of files) {
    let made: Buffer | undefined // its compressed forms are kept
    const schema = {
      operationId,
      summary,
      tags: ['public'],
      response: { 200: textResponse('text/plain', 'Markdown (llmstxt.org)'), 304: unchanged, ...errorResponses(500) },
    }
    app.get(path, { schema, onSend: setEtag }, async (_request, reply) => {
      // `describeRoutes` made the document, with an operation for each route.
      made ??= Buffer.from(write(app.swagger() as unknown as Described, { publicUrl, guides: await getGuides() }))
      reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAge}`)
      return reply.send(made as unknown as string)
    })
  }
}

interface Described {
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
function llmsText(document: Described, { publicUrl, guides }: Place): string {
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
      `- [OpenAPI 3.0 document](${publicUrl}/api/v1/openapi-3.0.json): the same, for tools that can’t read 3.1`,
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
function llmsFullText(document: Described, { publicUrl, guides }: Place): string {
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
