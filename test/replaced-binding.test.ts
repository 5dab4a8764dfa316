import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '../src/main/commands.ts'
import { decideOutcomes } from '../src/outcomes/deciding/decide-outcomes.ts'
import { bindToken, creator, namedToken, ownCreation, ownToken, startFinding } from './finding-world.ts'
import { enroll } from './enrolling.ts'
import { type TestResponse, ask } from './harness.ts'

type World = Awaited<ReturnType<typeof startFinding>>

const wallet = creator.address.toLowerCase()
const stranger = '0x574a46e000000000000000000000000000000304'
const never = new AbortController().signal

/** A launchpad's token was found for the creator, who launched another one himself. */
async function startNamed(t: TestContext, transferSenders: string[] = []): Promise<World & { bindingId: string }> {
  const world = await startFinding(t, 'Frog of Base', { transferSenders })
  await world.find()
  await world.prove()
  const [row] = (await sql<{ id: string }>`select id from token_bindings`.execute(world.deps.db)).rows
  return { ...world, bindingId: row?.id ?? '' }
}

const bindOwn = (world: World): Promise<TestResponse> => bindToken(world, ownToken, { creationTx: ownCreation })

const listBindings = async ({ deps }: World) =>
  (
    await sql<{ id: string; token: string; state: string; predecessor: string | null; closed: string | null }>`
      select b.id, b.token, b.state, b.predecessor, w.closed from token_bindings b left join watches w on w.binding_id = b.id
      order by b.bound_at`.execute(deps.db)
  ).rows

const listCorrections = async ({ deps }: World) =>
  (
    await sql<{ subject: string; reason: string; replacement: { binding: string } | null }>`
      select subject, reason, replacement from corrections`.execute(deps.db)
  ).rows

test('the creator’s signed token replaces a token that a stranger bound to the wallet', async (t) => {
  const world = await startNamed(t)
  await decideOutcomes(world.deps, never)
  const bound = await bindOwn(world)
  assert.deepEqual([bound.status, bound.body.state, bound.body.origin], [201, 'proven', 'signed'])
  const [named, own] = await listBindings(world)
  assert.deepEqual([named?.token, named?.state, named?.closed], [namedToken, 'replaced', 'replaced'])
  assert.deepEqual([own?.token, own?.state, own?.predecessor, own?.closed], [ownToken, 'proven', named?.id, null])
  assert.deepEqual(await listCorrections(world), [
    { subject: `binding:${named?.id}`, reason: 'not_theirs', replacement: { binding: own?.id } },
  ])
  assert.equal((await bindOwn(world)).status, 200)
  assert.equal((await listCorrections(world)).length, 1)
})

test('a transfer by somebody else does not tie the wallet to the token', async (t) => {
  const world = await startNamed(t, [stranger])
  assert.equal((await bindOwn(world)).status, 201)
})

test('a wallet that touched the token keeps it: its other token is refused', async (t) => {
  const world = await startNamed(t, [stranger, wallet])
  const { status, body } = await bindOwn(world)
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  assert.deepEqual(await listCorrections(world), [])
  const [named] = await listBindings(world)
  assert.equal(named?.state, 'proven')
})

test('a wallet whose transfer has a receipt that is too large keeps the token', async (t) => {
  const world = await startNamed(t, [wallet])
  world.nodeWorld.transferData = `0x${'00'.repeat(600_000)}`
  const { status, body } = await bindOwn(world)
  assert.deepEqual([status, body.state], [202, 'pending'])
  await world.prove()
  const [named, own] = await listBindings(world)
  assert.deepEqual([named?.state, own?.state], ['proven', 'unproven'])
})

test('a named token that the creator has signed for is not replaced', async (t) => {
  const world = await startNamed(t)
  assert.equal((await bindToken(world, namedToken)).status, 200)
  assert.equal((await bindOwn(world)).status, 409)
})

test('outcome correct clears a wallet of a token by which a stranger named it', async (t) => {
  const world = await startNamed(t)
  const explain = ['--explain', 'The wallet asked for no token.']
  const args = ['outcome', 'correct', `binding:${world.bindingId}`, '--reason', 'not_theirs', ...explain]
  const { status, stdout, stderr } = await runCommand(world.deps, [...args, '--json'])
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal((JSON.parse(stdout) as { reason: string }).reason, 'not_theirs')
  const [named] = await listBindings(world)
  assert.deepEqual([named?.state, named?.closed], ['corrected', 'corrected'])
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.counts], ['corrected', false])
  const again = await runCommand(world.deps, args)
  assert.equal(again.status, 1)
  await world.find()
  assert.equal((await listBindings(world)).length, 1)
})

test('outcome correct clears nobody of a token that he touched', async (t) => {
  const world = await startNamed(t, [wallet])
  const args = ['outcome', 'correct', `binding:${world.bindingId}`, '--reason', 'not_theirs', '--explain', 'A loser.']
  const { status, stdout, stderr } = await runCommand(world.deps, args)
  assert.deepEqual([status, stdout, stderr], [1, '', 'the chain shows an act of the wallet on the token\n'])
})

test('outcome correct: a token that the creator signs for meanwhile stays bound', async (t) => {
  const world = await startNamed(t)
  let isSigned = false
  world.nodeWorld.onCall = async (method) => {
    if (isSigned || method !== 'eth_getLogs') return
    isSigned = true
    assert.equal((await bindToken(world, namedToken)).status, 200)
  }
  const args = ['outcome', 'correct', `binding:${world.bindingId}`, '--reason', 'not_theirs', '--explain', 'A loser.']
  const { status, stderr } = await runCommand(world.deps, args)
  assert.equal(status, 1)
  assert.match(stderr, /^not_theirs needs a proven binding that nobody signed/)
  const [named] = await listBindings(world)
  assert.deepEqual([named?.state, named?.closed], ['proven', null])
  assert.deepEqual(await listCorrections(world), [])
})

test('outcome correct: scores no longer speak for a token that is not theirs', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  const { app, deps, scoreId } = world
  await deps.db.deleteFrom('enrollments').execute()
  for (const table of ['submissions', 'scores'] as const)
    await deps.db.updateTable(table).set({ contract_address: ownToken }).execute()
  assert.equal((await enroll(app, { scoreId, wallet: creator })).status, 201)
  const readStanding = async (token: string) =>
    (await ask(app, { url: `/api/v1/score/${token}` })).headers['x-launchscore-standing']
  assert.equal(await readStanding(ownToken), 'signed')
  await world.find()
  await world.prove()
  assert.deepEqual([await readStanding(namedToken), await readStanding(ownToken)], ['bound', undefined])
  const [named] = await listBindings(world)
  const args = ['outcome', 'correct', `binding:${named?.id}`, '--reason', 'not_theirs', '--explain', 'A loser.']
  assert.equal((await runCommand(deps, args)).status, 0)
  assert.deepEqual([await readStanding(namedToken), await readStanding(ownToken)], [undefined, 'signed'])
})

test('outcome bind says which proofs hold, and stores a found token only with --write', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  const creation = '0x39b0a34b68e4ed6e1ffa464f44c254780f759435f9120134fcac185d694df1b9'
  const { proofSources } = world.deps
  assert.ok(proofSources)
  const findCreationTx = () => Promise.resolve(creation)
  const deps = { ...world.deps, proofSources: { ...proofSources, findCreationTx } }
  const args = ['outcome', 'bind', world.scoreId, namedToken]
  const checked = await runCommand(deps, [...args, '--json'])
  assert.deepEqual([checked.status, checked.stderr], [0, ''])
  const shown = JSON.parse(checked.stdout) as { state: string; proofs: { kind: string }[]; stored: string | null }
  assert.deepEqual([shown.state, shown.proofs.map(({ kind }) => kind), shown.stored], ['proven', ['named'], null])
  assert.deepEqual(await listBindings(world), [])
  assert.equal((await runCommand(deps, [...args, '--write'])).status, 0)
  const [bound] = await listBindings(world)
  assert.deepEqual([bound?.token, bound?.state], [namedToken, 'proven'])
})

test('outcome bind ends with 1 where the job would not bind', async (t) => {
  const world = await startFinding(t, 'Toad of Base')
  const pending = await runCommand(world.deps, ['outcome', 'bind', world.scoreId, ownToken])
  assert.deepEqual([pending.status, pending.stderr], [1, 'the chain does not show the creation yet\n'])
  const { proofSources } = world.deps
  assert.ok(proofSources)
  const deps = { ...world.deps, proofSources: { ...proofSources, findCreationTx: () => Promise.resolve(ownCreation) } }
  const renamed = await runCommand(deps, ['outcome', 'bind', world.scoreId, ownToken, '--write'])
  assert.deepEqual(
    [renamed.status, renamed.stderr],
    [1, 'the token has another name or symbol, so that its creator has to sign\n'],
  )
  assert.deepEqual(await listBindings(world), [])
})
