import swagger from '@fastify/swagger'
import type { App } from '../http/app.ts'
import { type Document, describeHeaders } from './response-headers.ts'
import { type ExampleValues, addExamples } from './examples.ts'
import { addTypes } from './add-types.ts'
import { relaxBody } from './request-bodies.ts'
import { shareParts } from './share-parts.ts'
import { getId } from '../../../contract/schema.ts'

interface DocumentOptions {
  url: string
  title: string
  version: string
  description: string
  tags: { name: string; description: string }[]
  securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  operations: Record<string, string>
  examples: ExampleValues
  webhooks: Record<string, object>
}

/** Collects the routes registered after it. */
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
    transformObject: (made) => complete(('openapiObject' in made ? made.openapiObject : {}) as Document, options),
    refResolver: { buildLocalReference: (schema) => getId(schema) },
  })
}

/** Adds what follows from the operations. */
function complete(document: Document, { operations, examples }: DocumentOptions): object {
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) {
      relaxBody(operation)
      operation.description ??= operations[operation.operationId ?? '']
    }
  describeHeaders(document)
  addTypes(document)
  addExamples(document as Parameters<typeof addExamples>[0], examples)
  shareParts(document)
  return document
}
