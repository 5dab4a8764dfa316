import { type Hex, encodeAbiParameters, parseAbiParameters, stringToHex, toFunctionSelector } from 'viem'

/** What a function of a token returns, or how the call ends. */
export type Returned = string | { bytes32: string } | { data: Hex } | { ends: 'reverts' | 'floods' }

export interface TokenSpec {
  /** By signature, like `name()`. Other functions revert. */
  functions: Record<string, Returned>
}

/** What tokenInfo(address) of Virtuals' contract returns. */
export interface VirtualsInfo {
  creator: Hex
  description: string
  image: string
  twitter: string
  telegram: string
  website: string
}

export interface TokenWorld {
  /** By lower-case address. */
  tokens?: Record<string, TokenSpec>
  /** By the lower-case address of Virtuals' contract and of the token. */
  virtuals?: Record<string, Record<string, VirtualsInfo>>
  /** Receipts as they are served, by transaction hash. */
  receipts?: Record<string, object>
}

const reverts = { error: { code: 3, message: 'execution reverted' } }
const tokenInfo = toFunctionSelector('tokenInfo(address)')

/** The response to a call of a token or of a launchpad; undefined: another contract is called. */
export function answerTokenCall(world: TokenWorld, { to = '', data }: { to?: string; data: Hex }): object | undefined {
  const address = to.toLowerCase()
  const launchpad = world.virtuals?.[address]
  if (launchpad && data.startsWith(tokenInfo)) return { result: toTokenInfo(launchpad[`0x${data.slice(34)}`]) }
  const token = world.tokens?.[address]
  if (!token) return undefined
  const [, returned = { ends: 'reverts' as const }] =
    Object.entries(token.functions).find(([signature]) => toFunctionSelector(signature) === data.slice(0, 10)) ?? []
  return toAnswer(returned)
}

function toAnswer(returned: Returned): object {
  if (typeof returned === 'string') return { result: encodeAbiParameters(parseAbiParameters('string'), [returned]) }
  if ('ends' in returned) return returned.ends === 'reverts' ? reverts : { result: `0x${'00'.repeat(2 ** 20)}` }
  return { result: 'data' in returned ? returned.data : stringToHex(returned.bytes32, { size: 32 }) }
}

/** As Solidity's own getter returns the struct: without the list in it. */
const struct = parseAbiParameters(
  'address, address, address, address, (address, string, string, string, uint256, uint256, uint256, uint256, uint256, uint256, uint256, uint256), string, string, string, string, string, string, bool, bool',
)

function toTokenInfo(info: VirtualsInfo | undefined): Hex {
  const nobody = '0x0000000000000000000000000000000000000000'
  const { creator = nobody, description = '', image = '', twitter = '', telegram = '', website = '' } = info ?? {}
  const numbers = [nobody, '', '', '', 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n] as const
  const texts = [description, image, twitter, telegram, '', website] as const
  return encodeAbiParameters(struct, [creator, nobody, nobody, nobody, numbers, ...texts, true, false])
}
