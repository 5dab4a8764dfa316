import { join } from 'node:path'
import { type AbiEvent, type AbiParameter, type Hex, encodeAbiParameters, parseAbiItem, toEventSelector } from 'viem'
import { type Launchpad, listLaunchpads, readLaunchpadFiles } from '../../../src/providers/launchpads/launchpads.ts'

/** The four chains of the history. */
export type HistoryChain = 1 | 56 | 4663 | 8453

/** How one kind of launch looks on one chain. */
export interface LaunchForm {
  launchpad: string
  chainId: HistoryChain
  /** Lower case, like all addresses here. */
  factory: string
  /** The first block in which the factory is there. */
  startBlock: bigint
  /** Launches for others: the event names it, and the sender of the transaction is the creator. */
  relay: string | null
  topic0: Hex
  /** Who the creator is: whom the event names, a function of the factory, the sender of the transaction, or nobody. */
  creator: 'event' | 'getter' | 'sender' | 'nobody'
  encode: (values: EventValues) => { topics: Hex[]; data: Hex }
  /** How often it is chosen among those of its chain. */
  weight: number
}

export interface EventValues {
  token: string
  /** Whom the event names. */
  creator: string
  sender: string
  name: string
  symbol: string
  /** Fills whatever says nothing about the launch: an address of this launch. */
  fill: (index: number) => string
}

interface Spec {
  launchpad: string
  chains: HistoryChain[]
  /** As the contract declares it; `token`, `creator`, `sender`, `name` and `symbol` are filled with those of the launch. */
  event: string
  creator?: LaunchForm['creator']
  weight?: number
}

const clankerV4 =
  'event TokenCreated(address sender, address indexed token, address indexed creator, string tokenImage, string name, string symbol, string tokenMetadata, string tokenContext, int24 startingTick, address poolHook, bytes32 poolId, address pairedToken, address locker, address mevModule, uint256 extensionsSupply, address[] extensions)'
const poolKey = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey'
const zoraV4 = `address indexed sender, address indexed creator, address indexed platformReferrer, address currency, string uri, string name, string symbol, address token, ${poolKey}, bytes32 poolKeyHash, string version`
const flaunch = (numbers: string) =>
  `event PoolCreated(bytes32 indexed poolId, address token, address treasury, uint256 tokenId, bool currencyFlipped, uint256 flaunchFee, (string name, string symbol, string tokenUri, ${numbers}, address creator, uint24 creatorFeeAllocation, uint256 flaunchAt, bytes initialPriceParams, bytes feeCalculatorParams) params)`

/** Declared by the sources of the contracts, not by the files of launchpads/, which a test compares with them. */
const specs: Spec[] = [
  { launchpad: 'clanker-v4', chains: [8453], event: clankerV4, weight: 12 },
  { launchpad: 'clanker-v4', chains: [1, 56, 4663], event: clankerV4 },
  {
    launchpad: 'clanker-v3.1',
    chains: [8453],
    event:
      'event TokenCreated(address indexed token, address indexed creator, address indexed interfaceAdmin, address creatorRewardRecipient, address interfaceRewardRecipient, uint256 positionId, string name, string symbol, int24 startingTick, string metadata, uint256 amountTokensBought, uint256 vaultDuration, uint8 vaultPercentage, address sender)',
  },
  {
    launchpad: 'clanker-v3.0',
    chains: [8453],
    event:
      'event TokenCreated(address token, uint256 positionId, address creator, uint256 fid, string name, string symbol, uint256 supply, string castHash)',
  },
  {
    launchpad: 'zora',
    chains: [8453],
    event:
      'event CoinCreated(address indexed sender, address indexed creator, address indexed platformReferrer, address currency, string uri, string name, string symbol, address token, address pool, string version)',
  },
  { launchpad: 'zora', chains: [8453], event: `event CoinCreatedV4(${zoraV4})`, weight: 8 },
  { launchpad: 'zora', chains: [8453], event: `event CreatorCoinCreated(${zoraV4})`, weight: 2 },
  {
    launchpad: 'zora',
    chains: [8453],
    event: `event TrendCoinCreated(address indexed sender, string symbol, address token, ${poolKey}, bytes32 poolKeyHash, bytes poolConfig, string version)`,
    creator: 'nobody',
    weight: 0,
  },
  {
    launchpad: 'virtuals-v1',
    chains: [8453],
    event: 'event Launched(address indexed token, address indexed pair, uint256 count)',
    creator: 'getter',
  },
  {
    launchpad: 'virtuals-v5',
    chains: [8453, 4663],
    event:
      'event PreLaunched(address indexed token, address indexed pair, uint256 virtualId, uint256 initialPurchase, (uint8 launchMode, uint16 airdropBips, bool needAcf, uint8 antiSniperTaxType, bool isProject60days) launchParams)',
    creator: 'getter',
    weight: 2,
  },
  { launchpad: 'flaunch', chains: [8453], event: flaunch('uint256 initialTokenFairLaunch, uint256 premineAmount') },
  { launchpad: 'flaunch', chains: [1, 8453, 4663], event: flaunch('uint256 premineAmount') },
  {
    launchpad: 'flaunch',
    chains: [8453],
    event: flaunch('uint256 initialTokenFairLaunch, uint256 fairLaunchDuration, uint256 premineAmount'),
  },
  {
    launchpad: 'doppler',
    chains: [1, 8453, 4663],
    event: 'event Create(address token, address indexed numeraire, address initializer, address poolOrHook)',
    creator: 'sender',
    weight: 2,
  },
  {
    launchpad: 'fourmeme',
    chains: [56],
    event:
      'event TokenCreate(address creator, address token, uint256 requestId, string name, string symbol, uint256 totalSupply, uint256 launchTime, uint256 launchFee)',
    weight: 8,
  },
  {
    launchpad: 'flap',
    chains: [56, 4663, 8453],
    event:
      'event TokenCreated(uint256 ts, address creator, uint256 nonce, address token, string name, string symbol, string meta)',
    weight: 6,
  },
  {
    launchpad: 'pools-trade',
    chains: [1, 8453, 4663],
    event: 'event TokenCreated(address indexed token)',
    creator: 'sender',
    weight: 3,
  },
  {
    launchpad: 'streme',
    chains: [8453],
    event:
      'event TokenCreated(address token, uint256 positionId, address creator, uint256 fid, string name, string symbol, uint256 supply, string castHash)',
  },
  {
    launchpad: 'b20',
    chains: [8453],
    event:
      'event B20Created(address indexed token, uint8 indexed variant, string name, string symbol, uint8 decimals, bytes params)',
    creator: 'sender',
  },
  {
    launchpad: 'bags-evm',
    chains: [4663],
    event:
      'event TokenCreated(address indexed token, address indexed curve, address indexed creator, address feeShare, address partner, bytes32 poolId, string name, string symbol, string metadataURI)',
  },
  {
    launchpad: 'pons-v1',
    chains: [4663],
    event:
      'event TokenLaunched(address indexed token, address indexed creator, address indexed dexFactory, address pairToken, address pool, uint256 dexId, uint256 launchConfigId, uint256 positionId, uint256 restrictionsEndBlock, uint256 initialBuyAmount)',
  },
  {
    launchpad: 'pons-v2',
    chains: [4663],
    event:
      'event TokenLaunched(address indexed token, address indexed curve, address indexed creator, address pairToken, uint256 launchConfigId, uint256 graduationThreshold)',
    weight: 6,
  },
  {
    launchpad: 'hoodpump',
    chains: [4663],
    event:
      'event LaunchCreated(uint256 indexed id, address indexed token, address indexed creator, address curve, uint256 a, uint256 b, uint256 c, string name, string symbol)',
  },
  {
    launchpad: 'hoodfun',
    chains: [4663],
    event:
      'event TokenCreated(address indexed token, address indexed creator, string name, string symbol, string uri, uint256 a, uint256 b)',
  },
  {
    launchpad: 'trench',
    chains: [1, 4663],
    event: 'event TokenCreated(address token, address creator, uint8 kind, uint8 version, bytes params, uint256 at)',
    weight: 2,
  },
  {
    launchpad: 'robinlaunch',
    chains: [4663],
    event:
      'event TokenCreated(address indexed creator, address indexed token, address curve, string name, string symbol, string uri, uint256 at)',
  },
  {
    launchpad: 'robinpad',
    chains: [4663],
    event: 'event TokenCreated(address indexed token, address indexed creator, address pair, uint256 at)',
  },
]

const folder = join(import.meta.dirname, '../../../launchpads')

/** Every form, with the contracts of the launchpad files. */
export function listLaunchForms(): LaunchForm[] {
  const files = readLaunchpadFiles([folder])
  return specs.flatMap((spec) =>
    spec.chains.map((chainId) => {
      const known = listLaunchpads(files, chainId).find(({ id }) => id === spec.launchpad)
      if (!known) throw new Error(`launchpads/ has no ${spec.launchpad} on chain ${chainId}`)
      return toForm(spec, chainId, known)
    }),
  )
}

function toForm(spec: Spec, chainId: HistoryChain, { contracts }: Launchpad): LaunchForm {
  const item = parseAbiItem(spec.event) as AbiEvent
  const topic0 = toEventSelector(item)
  const indexed = item.inputs.filter((input) => input.indexed === true)
  const inData = item.inputs.filter((input) => input.indexed !== true)
  const factory = contracts.find(({ role }) => role === 'factory')
  return {
    launchpad: spec.launchpad,
    chainId,
    factory: factory?.address ?? '',
    startBlock: BigInt(factory?.startBlock ?? 0),
    relay: contracts.find(({ role }) => role === 'relay')?.address ?? null,
    topic0,
    creator: spec.creator ?? 'event',
    weight: spec.weight ?? 1,
    encode: (values) => ({
      topics: [topic0, ...indexed.map((input, n) => encodeAbiParameters([input], [toValue(input, values, n)]))],
      data: encodeAbiParameters(
        inData,
        inData.map((input, n) => toValue(input, values, n + 3)),
      ),
    }),
  }
}

/** The launch's value for a parameter of this name, otherwise any value of its type. */
function toValue(input: AbiParameter, values: EventValues, index: number): unknown {
  const { name = '', type } = input
  if ('components' in input) return input.components.map((one, n) => toValue(one, values, index + n))
  if (type === 'address') return name in values ? values[name as 'token'] : values.fill(index)
  if (type === 'string') return name === 'name' || name === 'symbol' ? values[name] : toText(name)
  if (type === 'bool') return false
  if (type === 'bytes') return '0x'
  if (type === 'bytes32') return values.fill(index).padEnd(66, '0')
  if (type.endsWith('[]')) return []
  if (type === 'uint8') return 0
  return type.startsWith('int') ? -199_200 : toNumber(type, index)
}

const toText = (name: string): string => (/uri|meta|image/i.test(name) ? 'ipfs://bafybeib5launch' : '')

/** A number in small types and a big one in the others. */
const toNumber = (type: string, index: number): number | bigint =>
  /^uint(16|24|32)$/.test(type) ? 100 + index : 1_000_000_000_000_000n + BigInt(index)
