import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { issueKey } from '../src/keys/key-commands.ts'
import { runCommand } from '../src/main/commands.ts'
import { nameLaunches } from '../src/scoring/identity.ts'
import { ada, bob, enroll } from './world/creators.ts'
import { type TestApp, ask, startApp, startWorld } from './world/app.ts'
import { seedScore, seedSubmission, seedScoreFor } from './world/seed.ts'

const contractAddress = '0x70ce110000000000000000000000000000000102'

async function start(t: TestContext) {
  const service = await startApp(t)
  const search = async (q: string, more = '') => {
    const { status, body } = await ask(service.app, { url: `/api/v1/search?q=${encodeURIComponent(q)}${more}` })
    assert.equal(status, 200, JSON.stringify(body))
    return body.results
  }
  const seed = (name: string, over: object = {}) =>
    seedScore(service.deps, {
      creatorAddress: ada.address,
      name,
      symbol: name.replaceAll(' ', '').slice(0, 9),
      ...over,
    })
  const names = async (q: string, more = '') => (await search(q, more)).map(({ name }: { name: string }) => name)
  return { ...service, search, seed, names }
}

const hide = (service: Pick<TestApp, 'deps'>, id: string) =>
  runCommand(service.deps, ['score', 'hide', id, '--reason', 'Phishing.'])

test('GET /api/v1/search: a name with all letter groups of the query needs the query', async (t) => {
  const { seed, names } = await start(t)
  await seed('Xcabca') // it has abc, bca and cab, as the query does
  await seed('Xabcab')
  assert.deepEqual(await names('abcab'), ['Xabcab'])
})

test('GET /api/v1/search: equal names first, then beginnings, then parts', async (t) => {
  const { seed, names, search } = await start(t)
  await seed('My Sock')
  await seed('Sock Drawer')
  await seed('Umbrella')
  const id = await seed('Sock', { points: 71 })
  assert.deepEqual(await names('sock'), ['Sock', 'Sock Drawer', 'My Sock'])
  assert.deepEqual(await names('$SOCK'), ['Sock', 'Sock Drawer', 'My Sock'])
  assert.deepEqual(await names('sock', '&limit=2'), ['Sock', 'Sock Drawer'])
  assert.deepEqual(await names('rella'), ['Umbrella'])
  assert.deepEqual(await names('nothing like it'), [])
  const [first] = await search('sock')
  assert.deepEqual(first, {
    match: 'name',
    scoreId: id,
    chainId: 8453,
    name: 'Sock',
    symbol: 'Sock',
    aggregate: 71,
    band: 'green',
    outcome: null,
    warnings: [],
    confidence: 'final',
    isSigned: false,
    isCopy: false,
    creatorAddress: ada.address,
    contractAddress: null,
    createdAt: first.createdAt,
  })
})

test('GET /api/v1/search: finds lookalikes, other scripts and parts of words', async (t) => {
  const { seed, names } = await start(t)
  for (const name of ['Popcorn', '左袜子', 'שלום', '🧦', 'Überkatze', 'Vvalrus']) await seed(name)
  for (const [q, name] of [
    ['pоpcоrn', 'Popcorn'],
    ['popcor', 'Popcorn'],
    ['corn', 'Popcorn'],
    ['袜子', '左袜子'],
    ['左', '左袜子'],
    ['שלו', 'שלום'],
    ['🧦', '🧦'],
    ['uberkat', 'Überkatze'],
    ['v', 'Vvalrus'],
    ['walrus', 'Vvalrus'],
  ] as const)
    assert.deepEqual(await names(q), [name], q)
})

test('GET /api/v1/search: a contract, a wallet and an id are found exactly', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const search = async (q: string) =>
    (await ask(app, { url: `/api/v1/search?q=${q}` })).body.results.map(
      ({ match, scoreId, isSigned }: Record<string, unknown>) => [match, scoreId, isSigned],
    )
  const { body: token } = await score({ contractAddress, creatorAddress: bob.address })
  const { body: launch } = await score({ name: 'Right Sock', creatorAddress: ada.address })
  assert.deepEqual(await search(contractAddress), [['contract', token.id, false]])
  assert.deepEqual(await search(ada.address), [])
  await enroll(app, { scoreId: launch.id, wallet: ada })
  assert.deepEqual(await search(ada.address.toLowerCase()), [['wallet', launch.id, true]])
  assert.deepEqual(await search(launch.id.toUpperCase()), [['id', launch.id, true]])
  assert.deepEqual(await search(`0x${'9'.repeat(40)}`), [])
  assert.deepEqual(await search('01a20193-38c6-7b0c-9572-29555c61970c'), [])
})

test('GET /api/v1/search: a launch is one row, the signed one before copies', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const ids = async () =>
    (await ask(app, { url: '/api/v1/search?q=left sock' })).body.results.map(
      ({ scoreId }: { scoreId: string }) => scoreId,
    )
  await score({ creatorAddress: bob.address })
  const { body: honest } = await score({ creatorAddress: ada.address })
  const { body: copy } = await score({ creatorAddress: bob.address, name: 'Lеft Sосk' })
  assert.deepEqual(await ids(), [copy.id])
  await enroll(app, { scoreId: honest.id, wallet: ada })
  assert.deepEqual(await ids(), [honest.id])
})

test('GET /api/v1/search: what is hidden or made with a test key is never found', async (t) => {
  const world = await startWorld(t)
  const { app, deps, score, submission } = await startApp(t, { world })
  const { key } = await issueKey(deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test', mode: 'test' })
  const payload = submission({ name: 'Trial Sock', contractAddress })
  const { body: trial } = await ask(app, {
    method: 'POST',
    url: '/v1/score',
    payload,
    headers: { authorization: `Bearer ${key}` },
  })
  const { body: bad } = await score({ name: 'Bad Sock', contractAddress })
  await hide({ deps }, bad.id)
  for (const q of ['sock', 'Trial Sock', 'Bad Sock', contractAddress, trial.id, bad.id])
    assert.deepEqual((await ask(app, { url: `/api/v1/search?q=${encodeURIComponent(q)}` })).body, { results: [] }, q)
})

test('GET /api/v1/search: a wallet finds its own launches, without hidden ones', async (t) => {
  const { app, deps, seed, search } = await start(t)
  const [shown, hidden] = [await seed('Shown Sock'), await seed('Hidden Sock')]
  const others = await seed('Other Sock', { creatorAddress: bob.address })
  await enroll(app, { scoreId: shown, wallet: ada })
  await enroll(app, { scoreId: hidden, wallet: ada })
  await enroll(app, { scoreId: others, wallet: bob })
  const ids = async () => (await search(ada.address)).map(({ scoreId }: { scoreId: string }) => scoreId)
  assert.deepEqual(await ids(), [hidden, shown])
  await hide({ deps }, hidden)
  assert.deepEqual(await ids(), [shown])
})

test('GET /api/v1/search: of names that match alike, signed ones come first', async (t) => {
  const { app, seed, names } = await start(t)
  await seed('Sock One')
  const scoreId = await seed('Sock Two')
  await enroll(app, { scoreId, wallet: ada })
  assert.deepEqual(await names('sock'), ['Sock Two', 'Sock One'])
})

test('GET /api/v1/search: a preliminary score is found and says so', async (t) => {
  const { seed, search } = await start(t)
  await seed('Not Whole', { hasStubs: true })
  const [found] = await search('not whole')
  assert.deepEqual([found.name, found.confidence], ['Not Whole', 'preliminary'])
})

test('GET /api/v1/search: finds launches of an earlier release once they have names', async (t) => {
  const { deps, names } = await start(t)
  const submissionId = await seedSubmission(deps.db, { name: 'Old Sock' })
  await seedScoreFor(deps.db, { submissionId, aggregateX100: 8000, createdAt: new Date() })
  assert.deepEqual(await names('old sock'), [])
  await nameLaunches(deps, new AbortController().signal)
  assert.deepEqual(await names('old sock'), ['Old Sock'])
})

for (const [query, field] of [
  ['', 'q'],
  ['q=', 'q'],
  ['q=%20%09', 'q'],
  [`q=${'a'.repeat(101)}`, 'q'],
  [`q=${'a'.repeat(2000)}`, 'q'],
  ['q=a%00b', 'q'],
  ['q=%E2%80%AEsock', 'q'],
  ['q=a&q=b', 'q'],
  [`q=0xA11ce${'0'.repeat(34)}1`, 'q'],
  ['q=sock&limit=0', 'limit'],
  ['q=sock&limit=21', 'limit'],
  ['q=sock&limit=0x5', 'limit'],
] as const)
  test(`GET /api/v1/search?${query.slice(0, 40)}: 400 names ${field}`, async (t) => {
    const { app } = await startApp(t)
    const { status, body } = await ask(app, { url: `/api/v1/search?${query}` })
    assert.equal(status, 400)
    assert.equal(body.error.code, 'bad_request')
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string }) => path),
      [field],
    )
  })

test('GET /api/v1/search: hostile text is only text', async (t) => {
  const { seed, names } = await start(t)
  const name = '"><script>alert(1)</script>'
  await seed(name)
  await seed('100% _ \\ Sock')
  assert.deepEqual(await names(name), [name])
  for (const q of ['%', '_', '\\', '%%%', '_%_', '{', '"', '!!!', '$', '\u{10ffff}', "';drop table scores;--"])
    assert.deepEqual(await names(q), [], q)
  assert.deepEqual(await names('1%0_0\\'), ['100% _ \\ Sock'])
  assert.deepEqual(await names('alert(1)'), [name])
})

test('GET /api/v1/search: any site may read it, and a cached copy is 304', async (t) => {
  const { app, seed } = await start(t)
  await seed('Sock')
  const first = await ask(app, { url: '/api/v1/search?q=sock' })
  assert.equal(first.headers['access-control-allow-origin'], '*')
  assert.equal(first.headers['cache-control'], 'public, max-age=5')
  const headers = { 'if-none-match': String(first.headers['etag']) }
  assert.equal((await ask(app, { url: '/api/v1/search?q=sock', headers })).status, 304)
})

test('the database and the rules agree on what is critical', async (t) => {
  const { deps } = await start(t)
  const { warningWords } = await import('../contract/warning-words.ts')
  for (const [code, { severity }] of Object.entries(warningWords)) {
    const { rows } = await sql<{ is: boolean }>`select has_critical(array[${code}]) as is`.execute(deps.db)
    assert.equal(rows[0]?.is, severity === 'critical', code)
  }
})
