import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCreationReceipt } from '../../providers/chain/creation-receipt.ts'
import { listProofs } from './proofs-1.0.0.ts'
import { listVenues } from './venues-1.0.0.ts'

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
        factories: listVenues(8453, []).factories,
      })
    assert.deepEqual(found ?? [], expected)
  })

test('a token whose code was there one block earlier was not made by the transaction', () => {
  const relayer = proofs.find(({ expected }) => expected.includes('sent'))
  assert.ok(relayer)
  const receipt = readCreationReceipt(read(relayer.file) as { result: unknown })
  assert.ok(receipt)
  const { token, explorerTx } = relayer
  const creation = { receipt, token, wallet: relayer.wallet.toLowerCase(), explorerTx, factories: [] }
  assert.deepEqual(listProofs({ ...creation, codeBefore: '0x' }), ['sent'])
  assert.deepEqual(listProofs({ ...creation, codeBefore: '0x6080' }), [])
  assert.deepEqual(listProofs({ ...creation, codeBefore: null }), [])
})
