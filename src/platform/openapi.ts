import swagger from '@fastify/swagger'
import type { App } from './http.ts'
import { type Document, describeHeaders } from './response-headers.ts'
import { idOf } from './schema.ts'

export interface DocumentOptions {
  title: string
  version: string
  description: string
  tags: { name: string; description: string }[]
  /** How callers prove who they are, by name. */
  securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  /** Events that are sent out, by name (OpenAPI 3.1 `webhooks`). */
  webhooks: Record<string, object>
}

/** Gathers the routes registered after it into an OpenAPI 3.1 document: `app.swagger()`. */
export async function describeRoutes(app: App, options: DocumentOptions): Promise<void> {
  const { title, version, description, tags, securitySchemes, webhooks } = options
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'This deployment' }],
      security: [{}],
      tags,
      components: { securitySchemes },
      webhooks,
    },
    // its type there covers three versions of the format
    transformObject: (made) =>
      describeHeaders(('openapiObject' in made ? made.openapiObject : {}) as Document) as object,
    refResolver: { buildLocalReference: (schema) => idOf(schema) },
  })
}
