import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  hashTypedData,
  type Hex,
  keccak256,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { decodeAttestation, encodeGetAttestation, readTuple } from '../../contract/eas-reads.ts'
import { keccakOfBytes, keccakOfText, toEip55 } from '../../contract/keccak.ts'
import { recoverAddress } from '../../contract/verification/check-receipt.ts'
import { type FlatTypedData, hashFlatTypedData } from '../../contract/verification/receipt.ts'
import { easAbi } from '../providers/chain/eas.ts'

// viem is the measure: the verifier has its own small functions only to be small.

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all): Hex => `0x${Buffer.from(all).toString('hex')}`)
const text = fc.string({ unit: 'grapheme', maxLength: 80 })

test('keccak of texts and bytes, and EIP-55 addresses, are those of viem', () => {
  fc.assert(
    fc.property(text, hex(20), (some, address) => {
      assert.equal(keccakOfText(some), keccak256(stringToHex(some)))
      assert.equal(keccakOfBytes(address), keccak256(address))
      assert.equal(toEip55(address), getAddress(address))
    }),
  )
})

test('what viem encodes as a tuple is read back', () => {
  const number = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const data = fc.uint8Array({ maxLength: 100 }).map((all): Hex => `0x${Buffer.from(all).toString('hex')}`)
  fc.assert(
    fc.property(hex(32), number, hex(20), data, text, (word, count, address, bytes, some) => {
      const types = ['bytes32', 'uint48', 'address', 'bytes', 'string'].map((type) => ({ type }))
      const tuple = readTuple(encodeAbiParameters(types, [word, count, address, bytes, some]))
      const read = [tuple.bytes32(0), tuple.number(1), tuple.address(2), tuple.bytes(3), tuple.text(4)]
      assert.deepEqual(read, [word, count, getAddress(address), bytes, some])
    }),
  )
})

test('reading arbitrary bytes returns values or throws RangeError or TypeError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        assert.equal(typeof readTuple(`0x${Buffer.from(bytes).toString('hex')}`).text(0), 'string')
      } catch (error) {
        assert.ok(error instanceof RangeError || error instanceof TypeError, String(error))
      }
    }),
  )
})

test('an attestation that viem encodes is read back; the call is that of viem', () => {
  const time = fc.integer({ min: 0, max: 2 ** 40 })
  fc.assert(
    fc.property(hex(32), hex(32), hex(20), hex(20), time, hex(70), (uid, schema, recipient, attester, at, data) => {
      const [expirationTime, revocationTime] = [BigInt(at) + 1n, BigInt(at) + 2n]
      const attestation = { uid, schema, time: BigInt(at), expirationTime, revocationTime, refUID: uid }
      const result = { ...attestation, recipient, attester, revocable: true, data }
      const encoded = encodeFunctionResult({ abi: easAbi, functionName: 'getAttestation', result })
      assert.deepEqual(decodeAttestation(encoded), {
        uid,
        schemaId: schema,
        time: at,
        expirationTime: at + 1,
        revocationTime: at + 2,
        refUid: uid,
        recipient: getAddress(recipient),
        attester: getAddress(attester),
        data,
      })
      const call = encodeFunctionData({ abi: easAbi, functionName: 'getAttestation', args: [uid] })
      assert.equal(encodeGetAttestation(uid), call)
    }),
  )
})

const types = {
  Receipt: [
    { name: 'id', type: 'string' },
    { name: 'digest', type: 'bytes32' },
    { name: 'subject', type: 'address' },
    { name: 'total', type: 'uint16' },
  ],
} as const

test('the hash of typed data is that of viem, and its signer is recovered', async () => {
  const account = privateKeyToAccount(keccak256('0x01'))
  const count = fc.integer({ min: 0, max: 65_535 })
  await fc.assert(
    fc.asyncProperty(text, hex(32), hex(20), count, async (id, digest, address, total) => {
      const domain = { name: id, version: '1', chainId: total, verifyingContract: address }
      const message = { id, digest, subject: address, total }
      const data = { domain, types, primaryType: 'Receipt' as const, message }
      const hash = hashFlatTypedData(data satisfies FlatTypedData)
      assert.equal(hash, hashTypedData(data))
      assert.equal(recoverAddress(hash, await account.signTypedData(data)), account.address)
    }),
    { numRuns: 25 },
  )
})

test('recovering from a malformed signature throws', () => {
  const hash = keccakOfText('')
  for (const signature of ['0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'11'.repeat(64)}30`] as Hex[])
    assert.throws(() => recoverAddress(hash, signature))
})
