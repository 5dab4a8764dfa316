import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import { openAgent, openSecureContext } from './outbound-connector.ts'
import { OutboundRefused } from './outbound-target.ts'
import { isPublicAddress } from '../../../contract/public-address.ts'

interface World {
  /** The name server's responses, in order. */
  responses: string[][]
  accept: (address: string) => boolean
}

/** A name server that changes its mind, and a server on every address of this machine that notes where it was reached. */
async function setUp(t: TestContext, { responses, accept }: World) {
  const reached: (string | undefined)[] = []
  const asked: string[] = []
  const server = createServer((_request, response) => response.end('secret')).listen(0, '0.0.0.0')
  server.on('connection', (socket) => reached.push(socket.localAddress))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const resolve = async (host: string) => {
    asked.push(host)
    return (responses.shift() ?? []).map((address) => ({ address, family: 4 }))
  }
  const agent = openAgent({ resolve, accept, getSecureContext: openSecureContext([]) })
  t.after(async () => {
    await agent.destroy()
    server.close()
  })
  const get = async () => {
    const url = `http://rebind.example:${port}/`
    const { body } = await request(url, { dispatcher: agent, headers: { connection: 'close' } })
    return body.text()
  }
  return { reached, asked, get }
}

const isRefusal = (error: unknown) => error instanceof OutboundRefused

test('a name that points to this machine opens no connection to it', async (t) => {
  const { reached, get } = await setUp(t, { responses: [['127.0.0.1']], accept: isPublicAddress })
  await assert.rejects(get(), isRefusal)
  assert.deepEqual(reached, [])
})

// In these 127.0.0.1 stands for a public address and 127.0.0.2 for a private one.
const accept = (address: string) => address === '127.0.0.1'

for (const response of [
  ['127.0.0.1', '127.0.0.2'],
  ['127.0.0.2', '127.0.0.1'],
]) {
  test(`one refused address among the answers (${response.join(', ')}) refuses the host`, async (t) => {
    const { reached, get } = await setUp(t, { responses: [response], accept })
    await assert.rejects(get(), isRefusal)
    assert.deepEqual(reached, [])
  })
}

test('the checked address is dialled, and a changed DNS response is checked again', async (t) => {
  const { reached, asked, get } = await setUp(t, { responses: [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']], accept })
  assert.equal(await get(), 'secret')
  assert.equal(asked.length, 1)
  await assert.rejects(get(), isRefusal)
  assert.equal(await get(), 'secret')
  assert.deepEqual(reached, ['127.0.0.1', '127.0.0.1'])
})
