import { type Static, Type } from 'typebox'
import { nullable, ref } from '../platform/schema.ts'
import { Reading } from '../signals/schemas.ts'

const address = (what: string) =>
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: `${what}: 0x and 40 hex digits, in lower, upper or EIP-55 case`,
  })

/** The body of POST /v1/score (D12). Lengths count after trimming and NFC (D7). */
export const ScoreSubmission = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Token name' }),
    symbol: Type.String({
      pattern: '^\\$?\\S{1,16}$',
      description: 'a ticker of 1–16 characters without white space; a leading $ is dropped',
    }),
    description: Type.String({ minLength: 1, maxLength: 2000, description: 'One-paragraph pitch' }),
    imageUrl: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Address (https) of a PNG, JPEG, WebP or GIF picture of at most 5 MiB; redirects are not followed',
    }),
    xHandle: Type.String({
      pattern: '^@[A-Za-z0-9_]{1,15}$',
      description: 'an @ and 1–15 letters, digits or underscores',
    }),
    creatorAddress: address('the creator’s wallet'),
    contractAddress: Type.Optional(nullable(address('the token’s contract, when there is one'))),
  },
  {
    $id: 'ScoreSubmission',
    additionalProperties: false,
    description: 'A proposed token launch',
    examples: [
      {
        name: 'Left Sock',
        symbol: '$SOCK',
        description: 'Every washing machine takes one. This is the token of the other.',
        imageUrl: 'https://pictures.example/left-sock.png',
        xHandle: '@leftsock',
        creatorAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      },
    ],
  },
)
export type ScoreSubmission = Static<typeof ScoreSubmission>

export const Band = Type.Union([Type.Literal('green'), Type.Literal('amber'), Type.Literal('red')], {
  $id: 'Band',
  description: 'green from 70, amber from 45, else red; of the rounded aggregate (D13)',
})
export type Band = Static<typeof Band>

const SignalName = Type.Union(
  [
    Type.Literal('meme'),
    Type.Literal('creator'),
    Type.Literal('image'),
    Type.Literal('name'),
    Type.Literal('social'),
    Type.Literal('risk'),
  ],
  { $id: 'SignalName' },
)

const Contribution = Type.Object(
  {
    signal: ref(SignalName),
    weight: Type.Number({ description: 'The signal’s weight as a fraction' }),
    effectiveWeight: Type.Number({ description: 'The weight used: renormalised over the live signals, 0 for a stub' }),
    score: Type.Integer(),
    contribution: Type.Number({ description: 'score × effectiveWeight, unrounded; the six sum to the aggregate' }),
  },
  { $id: 'Contribution' },
)

export const ScoreResult = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    aggregate: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Weighted result, two decimals; higher is better',
    }),
    band: ref(Band),
    hasStubs: Type.Boolean(),
    confidence: Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
      description: 'preliminary when any signal is a stub (D14)',
    }),
    stubbedSignals: Type.Array(ref(SignalName)),
    signals: Type.Object({
      meme: ref(Reading),
      creator: ref(Reading),
      image: ref(Reading),
      name: ref(Reading),
      social: ref(Reading),
      risk: ref(Reading),
    }),
    explanation: Type.Object({ summary: Type.String(), contributions: Type.Array(ref(Contribution)) }),
    promptVersion: Type.String({ description: 'What scored it, `<name>@<semver>`' }),
    createdAt: Type.String({ format: 'date-time' }),
    submission: Type.Object({
      name: Type.String(),
      symbol: Type.String(),
      description: Type.String(),
      imageUrl: Type.String(),
      xHandle: Type.String(),
      creatorAddress: Type.String({ description: 'EIP-55' }),
      contractAddress: nullable(Type.String({ description: 'EIP-55' })),
    }),
    rescoredFrom: nullable(Type.String({ format: 'uuid', description: 'The record this one replayed' })),
  },
  { $id: 'ScoreResult', description: 'One scoring of one submission. It never changes' },
)
export type ScoreResult = Static<typeof ScoreResult>

export const ScoreId = Type.Object({
  id: Type.String({ format: 'uuid', description: 'the id of a score' }),
})

export const scoringSchemas = [ScoreSubmission, Band, SignalName, Reading, Contribution, ScoreResult]
