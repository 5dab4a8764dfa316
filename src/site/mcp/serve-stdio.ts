import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ApiResponse, CheckParts, ToolApi } from './call-tool.ts'
import { createMcpServers } from './create-mcp-server.ts'
import { createGetJson } from '../../platform/outbound/get-json.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { getVersion } from '../../platform/release.ts'

interface Deployment {
  url: URL
  key: string | null
  checkParts: CheckParts
}

/** A scoring takes up to 25 seconds. */
const timeoutMs = 60_000

/** Until the input ends. Tools call the API of a deployment. */
export async function serveMcpOnStdio(deployment: Deployment): Promise<void> {
  const api = await openDeployment(deployment)
  const createServer = createMcpServers(api)
  const served = serveStdio(() => createServer(api), { onerror: reportError, maxSubscriptions: 1 })
  await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]) // a file ends without closing
  await served.close()
}

// Standard output carries only the protocol.
const reportError = ({ message }: Error) =>
  void process.stderr.write(`${message.replaceAll(/\s+/g, ' ').slice(0, maxReported)}\n`)

const maxReported = 300

async function openDeployment({ url, key, checkParts }: Deployment): Promise<ToolApi> {
  const getJson = createGetJson({ provider: 'service', timeoutMs })
  const base = url.href.replace(/\/$/, '')
  const own = {
    'user-agent': `launchscore/${getVersion()} (mcp)`,
    ...(key !== null && { authorization: `Bearer ${key}` }),
  }
  const send: ToolApi['send'] = async ({ path, headers, body }, signal): Promise<ApiResponse> =>
    getJson({ url: new URL(base + path), headers: { ...headers, ...own }, ...(body && { post: body }) }, signal).catch(
      (error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error
        throw new Error(`the service at ${base} could not be reached: ${error.message}`, { cause: error })
      },
    )
  const path = '/api/v1/openapi.json'
  const { status, body } = await send(
    { method: 'GET', path, headers: {}, body: undefined },
    AbortSignal.timeout(timeoutMs),
  )
  const reason = status === 200 ? undefined : findReason(body)
  if (reason !== undefined) throw new Error(`the service at ${base} responded with ${status}: ${reason}`)
  if (status !== 200 || !isDocument(body)) throw new Error(`no Launchscore service found at ${base}`)
  return { document: body, send, checkParts }
}

/** undefined if the body is something else. */
function findReason(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { message?: unknown } }
  return typeof error?.message === 'string' ? error.message : undefined
}

const isDocument = (body: unknown): body is ToolApi['document'] =>
  typeof body === 'object' && body !== null && 'paths' in body && 'components' in body && 'info' in body
