import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { runForCaller } from '../../platform/http/responses.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { ApiRequest, ApiResponse, CheckParts, ToolApi } from './call-tool.ts'

interface McpOptions {
  publicUrl: string
  checkParts: CheckParts
}

/** Batches exist in an old version of the protocol only. */
const maxBatch = 10

/** No tool takes arguments of this depth, and checks of a deeper value would overflow the stack. */
const maxDepth = 32

const Message = Type.Unsafe<object>({
  type: ['object', 'array'],
  items: { type: 'object' },
  minItems: 1,
  maxItems: maxBatch,
  description: `a JSON-RPC message, or a list of at most ${maxBatch}`,
})

/** POST /mcp: the Model Context Protocol over streamable HTTP, without sessions. Tools call the routes of this process. */
export function mcpRoute(app: App, options: McpOptions) {
  const schema = { hide: true, body: Message }
  // text fields of other bodies are trimmed, but a message is answered under the id that it has
  const config = { verbatim: ['id', 'jsonrpc', 'method'] }
  const load = loadOnce(app)
  app.post('/mcp', { schema, config }, async (request, reply) => {
    if (isDeeperThan(maxDepth, request.body)) return reply.code(400).send(toNestedError(request.body))
    const { createMcpHandler, refuseOrigin, createServer } = await load()
    const gone = abortWhenGone(reply)
    const api: ToolApi = {
      document: app.swagger() as unknown as ToolApi['document'], // `describeRoutes` made it
      send: (call, signal) => inject(app, { request, call, signal: AbortSignal.any([signal, gone]) }),
      checkParts: options.checkParts,
    }
    const message = toWebRequest(request, options.publicUrl)
    const handler = createMcpHandler(() => createServer(api), { maxSubscriptions: 0 })
    const response = refuseOrigin(message) ?? (await handler.fetch(message, { parsedBody: request.body }))
    return reply.send(response)
  })

  /** The protocol’s package is loaded by the first message, because most deployments get none. */
  function loadOnce(from: App) {
    let loading: ReturnType<typeof loadProtocol> | undefined
    return () => (loading ??= loadProtocol(from, options.publicUrl))
  }
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))

/** The error of JSON-RPC for an invalid request. */
function toNestedError(body: object) {
  const { id } = body as { id?: unknown }
  const message = `The message is nested more than ${maxDepth} levels deep.`
  return {
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: { code: -32600, message },
  }
}

async function loadProtocol(app: App, publicUrl: string) {
  const [protocol, { createMcpServers }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./create-mcp-server.ts'),
  ])
  const { createMcpHandler, originValidationResponse, localhostAllowedOrigins } = protocol
  const { hostname } = new URL(publicUrl)
  const local = localhostAllowedOrigins()
  const allowed = local.includes(hostname) ? local : [hostname]
  return {
    createMcpHandler,
    createServer: createMcpServers({ document: app.swagger() as unknown as ToolApi['document'] }),
    /** A page of another site must not reach a service in its reader’s network (DNS rebinding). */
    refuseOrigin: (request: Request) => originValidationResponse(request, allowed),
  }
}

function abortWhenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

function toWebRequest({ headers, method, url }: FastifyRequest, publicUrl: string): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Request(new URL(url, publicUrl), { method, headers: given })
}

/** The caller’s request, under the caller’s address and key, so that every limit and check of the route applies. */
async function inject(
  app: App,
  { request, call, signal }: { request: FastifyRequest; call: ApiRequest; signal: AbortSignal },
): Promise<ApiResponse> {
  const { authorization } = request.headers
  const { statusCode, headers, body } = await runForCaller(
    signal,
    // awaited within: a request that is not begins later, elsewhere
    async () =>
      await app.inject({
        method: call.method as 'GET',
        url: call.path,
        remoteAddress: request.ip,
        signal,
        headers: { ...call.headers, ...(authorization && { authorization }), 'x-request-id': request.id },
        ...(call.body && { payload: call.body }),
      }),
  )
  return { status: statusCode, headers: headers as ApiResponse['headers'], body: parseJson(body) }
}
