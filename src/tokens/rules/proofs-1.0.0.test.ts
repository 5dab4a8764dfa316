import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCreationReceipt } from '../../providers/chain/creation-receipt.ts'
import { findLaunchpad, listProofs } from './proofs-1.0.0.ts'
import { entryPoints } from '../../providers/chain/entry-points.ts'
import { listLaunchpads, openLaunchpadFiles } from '../../providers/launchpads/launchpads.ts'
import { reportedCase } from '../../../test/fixtures/providers.ts'

interface Case {
  file: string
  token: string
  wallet: string
  explorerTx: string | null
  codeOneBlockEarlier: string | null
  expected: string[]
}

const folder = join(import.meta.dirname, '../../../test/fixtures/outcomes')
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const launchpads = listLaunchpads(openLaunchpadFiles(null), 8453)
const { proofs } = read('expected.json') as { proofs: Case[] }

for (const { file, token, wallet, explorerTx, codeOneBlockEarlier, expected } of proofs)
  test(`${file} of ${wallet.slice(0, 6)}, ${explorerTx ? 'explorer asked' : 'no explorer'}: ${expected.join() || 'nothing'}`, () => {
    const receipt = readCreationReceipt(read(file) as { result: unknown })
    const found =
      receipt &&
      listProofs({
        receipt,
        token,
        wallet: wallet.toLowerCase(),
        explorerTx,
        codeBefore: codeOneBlockEarlier,
        launchpads,
        namedCreator: null,
      })
    assert.deepEqual(found ?? [], expected)
  })

test('a token whose code was there one block earlier was not made by the transaction', () => {
  const relayer = proofs.find(({ expected }) => expected.includes('sent'))
  assert.ok(relayer)
  const receipt = readCreationReceipt(read(relayer.file) as { result: unknown })
  assert.ok(receipt)
  const { token, explorerTx } = relayer
  const creation = {
    receipt,
    token,
    wallet: relayer.wallet.toLowerCase(),
    explorerTx,
    launchpads: [],
    namedCreator: null,
  }
  assert.deepEqual(listProofs({ ...creation, codeBefore: '0x' }), ['sent'])
  assert.deepEqual(listProofs({ ...creation, codeBefore: '0x6080' }), [])
  assert.deepEqual(listProofs({ ...creation, codeBefore: null }), [])
})

test('an operation counts through every EntryPoint, the reported 0.9 included, and through nothing else', () => {
  const operated = proofs.find(({ expected }) => expected.includes('operation'))
  assert.ok(operated)
  const text = JSON.stringify(read(operated.file))
  const used =
    [...entryPoints].find((address) => text.toLowerCase().includes(`"${address}"`)) ?? assert.fail('no entry point')
  const reported = String(reportedCase('08-entrypoint-0.9')['entryPoint']).toLowerCase()
  assert.ok(entryPoints.has(reported))
  for (const address of [...entryPoints, `0x${'e'.repeat(40)}`]) {
    const receipt = readCreationReceipt(
      JSON.parse(text.replaceAll(new RegExp(used, 'gi'), address)) as { result: unknown },
    )
    assert.ok(receipt)
    const { token, wallet, explorerTx, codeOneBlockEarlier: codeBefore } = operated
    const creation = { receipt, token, wallet: wallet.toLowerCase(), explorerTx, codeBefore, namedCreator: null }
    const found = listProofs({ ...creation, launchpads })
    assert.equal(found.includes('operation'), entryPoints.has(address), address)
  }
})

const clanker = proofs.find(({ expected }) => expected.includes('named'))
const clankerV4 = '0xe85a59c628f7d27878aceb4bf3b35733630083a9'
const tokenInfo = launchpads.find(({ id }) => id === 'virtuals-v1')
const unannounced = launchpads.find(({ id }) => id === 'clanker-v5')

/** The launch through a launchpad whose event names the token alone, and whose function names the wallet. */
function toCreation(over: Partial<Parameters<typeof listProofs>[0]>, factory = tokenInfo, isAnnounced = true) {
  assert.ok(clanker && factory)
  const text = readFileSync(join(folder, clanker.file), 'utf8')
  const topic0 = isAnnounced ? (factory.events[0]?.topic0 ?? '') : `0x${'0'.repeat(64)}`
  const moved = text
    .replaceAll(clankerV4, factory.contracts[0]?.address ?? '')
    .replaceAll('0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67', topic0)
  const receipt = readCreationReceipt(JSON.parse(moved) as { result: unknown })
  assert.ok(receipt)
  const { token, explorerTx } = clanker
  const wallet = clanker.wallet.toLowerCase()
  return { receipt, token, wallet, explorerTx, codeBefore: '0x', namedCreator: wallet, launchpads, ...over }
}

test('a launchpad’s function that names the wallet proves `named` for the tokens that its event announces', () => {
  assert.deepEqual(listProofs(toCreation({})), ['named'])
  assert.deepEqual(listProofs(toCreation({ explorerTx: null, codeBefore: null })), ['named'])
  assert.deepEqual(listProofs(toCreation({ namedCreator: '0xb0b' })), [])
  assert.deepEqual(listProofs(toCreation({}, tokenInfo, false)), [])
})

test('a launchpad without a known event is told by its logs, where the explorer shows the creation, and names nobody', () => {
  const creation = toCreation({}, unannounced, false)
  assert.equal(findLaunchpad(creation)?.id, 'clanker-v5')
  assert.deepEqual(listProofs(creation), [])
  assert.equal(findLaunchpad({ ...creation, explorerTx: null }), null)
  assert.equal(findLaunchpad({ ...creation, codeBefore: null }), null)
  assert.equal(findLaunchpad({ ...creation, codeBefore: '0x6080' }), null)
})

test('a buyer who makes a launchpad replace a token has no proof for the new one', () => {
  const relayer = proofs.find(({ expected }) => expected.includes('sent'))
  assert.ok(relayer)
  const receipt = readCreationReceipt(read(relayer.file) as { result: unknown })
  const virtuals = launchpads.find(({ id }) => id === 'virtuals-v1')
  const [graduation] = virtuals?.graduations ?? []
  assert.ok(receipt && virtuals && graduation)
  const { token, explorerTx } = relayer
  const data = `0x${token.slice(2).padStart(64, '0')}`
  const topics = [graduation.topic0, `0x${'1'.padStart(64, '0')}`]
  const log = { address: virtuals.contracts[0]?.address ?? '', topics, data }
  const creation = {
    token,
    wallet: relayer.wallet.toLowerCase(),
    explorerTx,
    codeBefore: '0x',
    namedCreator: null,
    launchpads,
  }
  assert.deepEqual(listProofs({ ...creation, receipt }), ['sent'])
  assert.deepEqual(listProofs({ ...creation, receipt: { ...receipt, logs: [...receipt.logs, log] } }), [])
})
