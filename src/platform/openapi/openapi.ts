import swagger from '@fastify/swagger'
import type { App } from '../http/app.ts'
import { type Document, describeHeaders } from './response-headers.ts'
import { type ExampleValues, addExamples } from './examples.ts'
import { addTypes } from './add-types.ts'
import { relaxBody } from './request-bodies.ts'
import { shareParts } from './share-parts.ts'
import { getId } from '../../../contract/schema.ts'

interface DocumentOptions {
  /** Where the API is served. */
  url: string
  title: string
  version: string
  description: string
  tags: { name: string; description: string }[]
  /** The security schemes, by name. */
  securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  /** Descriptions of operations, by their ids, for those whose routes have none. */
  operations: Record<string, string>
  examples: ExampleValues
  /** The events of webhooks, by name (OpenAPI 3.1 `webhooks`). */
  webhooks: Record<string, object>
}

/** Collects the routes registered after it into an OpenAPI 3.1 document: `app.swagger()`. */
export async function describeRoutes(app: App, options: DocumentOptions): Promise<void> {
  const { url, title, version, description, tags, securitySchemes, webhooks } = options
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url, description: 'This deployment' }],
      security: [{}],
      tags,
      components: { securitySchemes },
      webhooks,
    },
    // its type covers three versions of the format
    transformObject: (made) => complete(('openapiObject' in made ? made.openapiObject : {}) as Document, options),
    refResolver: { buildLocalReference: (schema) => getId(schema) },
  })
}

/** Adds what follows from the operations, and what they don't say of themselves. */
function complete(document: Document, { operations, examples }: DocumentOptions): object {
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) {
      relaxBody(operation)
      operation.description ??= operations[operation.operationId ?? '']
    }
  describeHeaders(document)
  addTypes(document)
  addExamples(document as Parameters<typeof addExamples>[0], examples) // the same document; each part names what it reads
  shareParts(document)
  return document
}
