import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CacheUse,
  type StandInResponse,
  type ResponseFault,
  type HttpFault,
  type TransportFault,
  responseFaults,
  httpFaults,
  getShape,
  transportFaults,
} from './model-faults.ts'
import { type Format, type ModelRequest, complaintAbout, getFormat, readBody, readRequest } from './model-request.ts'
import { anthropicBody } from './model-wire-anthropic.ts'
import { openaiBody, openaiDialects } from './model-wire-openai.ts'

export type { ModelRequest } from './model-request.ts'

/** `ollama` and `openrouter` are dialects; the last ones are gateways that answer 200 to a failure. */
export type ModelFault =
  | HttpFault
  | ResponseFault
  | TransportFault
  | keyof typeof openaiDialects
  | 'empty choices'
  | keyof typeof errorsInChoice
  | keyof typeof errorsIn200

/** The statuses of the model behind a gateway that answers 200. */
const errorsInChoice = { 'error in choice': 502, 'rate limit in choice': 429, 'no money in choice': 402 }
const errorsIn200 = { 'error in 200': 502, 'rate limit in 200': 429, 'no money in 200': 402 }

export interface ModelScript {
  /** Makes the tool's arguments. */
  judge: (request: ModelRequest) => object | Promise<object>
  /** Makes the server fail, by request and how many came so far. */
  findFault?: (request: ModelRequest, count: number) => ModelFault | undefined
  /** The model id that answers carry; the requested one unless given. */
  resolvedModel?: (request: ModelRequest) => string
  delayMs?: number
  isKeyless?: boolean
  /** Any free one unless given. */
  port?: number
  /** The prompt cache's effect on a request; none unless given. */
  useCache?: (request: ModelRequest, count: number) => CacheUse
  /** Told of each good request how long it was here, from its head to the last byte of its answer. */
  onResponse?: (request: ModelRequest, ms: number) => void
}

export interface ModelServer {
  /** The value for MODEL_BASE_URL, with `/v1`. */
  baseUrl: string
  /** The good requests, in the order in which they came. */
  requests: ModelRequest[]
  close: () => Promise<void>
}

/** A stand-in for a language model on a real socket, in both wire formats, that fails in every way real ones do. */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer((incoming, response) => {
    const format = getFormat(incoming)
    if (!format) return sendError(response, 'openai', 'no model')
    const since = performance.now()
    const work = async () => {
      const body = await readBody(incoming)
      const { headers } = incoming
      const complaint = complaintAbout(format, { headers, body, isKeyless: script.isKeyless ?? false })
      if (complaint || !body) return sendError(response, format, complaint ?? 'bad request')
      const request = readRequest(format, body, headers)
      requests.push(request)
      response.once('finish', () => script.onResponse?.(request, performance.now() - since))
      await reply(response, { script, request, count: requests.length })
    }
    work().catch((error: Error) => response.destroy(error))
  })
  await once(server.listen(script.port ?? 0, '127.0.0.1'), 'listening')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, close }
}

interface Turn {
  script: ModelScript
  request: ModelRequest
  count: number
}

async function reply(response: ServerResponse, { script, request, count }: Turn): Promise<void> {
  if (script.delayMs) await sleep(script.delayMs)
  const fault = script.findFault?.(request, count)
  if (fault && fault in httpFaults) return sendError(response, request.format, fault as HttpFault)
  const call = { name: request.tool, args: JSON.stringify(await script.judge(request)) }
  const model = script.resolvedModel?.(request) ?? request.model
  const render = (response: StandInResponse) =>
    (request.format === 'openai' ? openaiBody : anthropicBody)(model, response, script.useCache?.(request, count))
  const good: StandInResponse = { calls: [call], text: null, finish: 'call' }
  if (fault && fault in transportFaults)
    return transportFaults[fault as TransportFault](response, JSON.stringify(render(good)))
  if (fault && fault in responseFaults)
    return sendJson(response, 200, render(responseFaults[fault as ResponseFault](call)))
  sendJson(response, 200, oddity(fault, render(good)))
}

const isOf = <T extends object>(faults: T, fault: ModelFault | undefined): fault is keyof T & ModelFault =>
  fault !== undefined && fault in faults

function oddity(fault: ModelFault | undefined, body: ReturnType<typeof openaiBody | typeof anthropicBody>): object {
  if (isOf(errorsIn200, fault)) return { error: { code: errorsIn200[fault], message: 'upstream' } }
  if (!('choices' in body)) return fault === 'empty choices' ? { ...body, content: [] } : body
  if (isOf(openaiDialects, fault)) return openaiDialects[fault](body)
  if (fault === 'empty choices') return { ...body, choices: [] }
  if (!isOf(errorsInChoice, fault)) return body
  const message = { role: 'assistant', content: '' }
  const error = { code: errorsInChoice[fault], message: 'upstream' }
  return { ...body, choices: [{ index: 0, message, finish_reason: 'error', error }] }
}

function sendError(response: ServerResponse, format: Format, fault: HttpFault): void {
  const { openai, anthropic, message = fault, param = null, details, headers } = getShape(fault)
  const [status, type, code] = openai
  if (format === 'openai') return sendJson(response, status, { error: { message, type, param, code } }, headers)
  const error = { type: anthropic[1], message, ...(details && { details }) }
  sendJson(response, anthropic[0], { type: 'error', error, request_id: 'req_1' }, headers)
}

function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req_1',
    'request-id': 'req_1',
    ...headers,
  })
  response.end(JSON.stringify(body))
}
