import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Hex, SignableMessage } from 'viem'
import {
  concatHex,
  hashMessage,
  keccak256,
  numberToHex,
  recoverAddress,
  recoverMessageAddress,
  size,
  slice,
  stringToHex,
} from 'viem/utils'
import { toChecksumAddress } from '../../contract/address.ts'
import type { Deps } from '../deps.ts'
import { consumeContractSignature } from '../keys/guard.ts'
import { ApiError, badField } from '../platform/errors.ts'
import { unwrapSignature } from '../providers/chain/wallet-signatures.ts'

/** By the wallet's key, or by its contract on a chain at a block. */
export type Verified = { by: 'key' } | { by: 'contract'; chainId: number; block: bigint }

export const toVerifiedColumns = (verified: Verified) => ({
  verified_by: verified.by,
  ...(verified.by === 'contract' && {
    verified_chain_id: String(verified.chainId),
    verified_block: String(verified.block),
  }),
})

export interface Signed {
  message: string
  verified: Verified
}

/**
 * `text`: the wallet signed another text; `wallet`: another key signed, or another text; `contract`: the wallet's
 * contract refuses the signature; `no contract`: only a contract could accept it, and there is none at this address.
 */
export type Refusal =
  { refused: 'text'; difference: string } | { refused: 'wallet'; signer: Hex } | { refused: 'contract' | 'no contract' }

/**
 * Verifies an EIP-191 signature offline, or by the wallet's contract on the chain. Throws `UpstreamError` ('chain') if
 * the chain can't be read, and 400 for a malformed signature. Never use a signature as a key: every signature has a
 * malleated twin that verifies too.
 */
export async function verifySignature(
  chain: Deps['chain'],
  { message, ...claim }: Omit<Claim, 'messages'> & { message: string },
  signal: AbortSignal,
): Promise<Verified | Refusal> {
  const signed = await findSigned(chain, { ...claim, messages: [message] }, signal)
  return 'refused' in signed ? signed : signed.verified
}

interface Claim {
  address: string
  messages: string[]
  signature: Hex
  field?: string
}

/** Returns the first message that was signed. */
export async function findSigned(
  chain: Deps['chain'],
  { address, messages, signature, field = 'signature' }: Claim,
  signal: AbortSignal,
): Promise<Signed | Refusal> {
  const wallet = address.toLowerCase() as Hex // an address already
  const byKey = toKeySignature(signature)
  const isOwnKey = async (message: string) => byKey !== undefined && (await recover(message, byKey)) === wallet
  for (const message of messages) if (await isOwnKey(message)) return { message, verified: { by: 'key' } }
  let hasContract = false
  for (const message of chain ? messages : []) {
    const response = await chain?.verifyMessage({ address: wallet, message, signature }, signal)
    if (chain && response?.verdict === 'ok')
      return { message, verified: { by: 'contract', chainId: chain.chainId, block: response.block } }
    hasContract ||= response?.verdict === 'bad'
  }
  return explain({ wallet, messages, signature, byKey, hasContract, hasChain: chain !== null, field })
}

/** Includes compact signatures (EIP-2098) and those in a delegation (ERC-8010); undefined: not a key's signature. */
function toKeySignature(given: Hex): Hex | undefined {
  const signature = unwrapSignature(given)
  if (size(signature) === 65) return signature
  if (size(signature) !== 64) return undefined
  const last = BigInt(slice(signature, 32))
  const s = numberToHex(last & ((1n << 255n) - 1n), { size: 32 })
  return concatHex([slice(signature, 0, 32), s, last >> 255n === 1n ? '0x1c' : '0x1b'])
}

async function recover(message: SignableMessage, signature: Hex): Promise<Hex | undefined> {
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() as Hex
  } catch {
    return undefined // r, s or v out of range
  }
}

interface Refused {
  wallet: Hex
  messages: string[]
  signature: Hex
  byKey: Hex | undefined
  hasContract: boolean
  hasChain: boolean
  field: string
}

async function explain({
  wallet,
  messages,
  signature,
  byKey,
  hasContract,
  hasChain,
  field,
}: Refused): Promise<Refusal> {
  const [message = ''] = messages
  if (byKey !== undefined) {
    for (const [difference, text] of listMistakes(message))
      if ((await recover(text, byKey)) === wallet) return { refused: 'text', difference }
    if (await isUnprefixed({ wallet, message, signature: byKey }))
      return { refused: 'text', difference: 'the prefix of personal_sign (EIP-191) is missing' }
  }
  if (hasContract) return { refused: 'contract' }
  const signer = byKey && (await recover(message, byKey))
  if (signer !== undefined) return { refused: 'wallet', signer }
  // Without a contract, a shorter signature is a mistake in the request (D24).
  const bytes = size(signature)
  const couldBeApproval = bytes === 0 && hasChain
  if (bytes < compactBytes && !couldBeApproval) throw badField(field, 'must be 65 bytes in hex after 0x')
  return { refused: 'no contract' }
}

const compactBytes = 64

/** Common mistakes of wallets and scripts. */
const listMistakes = (message: string): [difference: string, text: SignableMessage][] => [
  ['its line breaks are CRLF', message.replaceAll('\n', '\r\n')],
  ['a line break was added at the end', `${message}\n`],
  ['its lines were joined', message.replaceAll('\n', ' ')],
  ['its lines were joined', message.replaceAll('\n', '')],
  ['its line breaks are the two characters \\n', message.replaceAll('\n', '\\n')],
  ['it stands in quotation marks', JSON.stringify(message)],
  ['its bytes were signed as hex digits', stringToHex(message)],
  ['its hash was signed in its place', { raw: keccak256(stringToHex(message)) }],
  ['its hash was signed in its place', { raw: hashMessage(message) }],
  ['its letters were changed to lower case', message.toLowerCase()],
]

/** Some wallets' `eth_sign` signs the text without a prefix. */
async function isUnprefixed({ wallet, message, signature }: { wallet: Hex; message: string; signature: Hex }) {
  try {
    const signer = await recoverAddress({ hash: keccak256(stringToHex(message)), signature })
    return signer.toLowerCase() === wallet
  } catch {
    return false // r, s or v out of range
  }
}

/** The 401 with a hint for the caller. */
export function createBadSignatureError(
  { chain }: Deps,
  { address, refusal }: { address: string; refusal: Refusal },
): ApiError {
  return new ApiError('unauthorized', describeRefusal(chain, toChecksumAddress(address), refusal))
}

/** `wallet` is in EIP-55 form. */
export function describeRefusal(chain: Deps['chain'], wallet: string, refusal: Refusal): string {
  const unread = 'Contract wallets cannot be verified here, because CHAIN_RPC_URL is not set.'
  const absent = `There is no contract at this address on chain ${chain?.chainId}: a contract wallet that exists only on another chain cannot sign here.`
  if (refusal.refused === 'text')
    return `The wallet ${wallet} signed another text: ${refusal.difference}. Sign the message exactly as sent.`
  if (refusal.refused === 'wallet')
    return `The signature does not match this address and the message to sign: over this message it is by ${toChecksumAddress(refusal.signer)}, not by ${wallet}. Sign with the right wallet, and the message exactly as sent. ${chain ? absent : unread}`
  if (refusal.refused === 'contract')
    return `The contract of the wallet ${wallet} on chain ${chain?.chainId} refuses the signature for this message. As many of its owners as it requires must sign the message exactly as sent, or approve it on the chain.`
  return `The signature is not one of a key, so only a contract at ${wallet} could accept it. ${chain ? absent : unread}`
}

/** The first signature that a request verifies by the node consumes a rate limit. */
export function limitChain(deps: Deps, request: FastifyRequest, reply: FastifyReply): Deps['chain'] {
  const { chain } = deps
  if (!chain) return null
  let consumed: Promise<void> | undefined
  return {
    ...chain,
    verifyMessage: async (signed, signal) => {
      await (consumed ??= Promise.resolve(consumeContractSignature(deps, request, reply)))
      return chain.verifyMessage(signed, signal)
    },
  }
}
