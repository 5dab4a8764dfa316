import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { toChecksumAddress } from '../contract/address.ts'
import { parseConfig } from '../src/config.ts'
import { examine } from '../src/main/examine.ts'
import { markBound } from '../src/scoring/store.ts'
import { creator } from './fixtures/keys.ts'
import { ask, startApp, startWorld, type WorldOptions } from './world/app.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { listProblems } from './world/deps.ts'
import { startFinding } from './world/finding.ts'
import { seedScore } from './world/seed.ts'

const token = `0x${'ab'.repeat(20)}`
const shown = toChecksumAddress(token)
const chains = { CHAINS: '8453,56,1' }

async function start(t: TestContext, environment: Record<string, string> = {}, world?: WorldOptions) {
  const started = world && (await startWorld(t, world))
  const service = await startApp(t, {
    ...(started && { world: started }),
    environment: { ...started?.environment, ...chains, ...environment },
  })
  const get = (url: string, headers: Record<string, string> = {}) => ask(service.app, { url, headers })
  return { ...service, get, world: started }
}

/** One token address on two chains, with the score of another creator on each. */
async function seedTwins(service: Awaited<ReturnType<typeof start>>) {
  const { app, deps } = service
  const onBase = await seedScore(deps, {
    creatorAddress: ada.address,
    contractAddress: token,
    name: 'Sock',
    points: 80,
  })
  const onBnb = await seedScore(deps, {
    creatorAddress: bob.address,
    contractAddress: token,
    chainId: 56,
    name: 'Glove',
    symbol: 'GLV',
    points: 60,
  })
  await enroll(app, { scoreId: onBnb, wallet: bob })
  return { onBase, onBnb }
}

test('GET /api/v1/score/:tokenAddress: a token is its address and its chain; without one, the best class counts', async (t) => {
  const service = await start(t)
  const { onBase, onBnb } = await seedTwins(service)
  const read = async (query: string) => {
    const { status, body, headers } = await service.get(`/api/v1/score/${token}${query}`)
    return [status, body.id, headers['x-launchscore-standing']]
  }
  assert.deepEqual(await read('?chainId=8453'), [200, onBase, 'unsigned'])
  assert.deepEqual(await read('?chainId=56'), [200, onBnb, 'signed'])
  assert.deepEqual(await read(''), [200, onBnb, 'signed'])
  assert.equal((await read('?chainId=1'))[0], 404)
  const unknown = await service.get(`/api/v1/score/${token}?chainId=137`)
  assert.equal(unknown.status, 400)
  const [detail] = unknown.body.error.details
  assert.deepEqual(
    [detail.path, detail.message],
    ['chainId', '137 is not configured: this service scores launches on 8453, 56, 1'],
  )
})

test('lookup, search, lists and leaderboards keep tokens of two chains apart', async (t) => {
  const service = await start(t)
  const { app, get } = service
  const { onBase, onBnb } = await seedTwins(service)
  const tokens = [{ address: token }, { address: shown, chainId: 56 }, { address: token, chainId: 1 }]
  const looked = await ask(app, { method: 'POST', url: '/api/v1/lookup', payload: { tokens } })
  assert.deepEqual(
    looked.body.tokens.map((one: { scoreId: string; chainId: number } | null) => one && [one.scoreId, one.chainId]),
    [[onBase, 8453], [onBnb, 56], null],
  )
  const refused = await ask(app, {
    method: 'POST',
    url: '/api/v1/lookup',
    payload: { tokens: [{ address: token, chainId: 137 }] },
  })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'tokens.0.chainId'])

  const ids = async (url: string, list: string, id = 'scoreId') =>
    (await get(url)).body[list].map((one: Record<string, string>) => one[id])
  assert.deepEqual(await ids(`/api/v1/search?q=${token}`, 'results'), [onBase, onBnb])
  assert.deepEqual(await ids(`/api/v1/search?q=${token}&chainId=56`, 'results'), [onBnb])
  assert.deepEqual(await ids('/api/v1/search?q=sock&chainId=56', 'results'), [])
  assert.deepEqual(await ids('/api/v1/search?q=sock&chainId=8453', 'results'), [onBase])
  const found = await get(`/api/v1/search?q=${token}`)
  assert.deepEqual(
    found.body.results.map((one: { contractAddress: string; chainId: number }) => [one.contractAddress, one.chainId]),
    [
      [shown, 8453],
      [shown, 56],
    ],
  )
  assert.deepEqual(await ids('/api/v1/scores?chainId=8453', 'scores'), [onBase])
  assert.deepEqual(await ids('/api/v1/scores?chainId=56', 'scores'), [onBnb])
  assert.deepEqual(await ids('/api/v1/leaderboards?chainId=56', 'best'), [onBnb])
  assert.deepEqual(await ids('/api/v1/leaderboards?chainId=1', 'best'), [])
  assert.deepEqual(await ids('/api/v1/leaderboards', 'best'), [onBase, onBnb])
  assert.deepEqual(await ids('/api/v1/launches?chainId=56', 'launches', 'scoreRequestId'), [onBnb])
  assert.deepEqual(await ids('/api/v1/launches?chainId=8453', 'launches', 'scoreRequestId'), [])
  for (const url of ['scores', 'leaderboards', 'launches', `search?q=${token}`])
    assert.equal((await get(`/api/v1/${url}${url.includes('?') ? '&' : '?'}chainId=137`)).status, 400, url)
})

test('pages and embeds of a token are those of its chain', async (t) => {
  const service = await start(t)
  await seedTwins(service)
  const page = async (url: string) => (await service.get(url, { accept: 'text/html' })).body as string
  assert.match(await page(`/token/${token}?chainId=8453`), /<h1[^>]*><bdi>Sock</)
  assert.match(await page(`/token/${token}?chainId=56`), /<h1[^>]*><bdi>Glove</)
  assert.match(await page(`/token/${token}?chainId=56`), /BNB Chain/)
  assert.match(await page(`/token/${token}?chainId=56`), /https:\/\/bscscan\.com\/address/)
  assert.match(await page(`/embed/token/${token}?chainId=8453`), /Sock/)
  const frame = await page(`/embed/token/${token}?chainId=56`)
  assert.match(frame, /Glove/)
  assert.match(frame, new RegExp(`/token/${shown}\\?chainId=56(&amp;|&)lang=en`))
  assert.equal((await service.get(`/embed/token/${token}?chainId=137`)).status, 404)
  const board = await page('/leaderboards?chainId=56&tab=new')
  assert.match(board, /Glove/)
  assert.doesNotMatch(board, /Sock/)
  assert.match(board, /All chains/)
  assert.match(board, /<summary class="chosen"><span class="unseen">Chain: <\/span>BNB Chain</)
  assert.match(await page('/leaderboards?tab=new'), /<summary>Chain</)
  const home = await page(`/?contract=${token}&chainId=56`)
  assert.match(home, /<select[^>]*name="chainId"/)
  assert.match(home, /<option[^>]*selected[^>]*>BNB Chain/)
  const results = await page(`/search?q=${token}`)
  assert.match(results, /Glove/)
  assert.match(results, /Sock/)
})

test('links of a token’s page in other languages keep its chain', async (t) => {
  const service = await start(t)
  await seedTwins(service)
  const { body } = await service.get(`/token/${token}?chainId=56&lang=es`, { accept: 'text/html' })
  assert.match(body, new RegExp(`rel="canonical" href="[^"]*/token/${shown}\\?chainId=56(&amp;|&)lang=es"`))
  assert.match(body, /href="\?chainId=56(&amp;|&)lang=zh"/)
  assert.match(body, /BNB Chain/)
})

test('with one chain, pages name no chain to choose', async (t) => {
  const { deps, get } = await start(t, { CHAINS: '' })
  await seedScore(deps, { creatorAddress: ada.address, contractAddress: token })
  const { body } = await get('/leaderboards?tab=new', { accept: 'text/html' })
  assert.doesNotMatch(body, /All chains|data-chains/)
  assert.doesNotMatch((await get('/', { accept: 'text/html' })).body, /name="chainId"/)
})

test('POST /v1/score asks the providers about the chain of the submission', async (t) => {
  const service = await start(t, {}, { goplus: { tokens: {} } })
  const { world, score } = service
  const creatorAddress = walletNo(7).address
  const scored = await score({ creatorAddress, contractAddress: token, chainId: 56 })
  assert.equal(scored.status, 201, JSON.stringify(scored.body))
  assert.deepEqual([scored.body.submission.chainId, scored.body.hasStubs], [56, false])
  const explored = world?.txlist.requests ?? []
  assert.ok(explored.length > 0)
  assert.ok(explored.every(({ query }) => query['chainid'] === '56'))
  const reported = (world?.goplus.requests ?? []).map(({ path }) => path)
  assert.ok(reported.includes('/api/v1/token_security/56'), reported.join())
  const again = await ask(service.app, { method: 'POST', url: `/v1/score/${scored.body.id}/rescore` })
  assert.deepEqual([again.status, again.body.submission.chainId], [201, 56])
  const usual = await score({ creatorAddress, contractAddress: token })
  assert.deepEqual([usual.status, usual.body.submission.chainId], [201, 8453])
})

test('POST /v1/score: 400 on chainId for a chain that is not configured, or that a provider doesn’t serve', async (t) => {
  const refusalOf = async (
    environment: Record<string, string>,
    world: WorldOptions,
    over: object,
  ): Promise<[number, string, string]> => {
    const { score } = await start(t, environment, world)
    const { status, body } = await score(over)
    return [status, body.error?.details?.[0].path, body.error?.details?.[0].message]
  }
  assert.deepEqual(await refusalOf({}, {}, { chainId: 137 }), [
    400,
    'chainId',
    '137 is not configured: this service scores launches on 8453, 56, 1',
  ])
  assert.deepEqual(await refusalOf({}, { goplus: { chains: ['8453'] } }, { chainId: 56 }), [
    400,
    'chainId',
    '56 is not served by GoPlus, which this service uses',
  ])
  const [status, path, message] = await refusalOf({ CREATOR_DATA_CHAIN_PARAM: '' }, {}, { chainId: 56 })
  assert.deepEqual([status, path], [400, 'chainId'])
  assert.match(message, /^56 is not served by the explorer at 127\.0\.0\.1/)
  const market = { CHAINS: '8453,84532', MARKET_DATA_URL: 'http://127.0.0.1:9' }
  assert.match((await refusalOf(market, {}, { chainId: 84532 }))[2], /not served by DEX Screener/)
})

test('the settings of chains are checked against each other, and CHAIN_RPC_URLS may name the node of CHAIN_ID', () => {
  assert.deepEqual(listProblems({ ...chains, CHAIN_RPC_URLS: '137=http://127.0.0.1:9' }), [
    'CHAIN_RPC_URLS names chain 137, which CHAINS does not list',
  ])
  assert.deepEqual(listProblems({ ...chains, CREATOR_DATA_URLS: '137=http://127.0.0.1:9' }), [
    'CREATOR_DATA_URLS names chain 137, which CHAINS does not list',
  ])
  assert.equal(listProblems({ CHAINS: '8453,base' }).length, 1)
  assert.equal(listProblems({ ...chains, CREATOR_DATA_URLS: '56' }).length, 1)
  const config = parseConfig({ ...chains, CHAIN_RPC_URLS: '8453=http://127.0.0.1:9,56=http://127.0.0.1:8' })
  assert.deepEqual(config.chainRpcUrl, 'http://127.0.0.1:9')
  assert.deepEqual(
    config.chains.map(({ rpcUrl }) => rpcUrl),
    ['http://127.0.0.1:9', 'http://127.0.0.1:8', null],
  )
})

test('a launch on a chain that is no longer configured is not scored again', async (t) => {
  const { app, deps } = await start(t)
  const id = await seedScore(deps, { creatorAddress: ada.address, chainId: 137 })
  const { status, body } = await ask(app, { method: 'POST', url: `/v1/score/${id}/rescore` })
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  assert.match(body.error.message, /chain 137/)
})

test('CREATOR_DATA_URLS: an explorer of one chain is asked without a chain parameter and without the key', async (t) => {
  const own = await startWorld(t, { txlist: { flavour: 'blockscout' } })
  const { score, world } = await start(t, { CREATOR_DATA_URLS: `56=${own.txlist.url}` }, {})
  const { status, body } = await score({ chainId: 56 })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(world?.txlist.requests.length, 0)
  assert.ok(own.txlist.requests.length > 0)
  assert.ok(own.txlist.requests.every(({ query }) => query['chainid'] === undefined && query['apikey'] === undefined))
})

test('/ready and the doctor show each chain, and an outage on another chain leaves the replica ready', async (t) => {
  const { deps, get } = await start(t, { CHAIN_RPC_URLS: '56=http://127.0.0.1:9' }, {})
  const { status, body } = await get('/ready')
  assert.deepEqual([status, Object.keys(body.checks.chains)], [200, ['56', '1'].toSorted()])
  assert.deepEqual(body.checks.chains['56'], { creator: 'closed', risk: 'closed', chain: 'closed' })
  const rows = await examine({ ...deps, channels: [] }, t.signal)
  const states = Object.fromEntries(rows.map(({ name, state }) => [name, state]))
  assert.deepEqual(
    [states['creator data on chain 56'], states['chain node on chain 56'], states['chain node on chain 1']],
    ['ok', 'failed', 'stub'],
  )
})

test('warnings, proofs and counts of a token say nothing about the same address on another chain', async (t) => {
  const service = await start(t)
  const { app, deps } = service
  const { onBnb } = await seedTwins(service)
  await sql`insert into contract_readings (contract_address, score_id, warning_codes, read_at)
    values (${`${token}@56`}, ${onBnb}, '{honeypot}', '2026-11-25T10:00:00Z')`.execute(deps.db)
  const bound = await sql<{ id: string }>`
    insert into token_bindings (id, score_id, submission_id, chain_id, token, creator_address, origin, state, creation_sender, creation_tx,
      creation_block, created_block_at, bound_at)
    select id, id, submission_id, 56, ${token}, ${bob.address.toLowerCase()}, 'found', 'proven', ${bob.address.toLowerCase()}, '0x1', 1, now(), now()
    from scores where id = ${onBnb} returning submission_id as id`.execute(deps.db)
  const submissionId = bound.rows[0]?.id ?? ''
  const mark = async (contract: string) =>
    deps.db.transaction().execute((tx) => markBound(tx, { submissionId, contract }))
  await mark(token) // is no token of the launch
  await mark(`${token}@56`)
  const tokens = [{ address: token }, { address: token, chainId: 56 }]
  const { body } = await ask(app, { method: 'POST', url: '/api/v1/lookup', payload: { tokens } })
  assert.deepEqual(
    body.tokens.map((one: Record<string, string>) => [one['standing'], one['warnings']]),
    [
      ['unsigned', []],
      ['bound', ['honeypot', 'not_examined']],
    ],
  )
  const read = async (query: string) => {
    const { headers } = await service.get(`/api/v1/score/${token}${query}`)
    return [headers['x-launchscore-standing'], headers['x-launchscore-warnings']]
  }
  assert.deepEqual(await read('?chainId=8453'), ['unsigned', undefined])
  assert.deepEqual(await read('?chainId=56'), ['bound', 'honeypot,not_examined'])
  assert.deepEqual(await read(''), ['bound', 'honeypot,not_examined'])
})

test('a token of one chain is never bound to a launch of another', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { launcher: creator.address.toLowerCase() })
  await world.deps.db.updateTable('submissions').set({ chain_id: '56' }).execute()
  await world.find()
  const listBound = async () => (await world.deps.db.selectFrom('token_bindings').select('token').execute()).length
  assert.equal(await listBound(), 0)
})

test('the message of a launch’s token names the chain of the launch', async (t) => {
  const service = await start(t)
  const { onBase, onBnb } = await seedTwins(service)
  await enroll(service.app, { scoreId: onBase, wallet: ada })
  const lineOf = async (id: string) => {
    const { body } = await service.get(`/v1/launch/${id}/token/message?tokenAddress=${token}`)
    return body.message.split('\n')[3]
  }
  assert.deepEqual([await lineOf(onBase), await lineOf(onBnb)], ['Chain: 8453', 'Chain: 56'])
})

await import('./world/close-shared-db.ts')
