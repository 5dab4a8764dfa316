import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../src/platform/http/app.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { seedScore } from './world/seed.ts'

const contractAddress = '0x70ce110000000000000000000000000000000102'

async function tokenScore(app: App, headers = {}) {
  const { status, body, headers: responded } = await ask(app, { url: `/api/v1/score/${contractAddress}`, headers })
  return { status, id: body?.id, standing: responded['x-launchscore-standing'] }
}

const rescore = async (app: App, id: string) =>
  (await ask(app, { method: 'POST', url: `/v1/score/${id}/rescore` })).body.id

test('an unsigned submission doesn’t replace a signed score of its token', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body: honest } = await score({ contractAddress, creatorAddress: ada.address })
  assert.deepEqual(await tokenScore(app), { status: 200, id: honest.id, standing: 'unsigned' })
  const { body: stranger } = await score({ contractAddress, creatorAddress: bob.address, name: 'SCAM do not buy' })
  assert.deepEqual(await tokenScore(app), { status: 200, id: stranger.id, standing: 'unsigned' })
  await enroll(app, { scoreId: honest.id, wallet: ada })
  assert.deepEqual(await tokenScore(app), { status: 200, id: honest.id, standing: 'signed' })
  await score({ contractAddress, creatorAddress: bob.address, name: 'SCAM do not buy' })
  await score({ contractAddress, creatorAddress: ada.address })
  await rescore(app, stranger.id)
  assert.deepEqual(await tokenScore(app), { status: 200, id: honest.id, standing: 'signed' })
  const again = await rescore(app, honest.id)
  assert.deepEqual(await tokenScore(app), { status: 200, id: again, standing: 'signed' })
})

test('a signed deployer or owner ranks above any other signed creator', async (t) => {
  const deployer = { tokens: { [contractAddress]: { kind: 'clean', creator: ada.address } as const } }
  const owner = {
    tokens: {
      [contractAddress]: {
        kind: 'clean',
        creator: walletNo(7).address,
        fields: { owner_address: ada.address },
      } as const,
    },
  }
  for (const goplus of [deployer, owner]) {
    const world = await startWorld(t, { goplus })
    const { app, score } = await startApp(t, { world })
    const { body: theirs } = await score({ contractAddress, creatorAddress: ada.address })
    assert.equal((await tokenScore(app)).standing, 'unsigned', 'naming a wallet is no signature')
    const { body: stranger } = await score({ contractAddress, creatorAddress: bob.address })
    await enroll(app, { scoreId: stranger.id, wallet: bob })
    // the reported deployer contradicts the signature: it is worth less than a score that names the deployer, more than others
    const id = goplus === deployer ? theirs.id : stranger.id
    assert.deepEqual(await tokenScore(app), { status: 200, id, standing: 'unsigned' })
    await enroll(app, { scoreId: theirs.id, wallet: ada })
    assert.deepEqual(await tokenScore(app), { status: 200, id: theirs.id, standing: 'deployer' })
    await rescore(app, stranger.id)
    assert.deepEqual(await tokenScore(app), { status: 200, id: theirs.id, standing: 'deployer' })
  }
})

test('a wallet that deployed the contract by its own transaction is its deployer', async (t) => {
  const wallets = {
    [ada.address.toLowerCase()]: { ageDays: 50, sent: 9, tokens: [{ address: contractAddress, ageDays: 3 }] },
  }
  const world = await startWorld(t, { txlist: { wallets } })
  const { app, score } = await startApp(t, { world })
  const { body } = await score({ contractAddress, creatorAddress: ada.address })
  await enroll(app, { scoreId: body.id, wallet: ada })
  assert.deepEqual(await tokenScore(app), { status: 200, id: body.id, standing: 'deployer' })
})

test('the header has the deployment’s name, and comes with 304 too', async (t) => {
  const { app, deps } = await startApp(t, { config: { serviceName: 'Moon & Co. 2' } })
  const id = await seedScore(deps, { creatorAddress: ada.address, contractAddress })
  const url = `/api/v1/score/${contractAddress}`
  const { headers } = await ask(app, { url })
  assert.equal(headers['x-moonco2-standing'], 'unsigned')
  await enroll(app, { scoreId: id, wallet: ada })
  const unchanged = await ask(app, { url, headers: { 'if-none-match': String(headers['etag']) } })
  assert.deepEqual([unchanged.status, unchanged.headers['x-moonco2-standing']], [304, 'signed'])
})

test('a re-score concurrent with a signature ends up signed', async (t) => {
  const { app, deps } = await startApp(t)
  for (let n = 0; n < 10; n += 1) {
    const seed = { creatorAddress: ada.address, contractAddress }
    const id = await seedScore(deps, seed)
    const [again] = await Promise.all([
      seedScore(deps, { ...seed, rescoredFrom: id }),
      enroll(app, { scoreId: id, wallet: ada }),
    ])
    const standings = await deps.db.selectFrom('scores').select('standing').where('id', 'in', [id, again]).execute()
    assert.deepEqual(standings, [{ standing: 1 }, { standing: 1 }])
  }
})

test('the page of a score says the standing in words', async (t) => {
  const { app, deps } = await startApp(t)
  const toPage = async (id: string) => String((await ask(app, { url: `/score/${id}` })).body)
  for (const isDeployer of [false, true]) {
    const seed = { creatorAddress: ada.address, contractAddress, isDeployer, creatorProof: 'none' } as const
    const id = await seedScore(deps, seed)
    assert.match(await toPage(id), /Not verified: anyone can enter a wallet/)
    await enroll(app, { scoreId: id, wallet: ada })
    const page = await toPage(id)
    assert.doesNotMatch(page, /Not verified: anyone can enter a wallet/)
    const signed = isDeployer ? />signed for this contract<\/span>/ : />signed<\/span>/
    assert.match(page.slice(page.indexOf('id="creator"')), signed)
    assert.equal(page.includes('report this wallet as the contract’s deployer or owner'), !isDeployer)
  }
})
