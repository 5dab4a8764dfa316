import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateKeyToAccount } from 'viem/accounts'
import { keccakOfText } from '../../contract/keccak.ts'
import type { ScoreSubmission } from '../../contract/schemas/score.ts'
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

const chains = [8453, 56].map((chainId) => ({ chainId, rpcUrl: null }))
const deployment = { serviceName: 'Launchscore', chainId: 8453, chains }
const normalise = (given: ScoreSubmission): Submission => {
  const { creator, ...submission } = normaliseSubmission(given, deployment)
  assert.ok('address' in creator)
  return { ...submission, creatorAddress: creator.address, creatorName: null }
}
const submission = normalise(sent)
const fields = { ...deployment, submission, domain: 'launch.example' }

test('the vector: canonical submission, message and signature', async () => {
  assert.equal(hashSubmission(submission, 8453), keccakOfText(canonical))
  assert.equal(buildSubmissionMessage(fields), message)
  assert.equal(await wallet.signMessage({ message }), signature)
})

test('spellings of the same submission have the same message', () => {
  const spellings = [
    { ...sent, name: 'Café Sock', symbol: 'SOCK' },
    { ...sent, creatorAddress: wallet.address.toLowerCase(), contractAddress: null },
    { ...sent, creatorSignature: signature } as const,
    { ...sent, xHandle: 'https://x.com/cafesock/status/1?s=20', links: [] },
  ]
  for (const spelling of spellings)
    assert.equal(buildSubmissionMessage({ ...fields, submission: normalise(spelling) }), message)
})

const website = { type: 'website', url: 'https://sock.example/' } as const

test('the vector without a pitch and a handle, with a link', () => {
  const { description: _pitch, xHandle: _handle, ...rest } = sent
  const text =
    '{"contractAddress":null,"creatorAddress":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","description":null,"imageUrl":"https://pictures.example/sock.png","links":[{"type":"website","url":"https://sock.example/"}],"name":"Café Sock","symbol":"SOCK","xHandle":null}'
  const spellings = [rest, { ...rest, description: null, xHandle: null }, { ...rest, description: ' \n', xHandle: '' }]
  for (const spelling of spellings)
    assert.equal(hashSubmission(normalise({ ...spelling, links: [website] }), 8453), keccakOfText(text))
  assert.equal(keccakOfText(text), '0xde46f00b7393742f78853bdc53a60af0afb885aff7ba9185708638d87e0741d2')
})

test('the vector on another chain than CHAIN_ID, whose own number changes nothing', () => {
  const text = canonical.replace('"contractAddress"', '"chainId":56,"contractAddress"')
  assert.equal(hashSubmission(normalise({ ...sent, chainId: 56 }), 8453), keccakOfText(text))
  assert.equal(hashSubmission(normalise({ ...sent, chainId: 8453 }), 8453), keccakOfText(canonical))
})

test('a name for the wallet is no part of the message', () => {
  const named = { ...submission, creatorName: 'ada.base.eth' }
  assert.equal(buildSubmissionMessage({ ...fields, submission: named }), message)
})

test('every field and every line but the title’s words decide the message', () => {
  const others: Partial<Submission>[] = [
    { name: 'Café Socks' },
    { symbol: 'SOCKS' },
    { description: 'Line one.\nLine two: 🧦.' },
    { imageUrl: 'https://pictures.example/sock.jpg' },
    { xHandle: '@cafesocks' },
    { xHandle: null },
    { description: null },
    { links: [website] },
    { links: [{ ...website, type: 'other' }] },
    { links: [website, website] },
    { creatorAddress: `0x${'1'.repeat(40)}` },
    { contractAddress: `0x${'2'.repeat(40)}` },
    { chainId: 56 },
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
  assert.equal(hashSubmission(more, 8453), hashSubmission(submission, 8453))
})
