import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ask, startApp, startWorld } from './world/app.ts'

const good = '0xa11ce00000000000000000000000000000000001'

const wrongFields: [field: string, over: object][] = [
  ...['name', 'symbol', 'imageUrl', 'creatorAddress'].map((field): [string, object] => [field, { [field]: undefined }]),
  ['name', { name: '' }],
  ['name', { name: '   ' }],
  ['name', { name: 'x'.repeat(65) }],
  ['name', { name: 7 }],
  ['name', { name: null }],
  ['name', { name: 'two\nlines' }],
  ['name', { name: 'nul\u0000' }],
  ['name', { name: 'bidi \u202e txt' }],
  ['name', { name: 'lone \ud800' }],
  ['name', { name: '\u200b\u200b' }],
  ['symbol', { symbol: 'TWO WORDS' }],
  ['symbol', { symbol: '$' }],
  ['symbol', { symbol: 'x'.repeat(17) }],
  ['description', { description: 'x'.repeat(2001) }],
  ['description', { description: 'bell \u0007' }],
  ['imageUrl', { imageUrl: 'not an address' }],
  ['imageUrl', { imageUrl: 'http://pictures.example/a.png' }],
  ['imageUrl', { imageUrl: 'https://user:password@pictures.example/a.png' }],
  ['imageUrl', { imageUrl: 'https://127.0.0.1/a.png' }],
  ['imageUrl', { imageUrl: 'https://[::1]/a.png' }],
  ['imageUrl', { imageUrl: 'https://2130706433/a.png' }],
  ['imageUrl', { imageUrl: 'https://192.88.99.1/a.png' }],
  ['imageUrl', { imageUrl: 'https://[2001:2::1]/a.png' }],
  ['imageUrl', { imageUrl: 'https://169.254.169.254/latest' }],
  ['imageUrl', { imageUrl: 'data:image/png;base64,AAAA' }],
  ['imageUrl', { imageUrl: `https://pictures.example/${'x'.repeat(2048)}` }],
  ['xHandle', { xHandle: '@@leftsock' }],
  ['xHandle', { xHandle: 'https://t.me/leftsock' }],
  ['xHandle', { xHandle: '@' }],
  ['xHandle', { xHandle: '@sixteen_letters_' }],
  ['xHandle', { xHandle: '@left-sock' }],
  ['creatorAddress', { creatorAddress: '0x12' }],
  ['creatorAddress', { creatorAddress: good.slice(2) }],
  ['creatorAddress', { creatorAddress: `0x${'0'.repeat(40)}` }],
  ['creatorAddress', { creatorAddress: '0xA11ce00000000000000000000000000000000001' }],
  ['contractAddress', { contractAddress: `0x${'0'.repeat(40)}` }],
  ['contractAddress', { contractAddress: 'vitalik.eth' }],
  ['imageURL', { imageURL: 'https://pictures.example/a.png' }],
]

test('an invalid submission is 400, names the field and calls no provider', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  for (const [field, over] of wrongFields) {
    const { status, body, headers } = await score(over)
    const what = `${JSON.stringify(over)} → ${JSON.stringify(body)}`
    assert.equal(status, 400, what)
    assert.equal(body.error.code, 'bad_request', what)
    assert.deepEqual(Object.keys(body), ['error'])
    assert.ok(
      body.error.details.some(({ path }: { path: string }) => path === field),
      what,
    )
    assert.ok(headers['x-request-id'])
  }
  assert.equal(world.images.requests.length + world.model.requests.length + world.goplus.requests.length, 0)
  assert.deepEqual(await deps.db.selectFrom('submissions').selectAll().execute(), [])
})

test('all faults of a body come in one response', async (t) => {
  const { score } = await startApp(t)
  const { body } = await score({ name: '', symbol: 'A B', xHandle: '@@x', extra: 1, description: 7 })
  const paths = body.error.details.map(({ path }: { path: string }) => path)
  assert.deepEqual(paths.sort(), ['description', 'extra', 'name', 'symbol', 'xHandle'])
})

test('the details of a 400 say in plain words what each field must be', async (t) => {
  const { app, submission, score } = await startApp(t)
  const body = { name: '', symbol: 7, description: 'x'.repeat(5_000), imageUrl: null, contractAddress: '0x1', extra: 1 }
  const { body: refused } = await score({ ...body, creatorAddress: undefined })
  const { contractAddress, ...plain } = toMessages(refused)
  assert.deepEqual(plain, {
    name: 'must not be empty',
    symbol: 'must be a string',
    description: 'must have at most 2000 characters',
    imageUrl: 'must be a string',
    extra: 'is not a field of this request',
  })
  const { body: bare } = await score({ ...body, contractAddress: undefined, creatorAddress: undefined })
  assert.deepEqual(toMessages(bare), { ...plain, creatorAddress: 'is required' })
  assert.match(contractAddress ?? '', /^must be [^/^]+$/)
  const list = await ask(app, { url: '/api/v1/launches?limit=0&cursor=' })
  assert.deepEqual(toMessages(list.body), {
    limit: 'must be at least 1',
    cursor: 'must be the `nextCursor` of an earlier response, unchanged',
  })
  const read = await ask(app, { url: '/v1/score/7' })
  assert.deepEqual(toMessages(read.body), { id: 'must be a UUID' })
  const odd = await ask(app, { method: 'POST', url: '/v1/score', payload: [submission()] })
  assert.match(odd.body.error.message, /must be an object/)
})

test('lengths count composed characters, also after a long row of combining marks', async (t) => {
  const { score } = await startApp(t, { world: await startWorld(t) })
  const row = `a${'\u0316'.repeat(66)}`
  const { status, body } = await score({ description: `${row} ${'e\u0301'.repeat(1900)}` })
  assert.deepEqual([status, body.submission.description], [201, `${row} ${'\u00e9'.repeat(1900)}`])
  const { body: refused } = await score({ description: row + '\u0958'.repeat(1900) })
  assert.deepEqual(toMessages(refused), { description: 'must have at most 2000 characters' })
})

const toMessages = (body: { error: { details: { path: string; message: string }[] } }) =>
  Object.fromEntries(body.error.details.map(({ path, message }) => [path, message])) as Record<string, string>

test('a body with many or long faults gets a small response with the first twenty', async (t) => {
  const { app, submission } = await startApp(t)
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`unknown${n}`, 1]))
  const long = { ['x'.repeat(60_000)]: 1 }
  for (const over of [many, long]) {
    const { body } = await ask(app, { method: 'POST', url: '/v1/score', payload: submission(over) })
    assert.equal(body.error.code, 'bad_request')
    assert.ok(body.error.details.length <= 20)
    assert.ok(JSON.stringify(body).length < 10_000)
    if (over === many) assert.match(body.error.message, /; and 2980 more\.$/)
  }
})

test('text is trimmed and normalised; an empty contract counts as none', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { world })
  const over = { name: '  Cafe\u0301  ', symbol: ' $SOCK ', description: ' a\r\nb ', contractAddress: null }
  const { body } = await score(over)
  const { name, symbol, description, contractAddress } = body.submission
  assert.deepEqual([name, symbol, description, contractAddress], ['Café', 'SOCK', 'a\nb', null])
})

test('POST /v1/score: dollar signs before a ticker are dropped, however many and of whatever width', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  for (const symbol of ['$$PEPE', '＄PEPE', '﹩＄$PEPE', `${'$'.repeat(40)}PEPE`]) {
    const { status, body } = await score({ symbol })
    assert.deepEqual([status, body.submission?.symbol], [201, 'PEPE'], symbol)
    const { body: page } = await app.inject(`/score/${body.id}`)
    assert.match(page, /\$PEPE/)
    assert.doesNotMatch(page, /[$＄]\s*[$＄]PEPE/)
  }
  for (const symbol of ['$', '＄$', '$ PEPE', `$${'x'.repeat(17)}`]) assert.equal((await score({ symbol })).status, 400)
  assert.equal((await score({ symbol: 'US$' })).body.submission.symbol, 'US$')
})

const imageFaults: [path: string, phrase: RegExp][] = [
  ['/missing.png', /404/],
  ['/redirect.png', /200|redirect/],
  ['/page.html', /PNG, JPEG, WebP or GIF/],
  ['/cut.png', /./],
  ['/flood.png', /5 MiB/],
]

test('an unusable image is 400 on imageUrl', async (t) => {
  const world = await startWorld(t, {
    images: { '/page.html': Buffer.from('<!doctype html><p>hello') },
    imageFaults: {
      '/redirect.png': { redirect: 'https://pictures.example/' },
      '/cut.png': 'cut',
      '/flood.png': 'flood',
    },
  })
  const { score } = await startApp(t, { world })
  for (const [path, phrase] of imageFaults) {
    const { status, body } = await score({ imageUrl: `${world.images.url}${path}` })
    assert.equal(status, 400, path)
    assert.equal(body.error.details[0].path, 'imageUrl')
    assert.match(body.error.details[0].message, phrase)
  }
})

test('an unacceptable request gets the error envelope with the right status', async (t) => {
  const { app, submission } = await startApp(t)
  const json = { 'content-type': 'application/json' }
  const requests = [
    [404, 'not_found', { url: '/nowhere' }],
    [404, 'not_found', { url: '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' }],
    [400, 'bad_request', { url: '/v1/score/not-a-uuid' }],
    [400, 'bad_request', { url: '/v1/score/urn:uuid:01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' }],
    [
      400,
      'bad_request',
      {
        method: 'DELETE',
        url: '/v1/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/subscriptions/urn:uuid:01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
      },
    ],
    [400, 'bad_request', { url: '/v1/score/%00' }],
    [400, 'bad_request', { url: `/v1/score/${'a'.repeat(300)}` }],
    [
      400,
      'bad_request',
      { method: 'POST', url: '/v1/score', payload: Buffer.from([0x22, 0xc3, 0x28, 0x22]), headers: json },
    ],
    [400, 'bad_request', { url: '/v1/score/%' }],
    [405, 'bad_request', { method: 'DELETE', url: '/v1/score' }],
    [405, 'bad_request', { method: 'PUT', url: '/health', payload: 'x', headers: { 'content-type': 'text/plain' } }],
    [400, 'bad_request', { method: 'POST', url: '/v1/score', payload: '{"name":', headers: json }],
    [400, 'bad_request', { method: 'POST', url: '/v1/score', payload: '', headers: json }],
    [400, 'bad_request', { method: 'POST', url: '/v1/score', payload: '[]', headers: json }],
    [400, 'bad_request', { method: 'POST', url: '/v1/score', payload: '{"__proto__":{"x":1}}', headers: json }],
    [
      415,
      'bad_request',
      { method: 'POST', url: '/v1/score', payload: 'name=x', headers: { 'content-type': 'text/plain' } },
    ],
    [413, 'bad_request', { method: 'POST', url: '/v1/score', payload: submission({ name: 'x'.repeat(70_000) }) }],
  ] as const
  for (const [status, code, request] of requests) {
    const response = await ask(app, request)
    assert.equal(response.status, status, JSON.stringify(request).slice(0, 100))
    assert.equal(response.body.error.code, code)
    assert.equal((response.body.error.details?.length ?? 0) > 0, code === 'bad_request')
    assert.match(response.body.error.message, /^[A-Z].*\.$/)
    assert.ok(response.headers['x-request-id'])
    assert.equal('allow' in response.headers, status === 405)
  }
})

test('a member that could change a prototype is refused by name', async (t) => {
  const { app } = await startApp(t)
  const headers = { 'content-type': 'application/json' }
  for (const payload of [
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":{"\\u005f_proto__":1}}',
  ]) {
    const { status, body } = await ask(app, { method: 'POST', url: '/v1/score', payload, headers })
    assert.equal(status, 400)
    assert.match(body.error.message, /__proto__ or constructor\.prototype/, payload)
    assert.equal(body.error.details[0].path, '__proto__')
  }
})

test('a valid request id is echoed, any other is replaced', async (t) => {
  const { app } = await startApp(t)
  const idFor = async (id: string) =>
    (await ask(app, { url: '/health', headers: { 'x-request-id': id } })).headers['x-request-id']
  assert.equal(await idFor('trace-1.A_b'), 'trace-1.A_b')
  for (const id of ['', 'two words', 'x'.repeat(129), '<script>']) assert.notEqual(await idFor(id), id)
})

for (const [what, bytes, status] of [
  ['bytes that are no HTTP', 'HELLO\r\n\r\n', '400 Bad Request'],
  ['a request without Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
  [
    'an expectation that nobody meets',
    'GET /health HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nConnection: close\r\n\r\n',
    '417 Expectation Failed',
  ],
] as const)
  test(`${what} gets the envelope and a request id`, async (t) => {
    const { app } = await startApp(t)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as { port: number }).port)
    socket.end(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    assert.ok(head.startsWith(`HTTP/1.1 ${status}\r\n`), head)
    assert.match(head, /^x-request-id: \S+$/im)
    assert.equal(JSON.parse(body).error.code, 'bad_request')
  })

test('clients without Host, or waiting for 100 Continue, are served', async (t) => {
  const { app } = await startApp(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const [bytes, response] of [
    ['GET /health HTTP/1.0\r\n\r\n', /^HTTP\/1.1 200 OK/],
    [
      'GET /health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/,
    ],
  ] as const) {
    const socket = connect((app.server.address() as { port: number }).port)
    socket.end(bytes)
    assert.match(await text(socket), response)
  }
})

test('a body must be UTF-8', async (t) => {
  const { app } = await startApp(t)
  const statusFor = async (type: string) => {
    const headers = { 'content-type': `application/json${type}` }
    return (await ask(app, { method: 'POST', url: '/v1/score', payload: '{}', headers })).status
  }
  for (const type of ['', '; charset=utf-8', ';charset=UTF-8', '; charset="utf-8"', '; charset=utf8'])
    assert.equal(await statusFor(type), 400, type)
  for (const type of ['; charset=latin1', ';charset="iso-8859-1"', '; x=y; Charset=UTF-16', '; charset='])
    assert.equal(await statusFor(type), 415, type)
})

test('a compressed body is 415 and says so, a body in the coding identity is read', async (t) => {
  const { app } = await startApp(t)
  const send = (coding: string, payload: string | Buffer) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    return ask(app, { method: 'POST', url: '/v1/score', payload, headers })
  }
  for (const coding of ['gzip', 'br', 'GZIP', 'identity, gzip']) {
    const { status, body } = await send(coding, gzipSync('{}'))
    assert.equal(status, 415, coding)
    assert.match(body.error.message, /uncompressed/)
  }
  assert.equal((await send('Identity', '{}')).status, 400)
})

test('re-score: takes no body, an empty one or an object, but no null', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body: first } = await score()
  const url = `/v1/score/${first.id}/rescore`
  const headers = { 'content-type': 'application/json' }
  for (const request of [{}, { payload: '', headers }, { payload: '{}', headers }])
    assert.equal((await ask(app, { method: 'POST', url, ...request })).status, 201)
  for (const payload of ['null', ' null\n', '[]', '"x"', '0', 'false']) {
    const { status, body } = await ask(app, { method: 'POST', url, payload, headers })
    assert.deepEqual([status, body.error.code], [400, 'bad_request'], payload)
  }
})

test('routes without a body: an empty one of any content type is accepted', async (t) => {
  const token = 'admin-token-of-a-test-of-requests'
  const { app } = await startApp(t, { environment: { ADMIN_TOKEN: token } })
  const statusFor = async (url: string, type: string, payload: string) => {
    const authorization = url === tick ? { authorization: `Bearer ${token}` } : {}
    return (await ask(app, { method: 'POST', url, payload, headers: { 'content-type': type, ...authorization } }))
      .status
  }
  const tick = '/v1/launch/dispatch'
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense']
  for (const type of types) assert.equal(await statusFor(tick, type, ''), 200, type)
  for (const type of types) assert.equal(await statusFor(tick, type, 'x=1'), 415, type)
  assert.equal(await statusFor('/v1/enroll', 'text/plain', ''), 415)
  assert.equal(await statusFor('/nowhere', 'text/plain', 'x=1'), 404)
})

test('routes without a body: a chunked body counts as empty only when it is', async (t) => {
  const token = 'admin-token-of-a-test-of-requests'
  const { app } = await startApp(t, { environment: { ADMIN_TOKEN: token } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const [chunks, status] of [
    ['0\r\n\r\n', '200 OK'],
    ['3\r\nx=1\r\n0\r\n\r\n', '415 Unsupported Media Type'],
  ] as const) {
    const socket = connect((app.server.address() as { port: number }).port)
    const head = ['POST /v1/launch/dispatch HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, 'Connection: close']
    socket.write([...head, 'Content-Type: text/plain', 'Transfer-Encoding: chunked', '', chunks].join('\r\n'))
    const response = await text(socket)
    assert.ok(response.startsWith(`HTTP/1.1 ${status}\r\n`), response)
  }
})

for (const query of [`/api/v1/launches?limit=${'9'.repeat(400)}`, '/api/v1/track-record?version=1e400'])
  test(`GET ${query.slice(0, 40)}…: 400 for a number that is not finite`, async (t) => {
    const { app } = await startApp(t)
    const { status, body } = await ask(app, { url: query })
    const [, field] = /\?(\w+)/.exec(query) ?? []
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', field])
  })
