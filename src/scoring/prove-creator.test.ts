import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateKeyToAccount } from 'viem/accounts'
import { canonicalJson } from '../../contract/canonical-json.ts'
import type { Submission } from '../signals/schemas.ts'
import { normaliseSubmission } from './normalise-submission.ts'
import { buildSubmissionMessage, hashSubmission } from './prove-creator.ts'

/** A public test key: anybody can sign with it. */
const wallet = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')

// docs/scoring.md has the same vector
const sent = {
  name: '  Cafe\u0301 Sock ',
  symbol: '$SOCK',
  description: 'Line one.\nLine two: 🧦',
  imageUrl: 'https://pictures.example/sock.png',
  xHandle: '@cafesock',
  creatorAddress: wallet.address,
}
const canonical =
  '{"contractAddress":null,"creatorAddress":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","description":"Line one.\\nLine two: 🧦","imageUrl":"https://pictures.example/sock.png","name":"Café Sock","symbol":"SOCK","xHandle":"@cafesock"}'
const message = [
  'Launchscore Submission',
  'Content: 0xd162fa535ab7d95578959bc2f1004c7d2526f9d01fc71bcd179d404904c2b283',
  'Creator: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  'Domain: launch.example',
].join('\n')
const signature =
  '0x47c19a6d17ec9762aa79a1f9da6b11606b1ffb7eacfe2557fd39b5e95916501f784fe07ae9d3879acdce4450bb24fdd6e39adf0d9b410f04c8b8cc50e6f352961c'

const deployment = { serviceName: 'Launchscore' }
const submission = normaliseSubmission(sent, deployment)
const fields = { ...deployment, submission, domain: 'launch.example' }

test('the vector: canonical submission, message and signature', async () => {
  assert.equal(canonicalJson(submission), canonical)
  assert.equal(buildSubmissionMessage(fields), message)
  assert.equal(await wallet.signMessage({ message }), signature)
})

test('spellings of the same submission have the same message', () => {
  const spellings = [
    { ...sent, name: 'Café Sock', symbol: 'SOCK' },
    { ...sent, creatorAddress: wallet.address.toLowerCase(), contractAddress: null },
    { ...sent, creatorSignature: signature } as const,
  ]
  for (const spelling of spellings)
    assert.equal(buildSubmissionMessage({ ...fields, submission: normaliseSubmission(spelling, deployment) }), message)
})

test('every field and every line but the title’s words decide the message', () => {
  const others: Partial<Submission>[] = [
    { name: 'Café Socks' },
    { symbol: 'SOCKS' },
    { description: 'Line one.\nLine two: 🧦.' },
    { imageUrl: 'https://pictures.example/sock.jpg' },
    { xHandle: '@cafesocks' },
    { creatorAddress: `0x${'1'.repeat(40)}` },
    { contractAddress: `0x${'2'.repeat(40)}` },
  ]
  const messages = [
    message,
    buildSubmissionMessage({ ...fields, serviceName: 'Other' }),
    buildSubmissionMessage({ ...fields, domain: 'other.example' }),
    ...others.map((over) => buildSubmissionMessage({ ...fields, submission: { ...submission, ...over } })),
  ]
  assert.equal(new Set(messages).size, messages.length)
})

test('values of other fields of the object are no part of the hash', () => {
  const more = { ...submission, creatorSignature: signature, later: true }
  assert.equal(hashSubmission(more), hashSubmission(submission))
})
