import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { memoryLog } from '../../../test/world/deps.ts'
import { respondToOtherMethods } from './allowed-methods.ts'
import { buildHttp } from './http.ts'
import { createMetrics } from '../metrics.ts'
import { systemRandom } from '../random.ts'
import { closeAfter } from '../../../test/world/waiting.ts'

async function serve(t: TestContext) {
  const app = buildHttp({ log: memoryLog().log, metrics: createMetrics(), random: systemRandom, trustProxy: [] })
  closeAfter(t, () => app.close())
  respondToOtherMethods(app)
  app.get('/things/:id', async () => ({ id: 1 }))
  app.delete('/things/:id', async (_request, reply) => reply.code(204).send())
  app.post('/things/tick', async () => ({ done: true }))
  app.get('/files/*', async () => 'a file')
  await app.ready()
  return app
}

test('every other method of a path is 405 with Allow, whatever its body', async (t) => {
  const app = await serve(t)
  const headers = { 'content-type': 'text/plain' }
  for (const [url, allow] of [
    ['/things/7', 'DELETE, GET, HEAD, OPTIONS'],
    ['/things/7?x=1', 'DELETE, GET, HEAD, OPTIONS'],
    ['/things/tick', 'OPTIONS, POST'],
    ['/files/a/b/c.png', 'GET, HEAD, OPTIONS'],
  ] as const)
    for (const method of ['PUT', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY']) {
      const response = await app.inject({ method: method as 'PUT', url, headers, payload: 'not read' })
      assert.deepEqual([response.statusCode, response.headers['allow']], [405, allow], `${method} ${url}`)
      assert.deepEqual(response.json().error.code, 'bad_request')
      assert.ok(response.headers['x-request-id'])
      assert.equal(response.headers['cache-control'], 'no-store')
    }
})

test('OPTIONS tells what a path takes and carries no body', async (t) => {
  const app = await serve(t)
  const response = await app.inject({ method: 'OPTIONS', url: '/things/7' })
  assert.deepEqual(
    [response.statusCode, response.headers['allow'], response.body],
    [204, 'DELETE, GET, HEAD, OPTIONS', ''],
  )
})

test('a static path is not taken for a parameter of its neighbour', async (t) => {
  const app = await serve(t)
  assert.equal((await app.inject({ url: '/things/tick' })).statusCode, 405)
})

test('a path that nobody serves is 404 under every method', async (t) => {
  const app = await serve(t)
  for (const method of ['GET', 'OPTIONS', 'TRACE', 'PUT'] as const)
    for (const url of ['/nothing', '/things', '/things/7/more', '/files'])
      assert.equal((await app.inject({ method: method as 'GET', url })).statusCode, 404, `${method} ${url}`)
})
