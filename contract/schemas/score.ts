import type { Hex } from 'viem'
import { type Static, Type } from 'typebox'
import { nullable, ref } from '../schema.ts'
import { type Band as BandName, bandNames, bandRule } from '../bands.ts'
import { type LaunchOutcome, creatorProofs, launchOutcomes, warningCodes as codes } from '../codes.ts'
import { linkTypes, maxLinks } from '../links.ts'
import { Fact, FactValue, Reading } from '../signals/schemas.ts'
import { Signature } from './enrollment.ts'

const address = (what: string) =>
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: `${what}: 0x followed by 40 hex digits, in lower, upper or EIP-55 case`,
  })

const LinkType = Type.Unsafe<(typeof linkTypes)[number]>({
  type: 'string',
  enum: linkTypes,
  description: `one of ${linkTypes.join(', ')}`,
})

const Link = Type.Object(
  {
    type: LinkType,
    url: Type.String({
      maxLength: 2048,
      description: 'An https URL of a public host, without a user name or password',
    }),
  },
  { additionalProperties: false },
)

const example = {
  name: 'Left Sock',
  symbol: '$SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'https://pictures.example/left-sock.png',
  xHandle: '@leftsock',
  creatorAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
}

/** Lengths count after trimming and NFC (D7). */
export const ScoreSubmission = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Token name' }),
    symbol: Type.String({
      pattern: '^[$﹩＄]*\\S{1,16}$',
      description: 'a ticker of 1–16 characters without whitespace; dollar signs before it are dropped',
    }),
    description: Type.Optional(
      nullable(
        Type.String({
          maxLength: 2000,
          description: 'One-paragraph pitch. Blank counts as null: the judge reads name and ticker alone',
        }),
      ),
    ),
    imageUrl: Type.String({
      format: 'uri',
      maxLength: 2048,
      description:
        'The https URL of a PNG, JPEG, WebP or GIF image of at most 5 MiB, whose redirects are not followed; or its `ipfs://` or `ar://` URI',
    }),
    xHandle: Type.Optional(
      nullable(
        Type.String({
          maxLength: 2048,
          pattern: '^\\s*([@＠]?[A-Za-z0-9_]{1,15}|[^\\s/]+/\\S+)?\\s*$',
          description:
            'an X handle of 1–15 letters, digits or underscores, with or without its @, or the URL of its profile on x.com or twitter.com. Blank counts as null',
        }),
      ),
    ),
    creatorAddress: Type.String({
      maxLength: 255,
      pattern: '^(0x[0-9a-fA-F]{40}|.*\\..*)$',
      description:
        'the creator’s wallet: 0x followed by 40 hex digits, in lower, upper or EIP-55 case, or its name, like alice.base.eth',
    }),
    contractAddress: Type.Optional(nullable(address('the token’s contract, if it has one'))),
    links: Type.Optional(
      nullable(
        Type.Array(Link, {
          maxItems: maxLinks,
          description: 'Where the launch is on the web. Links are shown with the score and are not scored',
        }),
      ),
    ),
    chainId: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The chain of the launch, by default the one that this service scores launches on',
      }),
    ),
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
    examples: [example],
  },
)
export type ScoreSubmission = Static<typeof ScoreSubmission>

/** With a contract, the service reads what is missing (D90). */
export const ScoreRequest = Type.Object(Type.Partial(Type.Object(ScoreSubmission.properties)).properties, {
  $id: 'ScoreRequest',
  additionalProperties: false,
  description:
    'A proposed token launch with its name, symbol, imageUrl and creatorAddress; or `contractAddress` with any of the other fields: what is missing is read from the contract and the providers, and `submission.filled` of the record lists it. Such a record is unsigned',
  examples: [example, { contractAddress: '0x70CE110000000000000000000000000000000102' }],
})
export type ScoreRequest = Static<typeof ScoreRequest>

export const filledFields = [
  'name',
  'symbol',
  'description',
  'imageUrl',
  'xHandle',
  'creatorAddress',
  'links',
] as const satisfies (keyof ScoreSubmission)[]
export type FilledField = (typeof filledFields)[number]

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
  description: 'The warnings of the score and of its contract’s latest reading, critical ones first',
})

export const launchOutcome = Type.Unsafe<LaunchOutcome | null>({
  type: ['string', 'null'],
  enum: [...launchOutcomes, null],
  description: 'The outcome of the launch: `rugged` if it ever was, else the latest; null until decided',
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

const FilledName = Type.Unsafe<FilledField>({ type: 'string', enum: [...filledFields] })

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
      description: nullable(Type.String({ description: 'null: the launch has no pitch' })),
      imageUrl: Type.String({ description: 'As submitted' }),
      xHandle: nullable(Type.String({ description: '`@` and the handle; null: the launch has none' })),
      creatorAddress: Type.String({ description: 'In EIP-55 form' }),
      creatorName: Type.Optional(
        nullable(
          Type.String({
            description:
              'The name that was submitted for the wallet and stood for it then; null for an address. Absent on older records',
          }),
        ),
      ),
      contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
      links: Type.Optional(
        Type.Array(Link, { description: 'In the order of the submission. Absent on older records' }),
      ),
      chainId: Type.Optional(Type.Integer({ description: 'The chain of the launch. Absent on older records' })),
      filled: Type.Optional(
        Type.Array(FilledName, {
          description:
            'The fields that were not submitted: the service read them from the contract and the providers. Present only on such records',
        }),
      ),
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
  ScoreRequest,
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
