import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCreationReceipt } from '../../providers/chain/creation-receipt.ts'
import { listProofs } from './proofs-1.0.0.ts'
import { entryPoints, listVenues } from './venues-1.0.0.ts'
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
        ...listVenues(8453, []),
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
    factories: [],
    makers: [],
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
    const found = listProofs({ ...creation, ...listVenues(8453, []) })
    assert.equal(found.includes('operation'), entryPoints.has(address), address)
  }
})

const clanker = proofs.find(({ expected }) => expected.includes('named'))
const clankerV4 = '0xe85a59c628f7d27878aceb4bf3b35733630083a9'
const venues = listVenues(8453, [])

/** The launch through a launchpad whose event isn't known, and whose function names the wallet. */
function listOfMaker({ codeBefore = '0x' as string | null, isExplored = true, namedCreator = '' }) {
  assert.ok(clanker)
  const text = readFileSync(join(folder, clanker.file), 'utf8')
  const moved = text.replaceAll(clankerV4, venues.makers[0]?.contract ?? '').replaceAll('0x9299d1d1', '0x00000000')
  const receipt = readCreationReceipt(JSON.parse(moved) as { result: unknown })
  assert.ok(receipt)
  const { token, explorerTx } = clanker
  const wallet = clanker.wallet.toLowerCase()
  const shown = { explorerTx: isExplored ? explorerTx : null, codeBefore, namedCreator: namedCreator || wallet }
  return listProofs({ receipt, token, wallet, ...shown, ...venues })
}

test('a launchpad’s function that names the wallet proves `named` for its own tokens', () => {
  assert.deepEqual(listOfMaker({}), ['named'])
  assert.deepEqual(listOfMaker({ namedCreator: '0xb0b' }), [])
})

test('a launchpad’s function proves nothing without the explorer or the earlier code', () => {
  assert.deepEqual(listOfMaker({ isExplored: false }), [])
  assert.deepEqual(listOfMaker({ codeBefore: null }), [])
  assert.deepEqual(listOfMaker({ codeBefore: '0x6080' }), [])
})

test('a buyer who makes a launchpad replace a token has no proof for the new one', () => {
  const relayer = proofs.find(({ expected }) => expected.includes('sent'))
  assert.ok(relayer)
  const receipt = readCreationReceipt(read(relayer.file) as { result: unknown })
  const virtuals = venues.makers.find(({ graduation }) => graduation !== null)
  assert.ok(receipt && virtuals?.graduation)
  const { token, explorerTx } = relayer
  const data = `0x${token.slice(2).padStart(64, '0')}`
  const log = { address: virtuals.contract, topics: [virtuals.graduation, `0x${'1'.padStart(64, '0')}`], data }
  const creation = {
    token,
    wallet: relayer.wallet.toLowerCase(),
    explorerTx,
    codeBefore: '0x',
    namedCreator: null,
    ...venues,
  }
  assert.deepEqual(listProofs({ ...creation, receipt }), ['sent'])
  assert.deepEqual(listProofs({ ...creation, receipt: { ...receipt, logs: [...receipt.logs, log] } }), [])
})
