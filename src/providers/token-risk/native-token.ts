import { nothingKnown, type TokenFacts } from '../token-risk.ts'

/**
 * Tokens that are part of the chain itself: no code, and rights that are roles. B20 on Base, CAS20 on BNB Chain. Their
 * addresses begin with the kind, nine zero bytes and the variant.
 */
const kinds = [
  { kind: 'B20', pattern: /^0xb2(?:00){9}0[01][0-9a-f]{18}$/ },
  { kind: 'CAS20', pattern: /^0xca52(?:00){8}0[01][0-9a-f]{18}$/ },
] as const

export type NativeKind = (typeof kinds)[number]['kind']

/** By a lower-case address; null: an ordinary contract. */
export const findNativeKind = (address: string): NativeKind | null =>
  kinds.find(({ pattern }) => pattern.test(address))?.kind ?? null

export const adminRole = `0x${'0'.repeat(64)}`

/** keccak-256 of the roles' names, such as `MINT_ROLE`. */
export const powerRoles = {
  mint: '0x154c00819833dac601ee5ddded6fda79d9d8b506b911b3dbd54cdb95fe6c3686',
  pause: '0x139c2898040ef16910dc9f44dc697df79363da767d8bc92f2e310312b816e46d',
  seize: '0x3469b8b0d89e9604f8510ed143f74a8336d22955d4f83e23bf53d9414e27f432',
  burnBlocked: '0x7408fdc0d31c7bcb349eab611f5d1168acd4303574993f8cdc98b1cd18c41cae',
  spend: '0xb90b441c392e1b39b562e08d16a15eab44f161ced0b6366c03aa7d09a22f1a41',
} as const
type Power = keyof typeof powerRoles

export const roleEvents = {
  granted: '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d',
  revoked: '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b',
  lastAdminRenounced: '0xe8d3a9872e7ca325571ff1e4c51ddd69090a0345240cc605ccde365ec867cc67',
  policyUpdated: '0x8b4790f7ff717fc8f60f07ae099e47ef318dc04b37ae98056b50a22b79056626',
} as const

/** Policies by which a transfer can be refused: of its sender, its receiver, and who carries it out. */
const transferPolicies = new Set([
  '0xb81736c875ab819dd97f59f2a6542cfb731ad52b4ae15a6f24df2fb02b0327f5',
  '0x8a4b3fa2d8b921852bc0089c6ef0958aa6961897be36fd731330fe2cd23f8363',
  '0x10be5173aff2a44e748bd9acd8b19fe34689581398a9db7ba2fb671e786ff7d8',
])

export interface RoleLog {
  topics: string[]
  data: string
  block: bigint
  index: number
}

/** A role and an account, lower case. */
export interface Grant {
  role: string
  account: string
}

export interface Replayed {
  held: Grant[]
  /** Every grant that ever was, also those that were revoked. */
  everGranted: Grant[]
  /** A policy other than the default decides about transfers. */
  hasTransferPolicy: boolean
}

/** Who holds which role after all logs of a token, in whatever order they come. */
export function replayRoles(logs: RoleLog[]): Replayed {
  const held = new Map<string, Grant>()
  const ever = new Map<string, Grant>()
  const policies = new Map<string, bigint>()
  for (const log of logs.toSorted(byPlace)) {
    const [event, role = '', account = ''] = log.topics
    const grant = { role, account: `0x${account.slice(26)}` }
    const key = `${role} ${grant.account}`
    if (event === roleEvents.granted) {
      held.set(key, grant)
      ever.set(key, grant)
    }
    if (event === roleEvents.revoked) held.delete(key)
    if (event === roleEvents.lastAdminRenounced)
      for (const [key, { role }] of held) if (role === adminRole) held.delete(key)
    if (event === roleEvents.policyUpdated) {
      const [policy, , id] = listWords(log)
      if (policy !== undefined && id !== undefined) policies.set(policy, BigInt(id))
    }
  }
  const hasTransferPolicy = [...policies].some(([policy, id]) => transferPolicies.has(policy) && id !== 0n)
  return { held: [...held.values()], everGranted: [...ever.values()], hasTransferPolicy }
}

const byPlace = (one: RoleLog, other: RoleLog): number =>
  one.block === other.block ? one.index - other.index : Number(one.block - other.block)

/** The arguments of an event, whichever of them are indexed. */
const listWords = ({ topics, data }: RoleLog): string[] => [
  ...topics.slice(1),
  ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`),
]

export interface NativeState {
  name: string | null
  symbol: string | null
  /** As the chain confirms them. */
  held: Grant[]
  /** The role that administers a role, if it isn't the administrator's. */
  adminRoles: Record<string, string | undefined>
  hasTransferPolicy: boolean
  /** null: the token doesn't say. */
  isPaused: boolean | null
  /** All logs could be read. */
  isComplete: boolean
}

/** Whose a power is, or who could give it to somebody. */
function listHolders({ held, adminRoles }: NativeState, role: string): string[] {
  const holders: string[] = []
  const seen = new Set<string>()
  for (let current = role; !seen.has(current); current = adminRoles[current] ?? adminRole) {
    seen.add(current)
    holders.push(...held.filter((one) => one.role === current).map(({ account }) => account))
  }
  return holders
}

/**
 * The rights as a scan of an ordinary contract reports them. A right that an administrator could grant is one that the
 * owner has. Without all logs, a right that nobody is seen to have is unknown.
 */
export function toNativeFacts(state: NativeState): TokenFacts {
  const { name, symbol, hasTransferPolicy, isPaused, isComplete } = state
  const holdersOf = (powers: Power[]) => powers.flatMap((power) => listHolders(state, powerRoles[power]))
  const admins = listHolders(state, adminRole)
  const isPossible = (holds: boolean) => holds || (isComplete ? false : null)
  const owner = [...admins, ...holdersOf(['seize', 'spend', 'burnBlocked', 'pause', 'mint'])][0]
  return {
    ...nothingKnown,
    name,
    symbol,
    isHoneypot: isPaused === false && isComplete && !hasTransferPolicy ? false : null,
    cannotSellAll: isPaused,
    cannotBuy: isPaused,
    buyTax: 0,
    sellTax: 0,
    transferTax: 0,
    isOpenSource: true,
    isProxy: false,
    canSelfDestruct: false,
    callsExternally: false,
    hasCooldown: false,
    hasHiddenOwner: false,
    ownershipCanReturn: false,
    ownerCanChangeTaxes: false,
    ownerCanSetPersonalTaxes: false,
    ownerCanChangeLimits: false,
    isMintable: isPossible(holdersOf(['mint']).length > 0),
    ownerCanPauseTransfers: isPossible(holdersOf(['pause']).length > 0),
    ownerCanChangeBalances: isPossible(holdersOf(['seize', 'spend', 'burnBlocked']).length > 0),
    // Administrators set the policies, and a policy's own administrator may stay when the token's have gone.
    ownerCanBlockHolders: isPossible(hasTransferPolicy || admins.length > 0),
    owner: owner ?? (isComplete && !hasTransferPolicy ? zeroAddress : null),
  }
}

const zeroAddress = `0x${'0'.repeat(40)}`
