import type { IncomingMessage } from 'node:http'
import type { HttpFault } from './model-faults.ts'

export type Format = 'openai' | 'anthropic'

/** A request for a judgement, out of either wire format. */
export interface ModelRequest {
  format: Format
  headers: IncomingMessage['headers']
  model: string
  /** The system text. */
  instructions: string
  /** The user's text blocks, joined by line breaks. */
  text: string
  image: Buffer | undefined
  /** Name and schema of the offered tool. */
  tool: string
  schema: object
  isForced: boolean
  isStrict: boolean
  /** The rules, and the tool before them, are marked for the cache of prompts. */
  isCacheable: boolean
  temperature: number | undefined
  maxTokens: number
  /** Under which name the limit came. */
  limitName: string
}

interface Block {
  type: string
  cache_control?: { type: string }
  text?: string
  image_url?: { url: string }
  source?: { type: string; media_type?: string; data?: string }
}

interface Tool {
  name?: string
  input_schema?: object
  strict?: boolean
  function?: { name?: string; parameters?: object; strict?: boolean }
}

export interface Body {
  model?: string
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
  system?: string | Block[]
  messages?: { role: string; content: string | Block[] }[]
  tools?: Tool[]
  tool_choice?: string | { type: string; name?: string; function?: { name?: string } }
}

const formats: Record<string, Format> = { '/v1/chat/completions': 'openai', '/v1/messages': 'anthropic' }

/** The wire format that a path speaks; undefined: there is no such path. */
export const getFormat = ({ method, url = '' }: IncomingMessage): Format | undefined =>
  method === 'POST' ? formats[url] : undefined

/** The body as JSON; undefined: it is not JSON. */
export async function readBody(incoming: IncomingMessage): Promise<Body | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Body
  } catch {
    return undefined
  }
}

/** Requests that a real server refuses; a stand-in that accepts them would hide wrong requests. */
export function complaintAbout(
  format: Format,
  { headers, body, isKeyless }: { headers: IncomingMessage['headers']; body: Body | undefined; isKeyless: boolean },
): HttpFault | undefined {
  const key = headers['x-api-key'] ?? headers.authorization?.match(/^Bearer (.+)$/)?.[1]
  if (!key && !isKeyless) return 'bad key'
  if (!body?.model || !body.messages?.length || !Number.isInteger(toLimit(body))) return 'bad request'
  const [offered, ...others] = body.tools ?? []
  if (!offered || others.length > 0 || !getName(offered) || !getSchema(offered)) return 'bad request'
  const forced = getForcedTool(body)
  if (forced !== undefined && forced !== getName(offered)) return 'bad request'
  if (!toBlocks(body).every(isInline)) return 'bad request'
  return format === 'anthropic' ? anthropicComplaint(headers, body) : openaiComplaint(body)
}

function anthropicComplaint(headers: IncomingMessage['headers'], body: Body): HttpFault | undefined {
  const version = headers['anthropic-version']
  if (version !== '2023-06-01' && version !== '2026-10-21') return 'bad request'
  if (!body.max_tokens || !body.system || body.messages?.some(({ role }) => role !== 'user')) return 'bad request'
  return version === '2026-10-21' && body.temperature !== undefined ? 'bad temperature' : undefined
}

function openaiComplaint({ messages = [] }: Body): HttpFault | undefined {
  const [first, ...rest] = messages
  const isSystem = first?.role === 'system' || first?.role === 'developer'
  return isSystem && rest.every(({ role }) => role === 'user') ? undefined : 'bad request'
}

/** A request that was found good, in one shape. */
export function readRequest(format: Format, body: Body, headers: IncomingMessage['headers']): ModelRequest {
  const [offered = {}] = body.tools ?? []
  const { model = '', temperature, messages = [] } = body
  const blocks = toBlocks(body)
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  return {
    format,
    headers,
    model,
    instructions: toText([format === 'openai' ? system.map(({ content }) => content) : (body.system ?? '')].flat(2)),
    text: toText(blocks),
    image: blocks.map(findImage).find((image) => image !== undefined),
    tool: getName(offered) ?? '',
    schema: getSchema(offered) ?? {},
    isForced: getForcedTool(body) !== undefined,
    isStrict: (offered.strict ?? offered.function?.strict) === true,
    isCacheable: Array.isArray(body.system) && body.system.at(-1)?.cache_control?.type === 'ephemeral',
    temperature,
    maxTokens: toLimit(body) ?? 0,
    limitName: body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens',
  }
}

const toLimit = ({ max_tokens, max_completion_tokens }: Body) => max_tokens ?? max_completion_tokens
const getName = (tool: Tool) => tool.name ?? tool.function?.name
const getSchema = (tool: Tool) => tool.input_schema ?? tool.function?.parameters

function getForcedTool({ tool_choice: choice }: Body): string | undefined {
  return typeof choice === 'object' ? (choice.function?.name ?? choice.name) : undefined
}

const toBlocks = ({ messages = [] }: Body): Block[] =>
  messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))

const toText = (blocks: (string | Block)[]): string =>
  blocks
    .map((block) => (typeof block === 'string' ? block : (block.text ?? '')))
    .filter(Boolean)
    .join('\n')

const inline = /^data:image\/(?:png|jpeg);base64,/

/** An image by address would be fetched by the server, past every rule for fetching. */
const isInline = ({ image_url, source }: Block) =>
  (!image_url || inline.test(image_url.url)) &&
  (!source || (source.type === 'base64' && /^image\/(png|jpeg)$/.test(source.media_type ?? '')))

function findImage({ image_url, source }: Block): Buffer | undefined {
  const data = source?.data ?? image_url?.url.replace(inline, '')
  return data === undefined ? undefined : Buffer.from(data, 'base64')
}
