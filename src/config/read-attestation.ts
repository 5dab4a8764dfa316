import type { Hex } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import { parseNonzeroAddress, toChecksumAddress } from '../../contract/address.ts'
import { isSecp256k1Key, isSecp256k1PublicKey } from '../platform/crypto/secp256k1-key.ts'
import type { EnvReader } from '../platform/env.ts'

export interface AttestationConfig {
  /** EIP-55. */
  contract: Hex
  /** The private key that attests, or the remote signer that holds it. */
  signer: { key: Hex } | RemoteSigner
}

interface RemoteSigner {
  /** Signs with one key; may hold a user name and a password. */
  url: string
  /** The account of that key, in EIP-55 form. */
  address: Hex
}

/** The contract and the signer go together, and with a node. */
export function readAttestation(env: EnvReader): AttestationConfig | null {
  const signerName = env.text('ATTESTER_URL') === null ? 'ATTESTER_KEY' : 'ATTESTER_URL'
  env.needs(['ATTESTATION_CONTRACT', signerName], 'CHAIN_RPC_URL')
  env.together(['ATTESTATION_CONTRACT', signerName])
  if (signerName === 'ATTESTER_URL' && env.text('ATTESTER_KEY') !== null)
    env.problem('ATTESTER_KEY', 'must not be set together with ATTESTER_URL')
  const contract = readContract(env)
  const key = env.checked('ATTESTER_KEY', isSecp256k1Key, 'must be a private key: 0x followed by 64 hex digits')
  const remote = readRemoteSigner(env)
  const signer = remote ?? (key === null ? null : { key: key as Hex })
  return contract === null || signer === null ? null : { contract, signer }
}

function readContract(env: EnvReader): Hex | null {
  const text = env.text('ATTESTATION_CONTRACT')
  if (text === null) return null
  const parsed = parseNonzeroAddress(text)
  if ('address' in parsed) return toChecksumAddress(parsed.address) as Hex
  env.problem('ATTESTATION_CONTRACT', parsed.fault)
  return null
}

/** The public key in the path tells the account, so that no request is needed before the service starts. */
function readRemoteSigner(env: EnvReader): RemoteSigner | null {
  const url = env.url('ATTESTER_URL', ['http', 'https'], example, ['query'])
  if (url === null) return null
  const publicKey = toPublicKey(url)
  if (publicKey === undefined) {
    env.problem('ATTESTER_URL', `must be a URL like ${example}, with 128 hex digits of a public key`)
    return null
  }
  return { url, address: publicKeyToAddress(`0x04${publicKey}`) }
}

const example = 'https://signer.internal:9000/api/v1/eth1/sign/0x<public key>'

function toPublicKey(url: string): string | undefined {
  const [, digits] = /\/api\/v1\/eth1\/sign\/(?:0x)?([0-9a-f]{128})$/i.exec(new URL(url).pathname) ?? []
  return digits !== undefined && isSecp256k1PublicKey(digits) ? digits : undefined
}

export function readFormerAttesters(env: EnvReader): Hex[] {
  const listed = env.list(
    'ATTESTER_FORMER',
    isAccount,
    'must be a comma-separated list of nonzero addresses, in lower case or with a valid EIP-55 checksum',
  )
  return listed.filter(isAccount).map((address) => toChecksumAddress(address) as Hex)
}

const isAccount = (value: string): boolean => 'address' in parseNonzeroAddress(value)
