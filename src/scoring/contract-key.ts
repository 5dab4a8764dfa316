import { Type } from 'typebox'
import type { Config } from '../config.ts'
import { badField } from '../platform/errors.ts'
import { parseChain } from './normalise-submission.ts'

/**
 * A token as the database knows it, so that tokens with the same address on two chains never mix: its address in lower
 * case, followed by `@` and its chain unless that is CHAIN_ID. Columns named `contract_address`, `bound_token`,
 * `bound_contract` and `measured_contract` hold it.
 */
export const toContractKey = (
  address: string,
  chainId: number | null | undefined,
  config: Pick<Config, 'chainId'>,
): string => (chainId == null || chainId === config.chainId ? address : `${address}@${chainId}`)

/** The keys of an address on one chain, or on all configured ones. */
export const listContractKeys = (
  address: string,
  chainId: number | undefined,
  config: Pick<Config, 'chainId' | 'chains'>,
): string[] =>
  (chainId === undefined ? config.chains.map((chain) => chain.chainId) : [chainId]).map((one) =>
    toContractKey(address, one, config),
  )

const addressLength = 42

export const toKeyAddress = (key: string): string => key.slice(0, addressLength)

export const toKeyChain = (key: string, config: Pick<Config, 'chainId'>): number =>
  key.length > addressLength ? Number(key.slice(addressLength + 1)) : config.chainId

export const chainQuery = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }))

/** null: all chains. Throws `bad_request` for a chain that isn't configured. */
export function toChainFilter(config: Pick<Config, 'chainId' | 'chains'>, chainId: number | undefined) {
  checkChain(config, chainId)
  return chainId === undefined ? null : { chainId, defaultChainId: config.chainId }
}

/** Throws `bad_request` for a chain that isn't configured. */
export function checkChain({ chains }: Pick<Config, 'chains'>, chainId: number | undefined, path = 'chainId'): void {
  if (chainId === undefined) return
  const parsed = parseChain(chainId, chains)
  if ('fault' in parsed) throw badField(path, parsed.fault)
}
