import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '../src/main/commands.ts'
import { clankerTx, namedToken, ownCreation, ownToken, startFinding } from './world/finding.ts'
import { enroll } from './world/creators.ts'
import { ask } from './world/app.ts'
import { creator } from './fixtures/keys.ts'
import { sourcesOf } from '../src/providers/chain-sources.ts'
import { withSources } from './world/deps.ts'

type World = Awaited<ReturnType<typeof startFinding>>

const wallet = creator.address.toLowerCase()

/** A launchpad's token was found for the creator, whose wallet sent its creation. */
async function startSent(t: TestContext): Promise<World & { bindingId: string }> {
  const world = await startFinding(t, 'Frog of Base', { launcher: wallet })
  await world.find()
  await world.prove()
  const [row] = (await sql<{ id: string }>`select id from token_bindings`.execute(world.deps.db)).rows
  return { ...world, bindingId: row?.id ?? '' }
}

const listBindings = async ({ deps }: World) =>
  (
    await sql<{ id: string; token: string; state: string; predecessor: string | null; closed: string | null }>`
      select b.id, b.token, b.state, b.predecessor, w.closed from token_bindings b left join watches w on w.binding_id = b.id
      order by b.bound_at`.execute(deps.db)
  ).rows

test('outcome correct clears a wallet of a token by the operator’s word', async (t) => {
  const world = await startSent(t)
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

test('outcome correct: scores no longer speak for a token that is not theirs', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { launcher: wallet })
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
  const world = await startFinding(t, 'Frog of Base', { launcher: wallet })
  const creation = '0x39b0a34b68e4ed6e1ffa464f44c254780f759435f9120134fcac185d694df1b9'
  const { proofSources } = sourcesOf(world.deps)
  assert.ok(proofSources)
  const findCreationTx = () => Promise.resolve(creation)
  const deps = withSources(world.deps, { proofSources: { ...proofSources, findCreationTx } })
  const args = ['outcome', 'bind', world.scoreId, namedToken]
  const checked = await runCommand(deps, [...args, '--json'])
  assert.deepEqual([checked.status, checked.stderr], [0, ''])
  const shown = JSON.parse(checked.stdout) as { state: string; proofs: { kind: string }[]; stored: string | null }
  assert.deepEqual(
    [shown.state, shown.proofs.map(({ kind }) => kind), shown.stored],
    ['proven', ['sent', 'named'], null],
  )
  assert.deepEqual(await listBindings(world), [])
  assert.equal((await runCommand(deps, [...args, '--write'])).status, 0)
  const [bound] = await listBindings(world)
  assert.deepEqual([bound?.token, bound?.state], [namedToken, 'proven'])
})

test('outcome bind ends with 1 where the job would not bind', async (t) => {
  const world = await startFinding(t, 'Toad of Base')
  const pending = await runCommand(world.deps, ['outcome', 'bind', world.scoreId, ownToken])
  assert.deepEqual([pending.status, pending.stderr], [1, 'the chain does not show the creation yet\n'])
  const { proofSources } = sourcesOf(world.deps)
  assert.ok(proofSources)
  const deps = withSources(world.deps, {
    proofSources: { ...proofSources, findCreationTx: () => Promise.resolve(ownCreation) },
  })
  const renamed = await runCommand(deps, ['outcome', 'bind', world.scoreId, ownToken, '--write'])
  assert.deepEqual(
    [renamed.status, renamed.stderr],
    [1, 'the token has another name or symbol, so that its creator has to sign\n'],
  )
  const named = await startFinding(t, 'Frog of Base')
  const byStranger = withSources(named.deps, {
    proofSources: { ...proofSources, findCreationTx: () => Promise.resolve(clankerTx) },
  })
  const refused = await runCommand(byStranger, ['outcome', 'bind', named.scoreId, namedToken, '--write'])
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /a launchpad only names the wallet/)
  assert.deepEqual(await listBindings(named), [])
  assert.deepEqual(await listBindings(world), [])
})
