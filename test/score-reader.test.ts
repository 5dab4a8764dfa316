import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Hex, BaseError, ContractFunctionRevertedError, getAddress, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import committed from '../contracts/LaunchscoreReader.json' with { type: 'json' }
import { toDigest, toScoreKey, scoreSchemaId } from '../contract/verification/claim.ts'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { deployContract, readArtifact, richKeys } from '../dev/stand-ins/eas.ts'
import { compileContracts } from '../dev/tools/compile-contracts.ts'
import { runCommand } from '../src/main/commands.ts'
import { toSchemaId } from '../contract/eas-reads.ts'
import { encodeAttest, encodeRegister, type ReceiptLog, uidIn } from '../src/providers/chain/eas.ts'
import { type AttestingApp, register, startAttestingApp } from './world/attesting.ts'
import { ask } from './world/app.ts'
import { seedScore } from './world/seed.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const compiled = compileContracts(['examples/GatedLaunchpad.sol'])
const getContract = (name: string) => compiled[name] ?? assert.fail(`${name} was not compiled`)
const LaunchscoreReader = getContract('LaunchscoreReader')
const GatedLaunchpad = getContract('GatedLaunchpad')

const creator = privateKeyToAccount(richKeys.deployer)
const [red, amber, green] = [0, 1, 2]
const day = 86_400n
const anyAge = 2n ** 64n - 1n

test('the committed code of the reader is what its source compiles to', () => {
  assert.deepEqual(LaunchscoreReader, committed)
})

test(
  'a contract lets a creator launch with a good score and refuses a red one in the transaction',
  { skip },
  async (t) => {
    const world = await startReader(t)
    const pad = await deployContract(world.chain, GatedLaunchpad, [world.reader])
    const launch = async (uid: Hex) => {
      const call = { address: pad, abi: GatedLaunchpad.abi, functionName: 'launch', args: ['Left Sock', 'SOCK', uid] }
      const hash = await world.chain.writeContract({ ...call, account: creator, gas: 500_000n })
      return (await world.chain.waitForTransactionReceipt({ hash })).status
    }
    const bad = await world.attest({ points: 20, signals: { risk: 60 } })
    const good = await world.attest({ points: 80, name: 'Right Sock' })
    assert.equal(await launch(bad.uid), 'reverted')
    assert.equal(await launch(good.uid), 'success')
    assert.equal(await launch(good.uid), 'reverted', 'a score counts for one launch')
  },
)

test('check returns the score of an attestation, and says why it refuses one', { skip }, async (t) => {
  const world = await startReader(t)
  const { check, chain } = world
  const { scoreId, uid } = await world.attest({ points: 60 })
  const record = (await ask(world.app, { url: `/v1/score/${scoreId}` })).body
  const score = await check(uid, creator.address, amber, day)
  const { attestedAt, ...claim } = score as Record<string, unknown>
  assert.deepEqual(claim, {
    uid,
    scoreKey: toScoreKey(scoreId),
    digest: toDigest(record),
    aggregateX100: record.aggregate * 100,
    band: amber,
  })
  assert.equal(attestedAt, (await chain.getBlock()).timestamp)

  assert.equal(await check(uid, creator.address, green, day), 'BandTooLow')
  assert.equal(await check(uid, world.attester, red, day), 'WrongRecipient')
  assert.equal(await check(`0x${'12'.repeat(32)}`, creator.address, red, day), 'NotFound')
  const byCreator = await attestAs(world, { key: richKeys.deployer, schemaId: scoreSchemaId })
  assert.equal(await check(byCreator, creator.address, red, day), 'WrongAttester')
  const ofOtherSchema = await attestAs(world, { key: world.key, schemaId: await registerSchema(world, 'string text') })
  assert.equal(await check(ofOtherSchema, creator.address, red, day), 'WrongSchema')

  await chain.increaseTime({ seconds: Number(day) + 60 })
  await chain.mine({ blocks: 1 })
  assert.equal(await check(uid, creator.address, red, day), 'TooOld')
  assert.equal(typeof (await check(uid, creator.address, red, anyAge)), 'object')

  const revoking = ['attestation', 'revoke', scoreId, '--reason', 'The launch was a fraud.']
  assert.equal((await runCommand(world.deps, revoking)).status, 0)
  assert.equal(await check(uid, creator.address, red, anyAge), 'Revoked')
})

test('latest reads the newest indexed score of a creator, in whatever order they were indexed', { skip }, async (t) => {
  const world = await startReader(t)
  assert.equal(await world.latest(creator.address), 'NothingIndexed')
  const earlier = await world.attest({ points: 80 })
  await world.chain.increaseTime({ seconds: 60 })
  const later = await world.attest({ points: 60, name: 'Right Sock' })
  await world.index(later.uid)
  await world.index(earlier.uid)
  assert.deepEqual(((await world.latest(creator.address)) as { uid: Hex; band: number }).uid, later.uid)
  const revoking = ['attestation', 'revoke', later.scoreId, '--reason', 'The launch was a fraud.']
  assert.equal((await runCommand(world.deps, revoking)).status, 0)
  assert.equal(
    await world.latest(creator.address),
    'Revoked',
    'an older score does not take the place of a revoked one',
  )
})

test('reader deploy deploys once, at an address that depends on its settings', { skip }, async (t) => {
  const world = await startAttestingApp(t)
  await register(world)
  const deploy = async (...options: string[]) => {
    const { status, stdout, stderr } = await runCommand(world.deps, ['reader', 'deploy', '--json', ...options])
    return { status, stderr, ...(stdout === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>)) }
  }
  const count = () => world.chain.getTransactionCount({ address: world.attester })
  const first = await deploy('--chain', String(world.chain.chain.id))
  assert.deepEqual(first, {
    status: 0,
    stderr: '',
    address: (first as unknown as { address: string }).address,
    chainId: world.chain.chain.id,
    state: 'deployed',
    contract: world.contract,
    schemaId: scoreSchemaId,
    attesters: [world.attester],
    indexer: zeroAddress,
  })
  const sent = await count()
  assert.deepEqual(await deploy(), first)
  assert.equal(await count(), sent)
  const score = (await seedAndPublish(world, { points: 60 })).uid
  const reader = getAddress((first as unknown as { address: string }).address)
  assert.equal(typeof (await read(world, reader, 'check', [score, creator.address, amber, day])), 'object')
  assert.equal(await read(world, reader, 'latest', [creator.address]), 'NoIndexer')

  assert.equal((await deploy('--chain', '1')).status, 2)
  assert.equal((await deploy('--indexer', 'nonsense')).status, 2)
  const wrongIndexer = await deploy('--indexer', world.contract)
  assert.equal(wrongIndexer.status, 1)
  assert.match(wrongIndexer.stderr, /can’t be deployed/)
})

interface Seeded {
  points: number
  signals?: Record<string, number>
  name?: string
}

async function seedAndPublish({ deps, publish }: AttestingApp, seed: Seeded): Promise<{ scoreId: string; uid: Hex }> {
  const scoreId = await seedScore(deps, { creatorAddress: creator.address.toLowerCase(), ...seed })
  const { status, body } = await publish(scoreId)
  assert.equal(status, 201, JSON.stringify(body))
  return { scoreId, uid: body.attestationId as Hex }
}

/** Attests for the creator with any key. */
async function attestAs(world: AttestingApp, { key, schemaId }: { key: Hex; schemaId: Hex }): Promise<Hex> {
  const data = encodeAttest({ schemaId, recipient: creator.address, refUid: null, data: '0x' })
  const logs = await send(world, { key, to: world.contract, data })
  const by = { contract: world.contract, schemaId, attester: privateKeyToAccount(key).address }
  return uidIn(logs, 'Attested', by) ?? assert.fail('nothing was attested')
}

async function registerSchema(world: AttestingApp, schema: string): Promise<Hex> {
  const abi = readArtifact('EAS').abi
  const call = { address: world.contract, abi, functionName: 'getSchemaRegistry' }
  const to = (await world.chain.readContract(call)) as Hex
  await send(world, { key: richKeys.deployer, to, data: encodeRegister(schema) })
  return toSchemaId(schema)
}

async function send(
  { chain }: AttestingApp,
  { key, ...call }: { key: Hex; to: Hex; data: Hex },
): Promise<ReceiptLog[]> {
  const hash = await chain.sendTransaction({ account: privateKeyToAccount(key), ...call })
  return (await chain.waitForTransactionReceipt({ hash })).logs
}

/** The result of a call of the reader, or the name of the error that it reverts with. */
async function read({ chain }: AttestingApp, address: Hex, functionName: string, args: unknown[]): Promise<unknown> {
  try {
    return await chain.readContract({ address, abi: LaunchscoreReader.abi, functionName, args })
  } catch (error) {
    const reverted = error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
    if (reverted instanceof ContractFunctionRevertedError) return reverted.data?.errorName
    throw error
  }
}

async function startReader(t: TestContext) {
  const app = await startAttestingApp(t)
  await register(app)
  const indexer = await deployContract(app.chain, readArtifact('Indexer'), [app.contract])
  const { stdout } = await runCommand(app.deps, ['reader', 'deploy', '--indexer', indexer, '--json'])
  const reader = (JSON.parse(stdout) as { address: Hex }).address
  return {
    ...app,
    reader,
    attest: (seed: Seeded) => seedAndPublish(app, seed),
    check: (...args: [uid: Hex, creator: Hex, minBand: number, maxAge: bigint]) => read(app, reader, 'check', args),
    latest: (address: Hex) => read(app, reader, 'latest', [address]),
    index: async (uid: Hex) => {
      const call = { address: indexer, abi: readArtifact('Indexer').abi, functionName: 'indexAttestation', args: [uid] }
      const hash = await app.chain.writeContract({ ...call, account: creator })
      await app.chain.waitForTransactionReceipt({ hash })
    },
  }
}
