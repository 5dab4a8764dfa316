import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export interface FaultyRpc {
  url: string
  /** From here on every call goes through. */
  heal: () => void
  faults: Record<Fault, number>
}

type Fault = 'answer lost' | 'refused' | 'hangs'

/** A node behind a bad gateway: some answers are lost after the call went through, some calls are refused, some hang. */
export async function startFaultyRpc(t: Pick<TestContext, 'after'>, target: string): Promise<FaultyRpc> {
  const faults = { 'answer lost': 0, refused: 0, hangs: 0 }
  let isHealed = false
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const fault = isHealed ? undefined : pickFault(Math.random())
    if (fault) faults[fault] += 1
    if (fault === 'hangs') return
    if (fault === 'refused') return void response.writeHead(Math.random() < 0.5 ? 503 : 429).end('slow down')
    const answer = await fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    if (fault === 'answer lost') return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // listening on TCP
  return { url: `http://127.0.0.1:${port}/v2/canary-rpc-key`, heal: () => void (isHealed = true), faults }
}

function pickFault(chance: number): Fault | undefined {
  if (chance < 0.08) return 'answer lost'
  if (chance < 0.16) return 'refused'
  return chance < 0.18 ? 'hangs' : undefined
}
