import type { Hex } from 'viem'
import type { EnvReader } from '../platform/env.ts'
import { type AttestationConfig, readAttestation, readFormerAttesters } from './read-attestation.ts'

/** The chain of the launches, and the attestations on it. */
export interface ChainConfig {
  chainId: number
  /** The node that verifies signatures of contract wallets; null: they can't be verified. */
  chainRpcUrl: string | null
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

export const readChain = (env: EnvReader): ChainConfig => ({
  chainId: env.integer('CHAIN_ID', { min: 1 }) ?? 8453,
  chainRpcUrl: env.url('CHAIN_RPC_URL', ['http', 'https'], 'https://mainnet.base.org'),
  attestation: readAttestation(env),
  formerAttesters: readFormerAttesters(env),
  chainConfirmations: env.integer('CHAIN_CONFIRMATIONS', { min: 1, max: 1000 }) ?? 1,
  chainDailyGas: env.integer('CHAIN_DAILY_GAS', { min: 1 }) ?? 600_000_000,
  chainMinTip: readMinTip(env),
  publishRequires: env.choice('PUBLISH_REQUIRES', ['anyone', 'enrolled', 'key']) ?? 'anyone',
})

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
