import { type Static, Type } from 'typebox'
import { Signature } from '../../enrollment/schemas.ts'
import { nullable } from '../../platform/http/schema.ts'

const address = (description: string) => Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description })

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
    description: 'A creator’s signed statement that a token is the launch',
  },
)
export type TokenBindingRequest = Static<typeof TokenBindingRequest>

const Proof = Type.Object({
  kind: Type.Enum(['deployed', 'sent', 'operation', 'named', 'rights', 'signature'], {
    type: 'string',
    description:
      '`deployed`: the wallet deployed the token; `sent`: its transaction made the token through a factory; `operation`: its user operation did (ERC-4337); `named`: a known launchpad names the wallet as the creator. These four prove authorship. `rights`: the token names the wallet as owner or beneficiary today; `signature`: the wallet claims the token',
  }),
  txHash: nullable(Type.String({ description: 'The transaction that created the token' })),
  blockNumber: nullable(Type.Integer()),
  call: nullable(Type.String({ description: 'For `rights`: the function that answered with the wallet' })),
  shownAt: Type.String({ format: 'date-time', description: 'When the proof was found' }),
})

export const TokenBinding = Type.Object(
  {
    scoreRequestId: Type.String({ format: 'uuid', description: 'The score that was given before the token' }),
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
        '`pending`: the chain does not show the creation yet; it is asked again for 48 hours. `proven`: the chain shows that the creator made the token. `unproven`: it does not. `replaced`: the creator signed for another token; `corrected`: a public correction took it back',
    }),
    counts: Type.Boolean({ description: 'Whether the launch counts in the track record' }),
    reason: Type.Unsafe<'scored_after_creation' | 'too_old' | 'not_final' | 'named_unsigned' | null>({
      type: ['string', 'null'],
      enum: ['scored_after_creation', 'too_old', 'not_final', 'named_unsigned', null],
      description:
        'Why a proven binding does not count. `scored_after_creation`: the token is older than the score; `too_old`: more than 180 days lie between them; `not_final`: the score was preliminary; `named_unsigned`: a launchpad names the wallet, which has signed nothing',
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
    venue: nullable(Type.String({ description: 'The launchpad that made the token, if it is a known one' })),
    proofs: Type.Array(Proof, { description: 'The strongest first' }),
    createdAt: nullable(
      Type.String({ format: 'date-time', description: 'The time of the block that created the token' }),
    ),
    message: nullable(Type.String({ description: 'The six lines that the creator signed; null when he signed none' })),
    signature: nullable(Type.String()),
    boundAt: Type.String({
      format: 'date-time',
      description: 'When the creator’s statement arrived, or the token was found',
    }),
  },
  { $id: 'TokenBinding', description: 'The token that a launch became, with what proves it' },
)
export type TokenBinding = Static<typeof TokenBinding>

export const bindingSchemas = [TokenBindingRequest, TokenBinding]
