import type { Hex } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import { parseNonzeroAddress, toChecksumAddress } from '../../contract/address.ts'
import { isSecp256k1Key, isSecp256k1PublicKey } from '../platform/curve-keys.ts'
import type { EnvReader } from '../platform/env.ts'

/** The chain of the launches, and the attestations on it. */
export interface ChainConfig {
  chainId: number
  /** The node that verifies signatures of contract wallets; null: they can't be verified. */
  chainRpcUrl: string | null
  /** The chains whose launches are scored, CHAIN_ID first (D96). */
  chains: ScoredChain[]
  /** A folder with an operator's own launchpad files; null: none. */
  launchpadsDir: string | null
  /** How far back the launches of known launchpads are read. */
  launchesBackfillDays: number
  /** null: publishing responds 503. */
  attestation: AttestationConfig | null
  /** Former attesters (EIP-55), whose attestations stay valid. */
  formerAttesters: Hex[]
  /** Blocks until an attestation counts as final (D38). */
  chainConfirmations: number
  /** Gas that attestations may take in a UTC day, over all replicas (D70). */
  chainDailyGas: number
  /** The lowest tip of a transaction, in wei, whatever the node suggests. */
  chainMinTip: bigint
  /** Which scores may be published, and by whom (D70). */
  publishRequires: 'anyone' | 'enrolled' | 'key'
}

export interface ScoredChain {
  chainId: number
  /** null: no node of this chain is configured. */
  rpcUrl: string | null
}

export function readChain(env: EnvReader): ChainConfig {
  const chainId = env.integer('CHAIN_ID', { min: 1 }) ?? 8453
  const chainRpcUrl = env.url('CHAIN_RPC_URL', ['http', 'https'], 'https://mainnet.base.org')
  return {
    chainId,
    chainRpcUrl,
    chains: readChains(env, { chainId, rpcUrl: chainRpcUrl }),
    launchpadsDir: env.text('LAUNCHPADS_DIR'),
    launchesBackfillDays: env.integer('LAUNCHES_BACKFILL_DAYS', { min: 1, max: 365 }) ?? 90,
    attestation: readAttestation(env),
    formerAttesters: readFormerAttesters(env),
    chainConfirmations: env.integer('CHAIN_CONFIRMATIONS', { min: 1, max: 1000 }) ?? 1,
    chainDailyGas: env.integer('CHAIN_DAILY_GAS', { min: 1 }) ?? 600_000_000,
    chainMinTip: readMinTip(env),
    publishRequires: env.choice('PUBLISH_REQUIRES', ['anyone', 'enrolled', 'key']) ?? 'anyone',
  }
}

const chainNumber = /^[1-9]\d{0,14}$/

/** CHAIN_ID belongs to the list whether or not CHAINS names it, and CHAIN_RPC_URL is its node. */
function readChains(env: EnvReader, main: ScoredChain): ScoredChain[] {
  const listed = env.list(
    'CHAINS',
    (entry) => chainNumber.test(entry),
    'must be a comma-separated list of chain ids, like 8453,56',
  )
  const urls = readRpcUrls(env)
  const others = new Set(listed.filter((entry) => chainNumber.test(entry)).map(Number))
  others.delete(main.chainId)
  const known = new Set([main.chainId, ...others])
  for (const chainId of urls.keys())
    if (!known.has(chainId)) env.problem('CHAIN_RPC_URLS', `names chain ${chainId}, which CHAINS does not list`)
  return [
    { ...main, rpcUrl: main.rpcUrl ?? urls.get(main.chainId) ?? null },
    ...[...others].map((chainId) => ({ chainId, rpcUrl: urls.get(chainId) ?? null })),
  ]
}

const rpcEntry = /^([1-9]\d{0,14})=(https?:\/\/\S+)$/

const isRpcEntry = (entry: string): boolean => URL.canParse(rpcEntry.exec(entry)?.[2] ?? '')

function readRpcUrls(env: EnvReader): Map<number, string> {
  const rule = 'must be a comma-separated list like 8453=https://mainnet.base.org,56=https://bsc-dataseed.bnbchain.org'
  const entries = env.list('CHAIN_RPC_URLS', isRpcEntry, rule)
  return new Map(
    entries.flatMap((entry) => {
      const [, chainId, url] = rpcEntry.exec(entry) ?? []
      return chainId !== undefined && url !== undefined ? [[Number(chainId), url] as const] : []
    }),
  )
}

/** An amount of wei, or of gwei with that word behind it. */
function readMinTip(env: EnvReader): bigint {
  const isGood = (value: string) => amount.test(value) && toWei(value) <= maxTip
  const value = env.checked('CHAIN_MIN_TIP', isGood, 'must be an amount up to 500 gwei, like 3000000000 (wei) or 3gwei')
  return value === null ? 0n : toWei(value)
}

const amount = /^\d{1,12}(?:\.\d{1,9})? ?gwei$|^\d{1,18}(?: ?wei)?$/i
const maxTip = 500n * 10n ** 9n

function toWei(value: string): bigint {
  const [number = '0'] = /^[\d.]+/.exec(value) ?? []
  if (!/gwei$/i.test(value)) return BigInt(number)
  const [whole = '0', fraction = ''] = number.split('.')
  return BigInt(whole + fraction.padEnd(9, '0'))
}

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
function readAttestation(env: EnvReader): AttestationConfig | null {
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

function readFormerAttesters(env: EnvReader): Hex[] {
  const listed = env.list(
    'ATTESTER_FORMER',
    isAccount,
    'must be a comma-separated list of nonzero addresses, in lower case or with a valid EIP-55 checksum',
  )
  return listed.filter(isAccount).map((address) => toChecksumAddress(address) as Hex)
}

const isAccount = (value: string): boolean => 'address' in parseNonzeroAddress(value)
