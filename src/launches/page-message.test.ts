import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashMessage, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { normalisePageFields } from '../../contract/page-fields.ts'
import { type SignedFields, buildPageMessage } from './launch-page.ts'

/** A public test key. */
const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const issuedAt = new Date('2026-11-21T09:05:30.250Z')
const sent = {
  tagline: '  Cafe\u0301 cats, live  ',
  description: 'Line one.\nLine two: \ud83d\udc08',
  ctaUrl: null,
  scheduledFor: '2026-12-01T18:00:00.000Z',
}
const normalised = normalisePageFields(sent, { now: issuedAt, scheduledFor: null })
assert.ok('fields' in normalised)
const edit: SignedFields = {
  serviceName: 'Launchscore',
  scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
  creatorAddress: account.address.toLowerCase(),
  fields: normalised.fields,
  issuedAt,
  domain: 'launch.example',
}
const { message, digest } = buildPageMessage(edit)
const signature =
  '0x42ebec0f829590733cde288cb614fcdabdf1cfd2d170defaaa04597de018c3f52335de2298a458f1a36f420b0c43ff5e492d9c4638078e1078dd4436bd5f75eb1b'

test('the message of an edit equals the published vector', async () => {
  assert.equal(
    message,
    `Launchscore Page Edit
Score: 01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d
Creator: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
Fields: tagline,description,ctaUrl,scheduledFor
Digest: 0x2cb0bd18ca0a674acc13a52ec1961316a2df916ae6a412430ea02010cf3ae2d7
Issued: 2026-11-21T09:05:30.250Z
Domain: launch.example`,
  )
  assert.equal(Buffer.byteLength(message), 296)
  assert.equal(hashMessage(message), '0x4505dc95cd4e9290b5f72ed116edf9ece48f72a7fc4f857b79f4cdad49c406f8')
  assert.equal(await account.signMessage({ message }), signature)
})

test('the digest covers the normalised fields', () => {
  assert.equal(digest, '0x2cb0bd18ca0a674acc13a52ec1961316a2df916ae6a412430ea02010cf3ae2d7')
  const unnormalised = buildPageMessage({ ...edit, fields: sent })
  assert.equal(unnormalised.digest, '0x984119a368ad18df64493e7daaf61e598e521c6408a0d2a4c246c6408aea1319')
})

test('the message does not depend on field order or the case of ids', () => {
  const fields = Object.fromEntries(Object.entries(edit.fields).toReversed())
  assert.equal(buildPageMessage({ ...edit, fields }).message, message)
  assert.equal(buildPageMessage({ ...edit, scoreId: edit.scoreId.toUpperCase() }).message, message)
  assert.equal(buildPageMessage({ ...edit, creatorAddress: account.address }).message, message)
})

const { ctaUrl: _absent, ...withoutCtaUrl } = edit.fields
const changes: [title: string, change: Partial<SignedFields>][] = [
  ['the service', { serviceName: 'launchscore' }],
  ['the score', { scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e' }],
  ['the creator', { creatorAddress: '0xa11ce00000000000000000000000000000000001' }],
  ['one more field', { fields: { ...edit.fields, ctaLabel: null } }],
  ['one field less: null is not absent', { fields: withoutCtaUrl }],
  ['one character', { fields: { ...edit.fields, tagline: 'Café cats, live!' } }],
  ['a value cleared', { fields: { ...edit.fields, tagline: null } }],
  ['a time in another form', { fields: { ...edit.fields, scheduledFor: '2026-12-01T18:00:00Z' } }],
  ['a millisecond', { issuedAt: new Date(issuedAt.getTime() + 1) }],
  ['the domain', { domain: 'launch.example.org' }],
]
for (const [title, change] of changes)
  test(`the signature fails when something changes: ${title}`, async () => {
    const changed = buildPageMessage({ ...edit, ...change })
    assert.notEqual(await recoverMessageAddress({ message: changed.message, signature }), account.address)
  })

const retold: [title: string, text: string][] = [
  ['reordered fields', message.replace('tagline,description', 'description,tagline')],
  ['a space after the comma', message.replace('tagline,description', 'tagline, description')],
  ['\\r\\n for \\n', message.replaceAll('\n', '\r\n')],
  ['a trailing newline', `${message}\n`],
  ['an address in lower case', message.replace(account.address, account.address.toLowerCase())],
]
for (const [title, text] of retold)
  test(`the server’s text has one form: not one with ${title}`, async () => {
    assert.notEqual(text, message)
    assert.notEqual(await recoverMessageAddress({ message: text, signature }), account.address)
  })
