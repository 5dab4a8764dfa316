import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashMessage } from 'viem'
import { creator, messageFields } from '../../test/fixtures/keys.ts'
import { buildEnrollmentMessage } from './enroll.ts'

test('the enrollment message has these 141 bytes', () => {
  const message = buildEnrollmentMessage(messageFields)
  assert.equal(
    message,
    `Launchscore Enrollment
Score: 01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d
Creator: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
Domain: launch.example`,
  )
  assert.equal(Buffer.byteLength(message), 141)
})

const vectors: [title: string, creatorAddress: string, hash: string, signature: string][] = [
  [
    'in EIP-55 form',
    creator.address,
    '0xc3f9cab827301b42c4df472556c8e958be34ea03a3c1e453c44bb32ef433964f',
    '0xbbc47501bd0150782d8029a422bcda1ae6492d5f50b73f0eeeaa69a71ecf5d4c4ec8cbf1efc3d2aa5aa03a8974634912a28116dcc953f3bf5d710c30c148d7a31b',
  ],
  [
    'in lower case',
    creator.address.toLowerCase(),
    '0xe7c96ab048fd1eaaa0001844b9fecce3b57d37491e25b5e52bb51a201e430a9c',
    '0xcb609d89bf58ac2dab361f8578b9b53979052d83209cecb44d2c52b7cac0f23d3f7d0e5e90fe822baca16ff3fef27fd7ea42d1fe467a5fdb983566dff4d69a861c',
  ],
]
for (const [title, creatorAddress, hash, signature] of vectors)
  test(`with the address ${title} a wallet signs what other implementations sign`, async () => {
    const message = buildEnrollmentMessage({ ...messageFields, creatorAddress })
    assert.equal(hashMessage(message), hash)
    assert.equal(await creator.signMessage({ message }), signature)
  })
