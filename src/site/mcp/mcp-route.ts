import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { acceptsEvents, eventStreamType } from '../../platform/http/event-stream.ts'
import { weighType } from '../../platform/http/negotiation.ts'
import { runForCaller } from '../../platform/http/responses.ts'
import { visitorHeader } from '../../keys/visitor.ts'
import { parseJson } from '../../platform/values.ts'
import type { ApiRequest, ApiResponse, CheckParts, ToolApi } from './call-tool.ts'

interface McpOptions {
  serviceName: string
  publicUrl: string
  checkParts: CheckParts
}

/** Only an old version of the protocol has batches. */
const maxBatch = 10

/** No tool takes deeper arguments, and checking them would overflow the stack. */
const maxDepth = 32

const Message = Type.Unsafe<object>({
  type: ['object', 'array'],
  items: { type: 'object' },
  minItems: 1,
  maxItems: maxBatch,
  description: `a JSON-RPC message, or a list of at most ${maxBatch}`,
})

/** The Model Context Protocol over streamable HTTP, without sessions. Tools call the routes of this process. */
export function mcpRoute(app: App, options: McpOptions) {
  const schema = { hide: true, body: Message }
  // A message is answered under its exact id, so it must not be trimmed. Other origins are refused, as the protocol demands.
  const config = { verbatim: ['id', 'jsonrpc', 'method'], isCrossOrigin: false }
  const load = loadOnce(app)
  const visitorName = visitorHeader(options.serviceName).toLowerCase()
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = request.body as object // by its schema
    const { accept } = request.headers
    const isStream = acceptsEvents(request)
    if (!isStream && weighType(accept, 'application/json') === 0)
      return reply.code(406).send(toMcpError(null, notAcceptable))
    if (isDeeperThan(maxDepth, body)) return reply.code(400).send(toNestedError(body))
    const { createMcpHandler, refuseOrigin, createServer } = await load()
    const gone = abortWhenGone(reply)
    const api: ToolApi = {
      document: app.swagger() as unknown as ToolApi['document'], // `describeRoutes` made it
      send: (call, signal) => inject(app, { request, call, visitorName, signal: AbortSignal.any([signal, gone]) }),
      checkParts: options.checkParts,
    }
    const message = toWebRequest(request, options.publicUrl)
    const handler = createMcpHandler(() => createServer(api), { maxSubscriptions: 0 })
    const parsedBody = withoutNullArguments(body)
    const response = refuseOrigin(message) ?? (await handler.fetch(message, { parsedBody }))
    return reply.send(
      isStream ? withoutConnection(response) : await toJsonResponse(response, Array.isArray(parsedBody)),
    )
  }
  for (const path of ['/mcp', '/mcp/']) app.post(path, { schema, config }, respond)

  /** Loaded by the first message, because most deployments get none. */
  function loadOnce(from: App) {
    let loading: ReturnType<typeof loadProtocol> | undefined
    return () => (loading ??= loadProtocol(from, options.publicUrl))
  }
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))

const notAcceptable = 'The client must accept application/json or text/event-stream.'

function toNestedError(body: object) {
  const { id } = body as { id?: unknown }
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return toMcpError(known, `The message is nested more than ${maxDepth} levels deep.`)
}

const toMcpError = (id: string | number | null, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message },
})

/** Some clients send `arguments: null` for a tool without arguments. */
function withoutNullArguments(body: object): object {
  if (Array.isArray(body)) return body.map((one: object) => withoutNullArguments(one))
  const { params } = body as { params?: { arguments?: unknown } | null }
  if (typeof params !== 'object' || params === null || params.arguments !== null) return body
  const { arguments: _, ...rest } = params
  return { ...body, params: rest }
}

/**
 * For a client that didn't ask for a stream. Tools send nothing before their result, so there is one message per
 * request.
 */
async function toJsonResponse(response: Response, isBatch: boolean): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith(eventStreamType)) return response
  const events = (await response.text()).split(/\r?\n\r?\n/)
  const messages = events.map(readData).filter((data) => data !== '')
  const body = isBatch ? `[${messages.join(',')}]` : (messages.at(-1) ?? '')
  return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } })
}

/** The package asks to keep the connection, which the client may want closed. */
function withoutConnection({ body, status, headers: given }: Response): Response {
  const headers = new Headers(given)
  headers.delete('connection')
  return new Response(body, { status, headers })
}

const readData = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n')

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
    /** A page of another site must not reach a service in its reader's network (DNS rebinding). */
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
  // `Accept` is negotiated here by HTTP's rules; the package looks for two words in it.
  const accept = ['accept', `application/json, ${eventStreamType}`] as [string, string]
  return new Request(new URL(url, publicUrl), {
    method,
    headers: [...given.filter(([name]) => name !== 'accept'), accept],
  })
}

interface Injection {
  request: FastifyRequest
  call: ApiRequest
  visitorName: string
  signal: AbortSignal
}

/** Keeps the caller's address and key, so that every limit and check of the route applies. */
async function inject(app: App, { request, call, visitorName, signal }: Injection): Promise<ApiResponse> {
  const { authorization, [visitorName]: visitor } = request.headers
  const { statusCode, headers, body } = await runForCaller(
    signal,
    // Awaited inside: an injected request starts only when awaited.
    async () =>
      await app.inject({
        method: call.method as 'GET',
        url: call.path,
        remoteAddress: request.ip,
        signal,
        headers: {
          ...call.headers,
          ...(authorization && { authorization }),
          ...(visitor && { [visitorName]: visitor }),
          'x-request-id': request.id,
        },
        ...(call.body && { payload: call.body }),
      }),
  )
  return { status: statusCode, headers: headers as ApiResponse['headers'], body: parseJson(body) }
}
