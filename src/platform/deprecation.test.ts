import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { memoryLog } from '../../test/memory-log.ts'
import { announceDeprecations } from './deprecation.ts'
import { ApiError } from './errors.ts'
import { buildHttp } from './http.ts'
import { openMetrics } from './metrics.ts'
import { describeRoutes } from './openapi.ts'
import { systemRandom } from './random.ts'

async function serve(t: TestContext, schema: object) {
  const app = buildHttp({ log: memoryLog().log, metrics: openMetrics(), random: systemRandom, trustProxy: [] })
  t.after(() => app.close())
  await describeRoutes(app, {
    title: 'Made up',
    version: '1.0.0',
    description: 'For this test',
    tags: [],
    securitySchemes: {},
    webhooks: {},
  })
  announceDeprecations(app)
  app.get('/new', async () => ({ done: true }))
  app.get<{ Querystring: { isBroken?: boolean } }>('/old', { schema }, async ({ query }) => {
    if (query.isBroken) throw new ApiError('not_found', 'There is none.')
    return { done: true }
  })
  await app.ready()
  return app
}

const dates = { 'x-deprecated-at': '2027-01-31', 'x-sunset-at': '2027-05-01' }

test('a deprecated route says since when and until when, in every answer', async (t) => {
  const app = await serve(t, { deprecated: true, ...dates })
  for (const [method, url, status] of [
    ['GET', '/old', 200],
    ['HEAD', '/old', 200],
    ['GET', '/old?isBroken=1', 404],
  ] as const) {
    const { statusCode, headers } = await app.inject({ method, url })
    assert.equal(statusCode, status)
    assert.equal(headers['deprecation'], '@1801353600')
    assert.equal(headers['sunset'], 'Sat, 01 May 2027 00:00:00 GMT')
  }
})

test('a route that is not deprecated says nothing', async (t) => {
  const app = await serve(t, { deprecated: true, ...dates })
  const { headers } = await app.inject({ url: '/new' })
  assert.ok(!('deprecation' in headers || 'sunset' in headers))
})

test('the document holds the flag and the days', async (t) => {
  const app = await serve(t, { deprecated: true, ...dates })
  const { paths = {} } = app.swagger() as { paths?: Record<string, { get?: object }> }
  assert.partialDeepStrictEqual(paths['/old']?.get, { deprecated: true, ...dates })
})

test('a deprecation without its days, or with less than 90 between them, stops the start', async (t) => {
  const wrong: object[] = [
    {},
    { ...dates, 'x-sunset-at': undefined },
    { ...dates, 'x-deprecated-at': undefined },
    { ...dates, 'x-sunset-at': '2027-04-30' },
    { ...dates, 'x-sunset-at': '2026-05-01' },
    { ...dates, 'x-sunset-at': '2027-13-01' },
    { ...dates, 'x-sunset-at': 'May 2027' },
    { ...dates, 'x-sunset-at': 1_809_129_600_000 },
  ]
  for (const schema of wrong)
    await assert.rejects(serve(t, { deprecated: true, ...schema }), /GET \/old is deprecated: .* 90 days/)
})
