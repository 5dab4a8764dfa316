import type { Hex } from 'viem'
import { type Static, Type } from 'typebox'
import { nullable, ref } from '../schema.ts'
import { type Band as BandName, bandNames, bandRule } from '../bands.ts'
import { type LaunchOutcome, creatorProofs, launchOutcomes, warningCodes as codes } from '../codes.ts'
import { Fact, FactValue, Reading } from '../signals/schemas.ts'
import { Signature } from './enrollment.ts'

const address = (what: string) =>
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: `${what}: 0x followed by 40 hex digits, in lower, upper or EIP-55 case`,
  })

/** Lengths count after trimming and NFC (D7). */
export const ScoreSubmission = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Token name' }),
    symbol: Type.String({
      pattern: '^[$﹩＄]*\\S{1,16}$',
      description: 'a ticker of 1–16 characters without whitespace; dollar signs before it are dropped',
    }),
    description: Type.String({ minLength: 1, maxLength: 2000, description: 'One-paragraph pitch' }),
    imageUrl: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'The https URL of a PNG, JPEG, WebP or GIF image of at most 5 MiB. Redirects are not followed',
    }),
    xHandle: Type.String({
      pattern: '^@[A-Za-z0-9_]{1,15}$',
      description: 'an @ followed by 1–15 letters, digits or underscores',
    }),
    creatorAddress: address('the creator’s wallet'),
    contractAddress: Type.Optional(nullable(address('the token’s contract, if it has one'))),
    creatorSignature: Type.Optional(
      Type.Unsafe<Hex | null>({
        ...Signature,
        type: ['string', 'null'],
        description:
          'the creator’s signature (EIP-191) of the message that POST /v1/score/message returns: 0x followed by 0–8,192 bytes in hex',
      }),
    ),
    draft: Type.Optional(
      Type.Boolean({
        description:
          'Score without publishing: only the id leads to the result, and it is deleted after 24 hours. Defaults to false',
      }),
    ),
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

export { bandNames }

export const bandFilter = (description: string) => Type.Optional(Type.Enum([...bandNames], { description }))

export const Band = Type.Unsafe<BandName>({
  anyOf: bandNames.map((name) => Type.Literal(name)),
  $id: 'Band',
  description: `${bandRule}; taken from the rounded aggregate`,
})
export type Band = Static<typeof Band>

const SignalName = Type.String({
  $id: 'SignalName',
  pattern: '^[a-z][a-z_]{1,30}$',
  description:
    'The name of a signal. A prompt version lists its signals: `launch-score@1.1.0` and `1.2.0` have meme, creator, image, name, social and risk',
  examples: ['risk'],
})

export const WarningCode = Type.Unsafe<(typeof codes)[number]>({
  anyOf: codes.map((code) => Type.Literal(code)),
  $id: 'WarningCode',
  description:
    'The code of a warning, most severe first; the first six are critical. `owner_can_seize` is in older records only. `not_examined` is in no record: it belongs to an answer about a bound token whose contract no record has measured yet',
})
export type WarningCode = Static<typeof WarningCode>

export const ScoreWarning = Type.Object(
  {
    code: ref(WarningCode),
    severity: Type.Union([Type.Literal('critical'), Type.Literal('caution')], {
      description: 'critical: shown before the band, and larger',
    }),
    signal: ref(SignalName),
    values: Type.Optional(
      Type.Record(Type.String(), FactValue, {
        description: 'The numbers and names in the message. Absent in older records',
      }),
    ),
    message: Type.String({ description: 'One sentence for people, written from `code` and `values`' }),
    source: Type.String({ description: 'The provider that reports the fact' }),
  },
  { $id: 'ScoreWarning', description: 'A fact about the launch that the total can hide' },
)
export type ScoreWarning = Static<typeof ScoreWarning>

export const warningCodes = Type.Array(ref(WarningCode), {
  description:
    'The codes of the warnings that apply now, critical ones first: those of the score, and critical ones from the latest reading of its contract',
})

export const launchOutcome = Type.Unsafe<LaunchOutcome | null>({
  type: ['string', 'null'],
  enum: [...launchOutcomes, null],
  description: 'The outcome of the launch: `rugged` if it ever was, otherwise the latest one; null until decided',
})

export const CreatorProof = Type.Unsafe<(typeof creatorProofs)[number]>({
  anyOf: creatorProofs.map((proof) => Type.Literal(proof)),
  $id: 'CreatorProof',
  description:
    'How the creator’s wallet was verified. signature: it signed or enrolled this submission; voucher: the holder of a vouching API key authenticated it; none: not verified',
})
export type CreatorProof = Static<typeof CreatorProof>

const Contribution = Type.Object(
  {
    signal: ref(SignalName),
    weight: Type.Number({ description: 'The signal’s weight as a fraction' }),
    effectiveWeight: Type.Number({
      description: 'The weight that was used: renormalised over the live signals, 0 for a stub',
    }),
    score: Type.Integer(),
    contribution: Type.Number({
      description:
        'score × effectiveWeight, rounded to two decimals; together they sum to the aggregate to within rounding',
    }),
  },
  { $id: 'Contribution' },
)

const EarlierSubmission = Type.Object({
  scoreId: Type.String({
    format: 'uuid',
    description: 'The first score of the earlier submission, which may have been taken down since',
  }),
  resemblance: Type.Union([Type.Literal('picture'), Type.Literal('name'), Type.Literal('similar_name')], {
    description:
      'picture: the image shows the same picture, perhaps cropped, mirrored, slightly rotated or inverted; name: the name and ticker match apart from case, spacing and punctuation; similar_name: the name shares most of its letters',
  }),
  isEnrolled: Type.Boolean({ description: 'The creator had enrolled the earlier submission' }),
})

export const ScoreResult = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    aggregate: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Weighted mean of the live signals, with two decimals; higher is better',
    }),
    band: ref(Band),
    warnings: Type.Optional(
      Type.Array(ref(ScoreWarning), {
        description:
          'Facts that the total can hide, critical ones first; empty when none are known. Absent on records created before warnings were introduced',
      }),
    ),
    hasStubs: Type.Boolean(),
    confidence: Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
      description: 'preliminary when any signal is a stub',
    }),
    stubbedSignals: Type.Array(ref(SignalName)),
    signals: Type.Record(Type.String(), ref(Reading), {
      description: 'The signals of the prompt version by their names; `explanation.contributions` has their order',
    }),
    explanation: Type.Object({
      summary: Type.String(),
      contributions: Type.Array(ref(Contribution), { description: 'The signals in the order of the prompt version' }),
    }),
    promptVersion: Type.String({ description: 'The prompt version that made the score, `<name>@<semver>`' }),
    createdAt: Type.String({ format: 'date-time' }),
    submission: Type.Object({
      name: Type.String(),
      symbol: Type.String(),
      description: Type.String(),
      imageUrl: Type.String(),
      xHandle: Type.String(),
      creatorAddress: Type.String({ description: 'In EIP-55 form' }),
      contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    }),
    creatorProof: Type.Optional(ref(CreatorProof)),
    rescoredFrom: nullable(Type.String({ format: 'uuid', description: 'The record that this one replays' })),
    boundContract: Type.Optional(
      Type.String({
        description:
          'The bound token, in EIP-55 form: the creator and risk signals were measured with it, in place of the submitted contract. Present in re-scores of a launch that is bound to its token',
      }),
    ),
    earlierSubmissions: Type.Optional(
      Type.Array(EarlierSubmission, {
        maxItems: 3,
        description:
          'Earlier submissions by other creators that this one resembles, at most one of each kind: the basis of a `copycat` warning, otherwise the first. They are not an accusation by themselves. Absent on older records',
      }),
    ),
    test: Type.Optional(
      Type.Literal(true, {
        description: 'Present when the record was made with a test key: it consists of stubs and appears in no list',
      }),
    ),
    draft: Type.Optional(
      Type.Literal(true, {
        description: 'Present on a draft, which is not published: it appears in no list and counts nowhere',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the draft is deleted. Present on drafts only' }),
    ),
  },
  {
    $id: 'ScoreResult',
    description: 'The score of one submission. A record never changes; a draft is deleted after 24 hours',
  },
)
export type ScoreResult = Static<typeof ScoreResult>

/** Unchecked: only the service writes bodies, in this shape, and they never change. */
export const parseScore = (body: string): ScoreResult => JSON.parse(body) as ScoreResult

export const ScoreId = Type.Object({
  id: Type.String({ format: 'uuid', description: 'the id of a score' }),
})

export const UploadedImage = Type.Object(
  {
    imageUrl: Type.String({
      format: 'uri',
      description: 'The address of the stored copy, for `imageUrl` of a submission',
    }),
    width: Type.Integer({ minimum: 1, maximum: 768, description: 'Of the stored copy, in pixels' }),
    height: Type.Integer({ minimum: 1, maximum: 768, description: 'Of the stored copy, in pixels' }),
    bytes: Type.Integer({ minimum: 1, maximum: 150_000, description: 'The size of the stored copy' }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'When the image is deleted if no submission uses it',
    }),
  },
  { $id: 'UploadedImage', description: 'An image that was sent for a submission' },
)
export type UploadedImage = Static<typeof UploadedImage>

export const scoringSchemas = [
  ScoreSubmission,
  Band,
  SignalName,
  WarningCode,
  ScoreWarning,
  CreatorProof,
  Fact,
  Reading,
  Contribution,
  ScoreResult,
  UploadedImage,
]
