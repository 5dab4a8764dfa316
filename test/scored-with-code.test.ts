import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getContractAddress } from 'viem'
import { sealDays } from '../src/record/seal-days.ts'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { type BindingWorld, bind, checkPending, deploy, launch, startBinding } from './world/binding.ts'
import { ada, bob } from './world/creators.ts'
import { type TestResponse, ask } from './world/app.ts'

const never = new AbortController().signal
const hourMs = 3_600_000

const readCounts = ({ body }: TestResponse) => [body.state, body.counts, body.reason, body.population]
const excluded = ['proven', false, 'scored_after_creation', null]
const counted = ['proven', true, null, 'committed']

/** Sets the service's clock to the newest block's, and lets an hour pass on the chain. */
async function catchUp({ chain, setTime }: BindingWorld): Promise<void> {
  const { timestamp } = await chain.getBlock()
  setTime(new Date(Number(timestamp) * 1000 + 60_000))
  await chain.increaseTime({ seconds: 3600 })
}

/** A score that names a contract which is there, and another token that its creator launches later. */
async function startSubmitted(world: BindingWorld, { isExplored = false } = {}) {
  const submitted = await deploy(world, bob)
  if (isExplored) world.creations[submitted.token.toLowerCase()] = submitted.hash
  await catchUp(world)
  const id = await launch(world, ada, { contractAddress: submitted.token })
  const { token, hash } = await deploy(world, ada)
  return { id, bindIt: async () => bind(world, { id, token, wallet: ada, over: { creationTx: hash } }) }
}

test('a score whose contract had code never counts, according to the node’s state', async (t) => {
  const world = await startBinding(t)
  const { id, bindIt } = await startSubmitted(world)
  assert.deepEqual(readCounts(await bindIt()), excluded)
  await decideOutcomes(world.deps, never)
  const rows = await world.deps.db.selectFrom('recorded_launches').select(['score_id', 'excluded']).execute()
  assert.deepEqual(rows, [{ score_id: id, excluded: 'scored_after_creation' }])
})

test('a score whose contract had code never counts, according to the explorer', async (t) => {
  const world = await startBinding(t, { isPruned: true })
  const { bindIt } = await startSubmitted(world, { isExplored: true })
  assert.deepEqual(readCounts(await bindIt()), excluded)
})

/** The scores and enrollments that the first sealed day counts. */
async function readCohorts({ deps, setTime }: BindingWorld) {
  await decideOutcomes(deps, never)
  setTime(new Date(Date.now() + 48 * hourMs))
  await sealDays(deps, never)
  return deps.db.selectFrom('record_day_cohorts').select(['scored', 'enrolled']).execute()
}

test('a score whose contract the risk provider knew counts in no figure', async (t) => {
  const world = await startBinding(t)
  const contractAddress = `0x${'c0de'.padStart(40, '1')}`
  world.tokens[contractAddress] = { is_open_source: '1', is_honeypot: '0' }
  const id = await launch(world, ada, { contractAddress })
  const { token, hash } = await deploy(world, ada)
  assert.deepEqual(readCounts(await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })), excluded)
  assert.deepEqual(await readCohorts(world), [])
})

for (const isExplored of [false, true])
  test(`a contract that is younger than the score excludes nothing${isExplored ? ', by the explorer' : ''}`, async (t) => {
    const world = await startBinding(t, { isPruned: isExplored })
    const contractAddress = getContractAddress({ from: bob.address, nonce: 0n })
    const id = await launch(world, ada, { contractAddress })
    const submitted = await deploy(world, bob)
    assert.equal(submitted.token, contractAddress)
    if (isExplored) world.creations[contractAddress.toLowerCase()] = submitted.hash
    const { token, hash } = await deploy(world, ada)
    assert.deepEqual(readCounts(await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })), counted)
  })

test('a contract without code excludes nothing', async (t) => {
  const world = await startBinding(t, { isPruned: true })
  const id = await launch(world, ada, { contractAddress: `0x${'c0de'.padStart(40, '2')}` })
  const { token, hash } = await deploy(world, ada)
  assert.deepEqual(readCounts(await bind(world, { id, token, wallet: ada, over: { creationTx: hash } })), counted)
  assert.deepEqual(await readCohorts(world), [{ scored: 1, enrolled: 1 }])
})

test('a binding whose contract can’t be checked is pending, unproven after 48 hours', async (t) => {
  const world = await startBinding(t, { isPruned: true })
  const { id, bindIt } = await startSubmitted(world)
  assert.equal((await bindIt()).status, 202)
  const query = world.deps.db.selectFrom('token_bindings').select('bound_at as boundAt')
  const { boundAt } = await query.executeTakeFirstOrThrow()
  const checkAfter = async (hours: number) => {
    world.setTime(new Date(boundAt.getTime() + hours * hourMs))
    await checkPending(world)
    return readCounts(await ask(world.app, { url: `/v1/launch/${id}/token` }))
  }
  assert.equal((await checkAfter(2))[0], 'pending')
  assert.equal((await checkAfter(47))[0], 'pending')
  assert.equal((await checkAfter(49))[0], 'unproven')
})
