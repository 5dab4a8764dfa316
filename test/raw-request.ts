import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { App } from '../src/platform/http/app.ts'

interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

interface RawResponse {
  status: number
  body: string
}

/** Sends requests one after the other over a single connection to a socket of the service. */
export async function rawRequest(t: TestContext, app: App, requests: RawRequest[]): Promise<RawResponse[]> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const responses: RawResponse[] = []
  for (const one of requests) responses.push(await send(agent, port, one))
  return responses
}

const send = (agent: Agent, port: number, { method, path, headers, body }: RawRequest) =>
  new Promise<RawResponse>((resolve, reject) => {
    const length = { 'content-length': String(body.length) }
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } })
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    sent.end(body)
  })
