import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoryLog } from '../../test/world/deps.ts'
import { buildHttp } from './http/http.ts'
import { createMetrics } from './metrics.ts'
import { systemRandom } from './random.ts'
import { currentClient } from './request-client.ts'
import { closeAfter } from '../../test/world/waiting.ts'

for (const method of ['GET', 'POST'] as const)
  test(`the handler of a ${method} knows its client, also after an await`, async (t) => {
    const url = await startServer(t)
    const responses = ['203.0.113.7', '2001:db8::1'].map(async (ip) => {
      const headers = { 'x-forwarded-for': ip, 'content-type': 'application/json' }
      const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      return response.json()
    })
    assert.deepEqual(await Promise.all(responses), [
      { network: '203.0.113.7', site: null },
      { network: '2001:db8:0:0::/64', site: '2001:db8:0::/48' },
    ])
  })

test('work outside of a request has no client', () => assert.equal(currentClient(), undefined))

async function startServer(t: TestContext): Promise<string> {
  const app = buildHttp({
    log: memoryLog().log,
    metrics: createMetrics(),
    random: systemRandom,
    trustProxy: ['127.0.0.1'],
  })
  app.get('/', sendClientError)
  app.post('/', sendClientError)
  closeAfter(t, () => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const sendClientError = () => nextTurn().then(currentClient)
