import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  toFunctionSelector,
} from 'viem'

type Role = 'MINT_ROLE' | 'PAUSE_ROLE' | 'SEIZE_ROLE' | 'BURN_BLOCKED_ROLE' | 'PREAUTHORIZED_SPENDER_ROLE'

/** What happened to a token of the chain itself, in order. */
export type NativeAct =
  | { grant: Role | 'DEFAULT_ADMIN_ROLE' | 'KEEPER_ROLE' | 'METADATA_ROLE'; to: string }
  | { revoke: Role | 'DEFAULT_ADMIN_ROLE' | 'KEEPER_ROLE' | 'METADATA_ROLE'; from: string }
  | { lastAdmin: string }
  | { policy: 'TRANSFER_SENDER_POLICY' | 'SEIZE_HOLDER_POLICY'; id: bigint }

export interface NativeSpec {
  name: string
  symbol: string
  /** Each in a block of its own, from this one on. */
  acts: NativeAct[]
  firstBlock?: number
  isPaused?: boolean
  /** Roles whose administrator is another role than the administrator's. */
  admins?: Partial<Record<Role, 'KEEPER_ROLE'>>
}

export interface NativeWorld {
  /** By lower-case address. */
  natives?: Record<string, NativeSpec>
  /** The maximum number of blocks in one call. */
  maxBlocks?: number
}

const events = parseAbi([
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  'event LastAdminRenounced(address account)',
  'event PolicyUpdated(bytes32 policy, uint64 previous, uint64 current)',
])

export const toRole = (name: string): Hex =>
  name === 'DEFAULT_ADMIN_ROLE' ? `0x${'0'.repeat(64)}` : keccak256(stringToHex(name))

const sender = `0x${'5'.repeat(40)}` as const

export function toNativeLog(act: NativeAct): { topics: Hex[]; data: Hex } {
  const grantTopics = (eventName: 'RoleGranted' | 'RoleRevoked', role: string, account: string) =>
    encodeEventTopics({
      abi: events,
      eventName,
      args: { role: toRole(role), account: account as Hex, sender },
    }) as Hex[]
  if ('grant' in act) return { topics: grantTopics('RoleGranted', act.grant, act.to), data: '0x' }
  if ('revoke' in act) return { topics: grantTopics('RoleRevoked', act.revoke, act.from), data: '0x' }
  if ('lastAdmin' in act) {
    const topics = encodeEventTopics({ abi: events, eventName: 'LastAdminRenounced' }) as Hex[]
    return { topics, data: pad(act.lastAdmin as Hex) }
  }
  const values = [keccak256(stringToHex(act.policy)), 0n, act.id] as const
  return {
    topics: encodeEventTopics({ abi: events, eventName: 'PolicyUpdated' }) as Hex[],
    data: encodeAbiParameters(parseAbiParameters('bytes32, uint64, uint64'), values),
  }
}

/** As the token itself keeps its roles. */
export function hasRole(acts: NativeAct[], role: string, account: string): boolean {
  let isHeld = false
  for (const act of acts) {
    if ('grant' in act && toRole(act.grant) === role && act.to === account) isHeld = true
    if ('revoke' in act && toRole(act.revoke) === role && act.from === account) isHeld = false
    if ('lastAdmin' in act && role === toRole('DEFAULT_ADMIN_ROLE')) isHeld = false
  }
  return isHeld
}

const selectors = Object.fromEntries(
  ['name()', 'symbol()', 'hasRole(bytes32,address)', 'getRoleAdmin(bytes32)', 'isPaused(uint8)'].map((signature) => [
    toFunctionSelector(signature),
    signature.slice(0, signature.indexOf('(')),
  ]),
)

const toText = (text: string) => encodeAbiParameters(parseAbiParameters('string'), [text])
const toFlag = (is: boolean) => numberToHex(is ? 1 : 0, { size: 32 })

/** The response to a call of a token of the chain itself; undefined: another contract is called. */
export function answerNativeCall(
  { natives }: NativeWorld,
  { to = '', data }: { to?: string; data: Hex },
): object | undefined {
  const spec = natives?.[to.toLowerCase()]
  if (!spec) return undefined
  const role = `0x${data.slice(10, 74)}`
  const answers: Record<string, () => Hex> = {
    name: () => toText(spec.name),
    symbol: () => toText(spec.symbol),
    hasRole: () => toFlag(hasRole(spec.acts, role, `0x${data.slice(98, 138)}`)),
    getRoleAdmin: () => {
      const admin = Object.entries(spec.admins ?? {}).find(([name]) => toRole(name) === role)
      return toRole(admin?.[1] ?? 'DEFAULT_ADMIN_ROLE')
    },
    isPaused: () => toFlag(spec.isPaused ?? false),
  }
  const answer = answers[selectors[data.slice(0, 10)] ?? '']
  return answer ? { result: answer() } : { error: { code: 3, message: 'execution reverted' } }
}

export function answerNativeLogs({ natives = {}, maxBlocks = Infinity }: NativeWorld, filter: unknown): object {
  const { address, topics, fromBlock, toBlock } = filter as Record<'address' | 'fromBlock' | 'toBlock', Hex> & {
    topics: [Hex[]]
  }
  const [from, to] = [Number(fromBlock), Number(toBlock)]
  if (to - from + 1 > maxBlocks) return { error: { code: -32602, message: `Block range limit exceeded: ${maxBlocks}` } }
  const spec = natives[address]
  const logs = (spec?.acts ?? []).map((act, index) => ({
    address,
    ...toNativeLog(act),
    blockNumber: numberToHex((spec?.firstBlock ?? 0x100) + index),
    logIndex: numberToHex(index),
    transactionHash: keccak256(numberToHex(index)),
  }))
  const wanted = logs.filter(({ topics: [event = '0x'], blockNumber }) => {
    const block = Number(blockNumber)
    return topics[0].includes(event) && block >= from && block <= to
  })
  return { result: wanted }
}
