import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'
import { Signature } from './enrollment.ts'
import { marketCredit, venueGraduation } from './observation.ts'

const address = (description: string) => Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description })

export const proofKinds = ['deployed', 'sent', 'operation', 'named', 'rights', 'signature'] as const

export const TokenMessageQuery = Type.Object({
  tokenAddress: address(
    'the contract of the launched token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case',
  ),
})

export const TokenBindingRequest = Type.Object(
  {
    tokenAddress: address(
      'the contract of the launched token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case',
    ),
    creatorAddress: address(
      'the wallet that enrolled the launch: 0x followed by 40 hex digits, in lower, upper or EIP-55 case',
    ),
    signature: Signature,
    creationTx: Type.Optional(
      Type.String({
        pattern: '^0x[0-9a-fA-F]{64}$',
        description: 'the transaction that created the token: 0x followed by 64 hex digits. It is checked on the chain',
      }),
    ),
  },
  {
    $id: 'TokenBindingRequest',
    additionalProperties: false,
    description: 'A creator’s signed statement that a token belongs to the launch',
  },
)
export type TokenBindingRequest = Static<typeof TokenBindingRequest>

const denialFields = {
  tokenAddress: address('the contract of the token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case'),
  creatorAddress: address('the wallet of the submission: 0x followed by 40 hex digits, in lower, upper or EIP-55 case'),
  signature: Signature,
}

export const TokenDenialRequest = Type.Object(denialFields, {
  $id: 'TokenDenialRequest',
  additionalProperties: false,
  description: 'A creator’s signed statement that a token is not theirs',
})

export const TokenDenial = Type.Object(
  {
    scoreRequestId: Type.String({ format: 'uuid' }),
    chainId: Type.Integer(),
    tokenAddress: Type.String({ description: 'In EIP-55 form' }),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    deniedAt: Type.String({ format: 'date-time', description: 'When the denial arrived' }),
    message: Type.String({ description: 'The six lines that the creator signed' }),
    signature: Type.String(),
  },
  { $id: 'TokenDenial', description: 'A creator’s denial of a token' },
)
export type TokenDenial = Static<typeof TokenDenial>

export const NamedTokensRequest = Type.Object(
  {
    creatorAddress: denialFields.creatorAddress,
    issuedAt: Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'When the message was made, with a UTC offset: within 5 minutes of the current time',
    }),
    signature: Signature,
  },
  {
    $id: 'NamedTokensRequest',
    additionalProperties: false,
    description: 'A creator’s signed request for the tokens that name the wallet',
  },
)

export const NamedTokens = Type.Object(
  {
    tokens: Type.Array(
      Type.Object({
        chainId: Type.Integer(),
        tokenAddress: Type.String({ description: 'In EIP-55 form' }),
        name: nullable(Type.String({ description: 'The token’s own name' })),
        symbol: nullable(Type.String({ description: 'The token’s own symbol' })),
        venue: nullable(Type.String({ description: 'The launchpad that names the wallet' })),
        creationTx: nullable(Type.String({ description: 'The transaction that created the token' })),
        createdAt: nullable(
          Type.String({ format: 'date-time', description: 'The time of the block that created the token' }),
        ),
        foundAt: Type.String({ format: 'date-time', description: 'When the service found the token' }),
      }),
      { description: 'Newest first; the 50 newest' },
    ),
  },
  { $id: 'NamedTokens', description: 'Tokens that name the wallet of a launch, which has yet to sign for them' },
)
export type NamedTokens = Static<typeof NamedTokens>

export const Proof = Type.Object({
  kind: Type.Enum([...proofKinds], {
    type: 'string',
    description:
      '`deployed`: the wallet deployed the token; `sent`: its transaction made the token through a factory; `operation`: its user operation did (ERC-4337); `named`: a known launchpad names the wallet as the creator. These four prove authorship. `rights`: the token names the wallet as owner or beneficiary today; `signature`: the wallet claims the token',
  }),
  txHash: nullable(Type.String({ description: 'The transaction that created the token' })),
  blockNumber: nullable(Type.Integer()),
  call: nullable(
    Type.String({
      description: 'The function that returned the wallet, for `rights`, and for `named` if no event names the wallet',
    }),
  ),
  shownAt: Type.String({ format: 'date-time', description: 'When the proof was found' }),
})

export const Horizon = Type.Enum(['24h', '7d', '30d', '90d'], {
  type: 'string',
  description: 'Time after trading began',
})

const HorizonOutcome = Type.Object({
  horizon: Horizon,
  outcome: Type.Unsafe<'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown' | null>({
    type: ['string', 'null'],
    enum: ['graduated', 'alive', 'dead', 'rugged', 'unknown', null],
    description: 'null: not decided yet',
  }),
  cause: nullable(
    Type.String({ description: 'Why it is dead, rugged or unknown; `corrected`: a correction withdrew the outcome' }),
  ),
  seenAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'The observation that decided the outcome; null when it was missed',
    }),
  ),
  rules: nullable(Type.String({ description: 'The version of the rules that decided the result' })),
  dueAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the launch reaches the horizon; only while undecided' }),
  ),
})

const Graduation = Type.Object(
  {
    graduatedAt: Type.String({
      format: 'date-time',
      description: 'The time of the observation that completed the seven days',
    }),
    leastDepth: Type.Number({ description: 'The least depth of the seven days, in US dollars' }),
    rules: Type.String({ description: 'The version of the rules that decided the result' }),
  },
  { description: 'null: the launch has not graduated' },
)

const ShownCorrection = Type.Object({
  subject: Type.String({ description: 'The row that was wrong: `binding:<id>` or `outcome:<id>:30d`' }),
  reason: Type.Enum(['not_theirs', 'wrong_token', 'wrong_data', 'wrong_rule'], { type: 'string' }),
  explanation: Type.String(),
  madeBy: Type.Unsafe<'creator' | 'operator' | 'service' | null>({
    type: ['string', 'null'],
    enum: ['creator', 'operator', 'service', null],
    description:
      'Who made the correction: `creator`, by signature; `operator` of this service; `service`, by its own rules; null: not recorded',
  }),
  replacement: nullable(
    Type.Object({ binding: Type.String({ format: 'uuid' }) }, { description: 'The binding that replaces it' }),
  ),
  correctedAt: Type.String({ format: 'date-time' }),
})

const tokenFields = {
  scoreRequestId: Type.String({ format: 'uuid', description: 'The score from before the token was created' }),
  enrollmentId: nullable(Type.String({ format: 'uuid', description: 'null: the launch is not enrolled' })),
  chainId: Type.Integer(),
  tokenAddress: Type.String({ description: 'In EIP-55 form' }),
  creatorAddress: Type.String({ description: 'In EIP-55 form' }),
  origin: Type.Enum(['found', 'signed'], {
    type: 'string',
    description: '`found`: the service found the token on the chain; `signed`: the creator signed the binding',
  }),
  state: Type.Enum(['pending', 'proven', 'unproven', 'replaced', 'corrected'], {
    type: 'string',
    description:
      '`pending`: the chain does not show the creation yet, and is asked for 48 hours; `proven`: it shows that the creator made the token; `unproven`: it does not; `replaced`: the creator signed for another token; `corrected`: a public correction withdrew the binding',
  }),
  counts: Type.Boolean({ description: 'Whether the launch counts in the track record' }),
  reason: Type.Unsafe<'scored_after_creation' | 'too_old' | 'not_final' | 'named_unsigned' | 'renamed' | null>({
    type: ['string', 'null'],
    enum: ['scored_after_creation', 'too_old', 'not_final', 'named_unsigned', 'renamed', null],
    description:
      'Why a proven binding does not count. `scored_after_creation`: the token is older than the score, or the submitted contract already had code; `too_old`: the token was created more than 180 days after the score; `not_final`: the score was preliminary; `named_unsigned`: a launchpad names a wallet that neither sent the creation nor signed, which only the wallet can see; `renamed`: the token has another name or symbol, and the score was enrolled later',
  }),
  population: Type.Unsafe<'committed' | 'observed' | null>({
    type: ['string', 'null'],
    enum: ['committed', 'observed', null],
    description:
      '`committed`: enrolled before the token was created; `observed`: scored before, and the token has the name and symbol of the submission',
  }),
  anchored: Type.Boolean({ description: 'The score was attested on the chain before the token was created' }),
  name: nullable(Type.String({ description: 'The token’s own name' })),
  symbol: nullable(Type.String({ description: 'The token’s own symbol' })),
  nameDiffers: Type.Boolean({
    description:
      'Whether the name or symbol on the chain differs from that of the score, apart from case, spacing and punctuation',
  }),
  examinedBy: nullable(
    Type.String({
      format: 'uuid',
      description:
        'The newest score that measured this contract; null: none has, so that the score says nothing about the contract (`not_examined`)',
    }),
  ),
  venue: nullable(Type.String({ description: 'The launchpad that created the token, if it is known' })),
  curve: Type.Boolean({
    description:
      'Whether the launchpad sells the token on a bonding curve, which market data may not cover; false after its graduation from the launchpad. A bonding-curve token with no market data for 30 days counts as trading since its creation; its outcomes are `unknown`, cause `unpriced`',
  }),
  ...venueGraduation,
  createdAt: nullable(
    Type.String({ format: 'date-time', description: 'The time of the block that created the token' }),
  ),
  tradingSince: nullable(Type.String({ format: 'date-time', description: 'null: no market was seen yet' })),
  boundAt: Type.String({
    format: 'date-time',
    description: 'When the creator’s statement arrived, or the token was found',
  }),
  earlierScores: Type.Integer({
    minimum: 0,
    description: 'Final scores of the same creator and name before this one; case, spaces and punctuation are ignored',
  }),
  otherTokens: Type.Object(
    {
      count: Type.Integer({ minimum: 0 }),
      tokens: Type.Array(Type.String({ description: 'In EIP-55 form' }), { description: 'The 100 oldest' }),
    },
    { description: 'Other tokens that the same wallet launched since the score, with any name' },
  ),
  outcomes: Type.Array(HorizonOutcome, { description: 'By horizon, earliest first; empty before trading began' }),
  graduation: nullable(Graduation),
  corrections: Type.Array(ShownCorrection, {
    description: 'Public corrections of the binding and its outcomes, oldest first',
  }),
  attribution: Type.Literal(marketCredit, { description: 'The provider’s credit, which you must show' }),
}

export const TokenBinding = Type.Object(
  {
    ...tokenFields,
    proofs: Type.Array(Proof, { description: 'Strongest first' }),
    message: nullable(Type.String({ description: 'The six lines that the creator signed; null without a signature' })),
    signature: nullable(Type.String()),
  },
  { $id: 'TokenBinding', description: 'The token of a launch, with its proofs and its outcomes' },
)
export type TokenBinding = Static<typeof TokenBinding>

export const LaunchToken = Type.Object(tokenFields, {
  $id: 'LaunchToken',
  description: 'The token of a launch. `GET /v1/launch/{id}/token` also returns its proofs',
})
export type LaunchToken = Static<typeof LaunchToken>

export const bindingSchemas = [
  TokenBindingRequest,
  TokenBinding,
  LaunchToken,
  TokenDenialRequest,
  TokenDenial,
  NamedTokensRequest,
  NamedTokens,
]
