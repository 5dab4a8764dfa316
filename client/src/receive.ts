import { type VerifiedWebhook, WebhookError, type WebhookOptions, verifyWebhook } from './webhooks.ts'

/** Handles a verified delivery. If it throws, the response is 500 and the service tries again. */
export type WebhookHandler = (delivery: VerifiedWebhook) => unknown

/** The largest body that is read. */
const maxBytes = 1024 * 1024

interface Outcome {
  status: 204 | 400 | 401 | 413 | 500
  message?: string
}

/**
 * Creates a handler of the web's own `Request` and `Response`: Next.js routes (`export const POST = …`), Hono
 * (`(c) => handler(c.req.raw)`), Deno, Bun and Workers.
 */
export function receive(options: WebhookOptions, handle: WebhookHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, message } = await respond(readAll(request.body), request.headers, { options, handle })
    return new Response(message ?? null, { status })
  }
}

/** Node's request, as Express and `node:http` pass it. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>
  /** Set by middleware that keeps the raw body, such as `express.raw()`. */
  body?: unknown
}

export interface NodeResponse {
  writeHead: (status: number, headers?: Record<string, string>) => unknown
  end: (text?: string) => unknown
}

/**
 * Creates a handler for Express and `node:http`. No middleware before it may parse the body; `express.raw()` may read it.
 * The response to a parsed body is 500.
 */
export function receiveNode(
  options: WebhookOptions,
  handle: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { status, message } = await respond(readNode(request), request.headers, { options, handle })
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(message)
  }
}

/** A body that middleware has read can't be read again, and `verifyWebhook` refuses a parsed one. */
const readNode = async (request: NodeRequest): Promise<Uint8Array | null> => {
  const all = await readAll(request)
  return all?.length ? all : ((request.body ?? all) as Uint8Array)
}

/** A Fastify instance, of any type parameters. */
export interface FastifyLike {
  removeAllContentTypeParsers: () => unknown
  addContentTypeParser: (...values: never[]) => unknown
  post: (...values: never[]) => unknown
}

/** The calls that the plugin makes. */
interface FastifyScope {
  addContentTypeParser: (type: string, options: { parseAs: 'buffer' }, parser: FastifyParser) => unknown
  post: (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => unknown
}

type FastifyParser = (request: never, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void

interface FastifyRequest {
  headers: Record<string, string | string[] | undefined>
  body?: Uint8Array
}

interface FastifyReply {
  code: (status: number) => { send: (payload?: unknown) => unknown }
}

/** Creates a Fastify plugin with a route `POST /`: `app.register(receiveFastify(…), { prefix: '/hooks' })`. */
export function receiveFastify(options: WebhookOptions, handle: WebhookHandler): (app: FastifyLike) => Promise<void> {
  return async (app) => {
    app.removeAllContentTypeParsers() // those of this scope only
    const scope = app as unknown as FastifyScope
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/', async (request, reply) => {
      const body = readAll(request.body ? [request.body] : null)
      const { status, message } = await respond(body, request.headers, { options, handle })
      return reply.code(status).send(message)
    })
  }
}

interface Receiver {
  options: WebhookOptions
  handle: WebhookHandler
}

async function respond(
  body: Promise<Uint8Array | null>,
  headers: Headers | NodeRequest['headers'],
  { options, handle }: Receiver,
): Promise<Outcome> {
  const bytes = await body.catch(() => undefined)
  if (bytes === undefined) return { status: 400, message: 'The body could not be read' } // the sender left
  if (!bytes) return { status: 413, message: 'The body is too large' }
  let verified: VerifiedWebhook
  try {
    verified = await verifyWebhook({ body: bytes, headers }, options)
  } catch (error) {
    if (error instanceof WebhookError) return { status: 401, message: error.message }
    if (error instanceof SyntaxError) return { status: 400, message: 'The body is not JSON' }
    return fail(error) // the options are wrong or the body is parsed, and a later attempt may succeed
  }
  try {
    await handle(verified)
    return { status: 204 }
  } catch (error) {
    return fail(error)
  }
}

function fail(error: unknown): Outcome {
  console.error(error)
  return { status: 500, message: 'The handler failed' }
}

/** Null: larger than `maxBytes`. */
async function readAll(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | Uint8Array[] | null,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBytes) return null
    parts.push(part)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
