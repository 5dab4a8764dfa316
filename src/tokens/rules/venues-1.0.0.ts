/** A launchpad's contract whose event names the token and its creator. All hex is lower-case. */
export interface Factory {
  venue: string
  contract: string
  /** Topic 0 of the event. */
  event: string
  /** Where the token's address stands: a topic, or a word of the data. */
  token: { topic: number } | { word: number }
  /** The topics that name the creator. */
  creators: number[]
  /** It sells its tokens on a curve first, of which market data may show nothing. */
  hasCurve: boolean
  /** The name under which it is kept how far it was read; unset: that of the venue. */
  source?: string
}

/** A launchpad's contract of whose tokens a function names the creator, since none of its events is known to do so. */
export interface Maker {
  venue: string
  contract: string
  /** The function's name and selector; it belongs to the token, or to the contract, which is then asked about the token. */
  getter: { name: string; selector: string; of: 'token' | 'contract' }
  /** Its events name wallets in their topics. */
  isIndexed: boolean
  /** Topic 0 of the event by which the creation of a token (topic 1) is told; null: none is known. */
  announcement: string | null
  /** It stands before the name that the creator gave. */
  namePrefix: string
  hasCurve: boolean
  /** Topic 0 of the event by which a token (topic 1) is replaced by another (first word of the data); null: none is. */
  graduation: string | null
}

/** The launchpads of a chain. */
export interface Venues {
  /** Those that are read by their events. */
  factories: Factory[]
  makers: Maker[]
  /** Their contracts and those of venues without such an event, in lower case: they remove liquidity by rules of their own. */
  contracts: ReadonlySet<string>
}

interface Extra {
  venue: string
  contract: string
  naming: Pick<Factory, 'event' | 'token' | 'creators' | 'hasCurve'> | null
  source: string
}

/** The built-in launchpads of a chain together with the operator's. */
export function listVenues(chainId: number, extra: readonly Extra[]): Venues {
  const own = factories[chainId] ?? []
  const added = extra.flatMap(({ venue, contract, naming, source }) =>
    naming && !own.some((one) => one.contract === contract && one.event === naming.event)
      ? [{ venue, contract, ...naming, source }]
      : [],
  )
  const known = makers[chainId] ?? []
  const contracts = [...own, ...known, ...extra].map(({ contract }) => contract)
  return {
    factories: [...own, ...added],
    makers: known,
    contracts: new Set([...contracts, ...(others[chainId] ?? [])]),
  }
}

/** Factories on Base, read by `outcome-rules@1.0.0`. Sources: github.com/clanker-devco/v4-contracts, docs.zora.co. */
const factories: Record<number, Factory[] | undefined> = {
  8453: [
    {
      venue: 'clanker',
      contract: '0xe85a59c628f7d27878aceb4bf3b35733630083a9',
      event: '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67',
      token: { topic: 1 },
      creators: [2],
      hasCurve: false,
    },
    {
      venue: 'zora',
      contract: '0x777777751622c0d3258f214f9df38e35bf45baf3',
      event: '0x2de436107c2096e039c98bbcc3c5a2560583738ce15c234557eecb4d3221aa81',
      token: { word: 4 },
      creators: [1, 2],
      hasCurve: false,
    },
  ],
}

const originalAdmin = { name: 'originalAdmin', selector: '0x1c7b2ff4', of: 'token' } as const

/** Clanker v3.1 and v3.0, and version 1 of Virtuals, which gives a graduated token a new contract. */
const makers: Record<number, Maker[] | undefined> = {
  8453: [
    {
      venue: 'clanker-v3.1',
      contract: '0x2a787b2362021cc3eea3c24c4748a6cd5b687382',
      getter: originalAdmin,
      isIndexed: true,
      announcement: null,
      namePrefix: '',
      hasCurve: false,
      graduation: null,
    },
    {
      venue: 'clanker-v3.0',
      contract: '0x375c15db32d28cecdcab5c03ab889bf15cbd2c5e',
      getter: originalAdmin,
      isIndexed: true,
      announcement: null,
      namePrefix: '',
      hasCurve: false,
      graduation: null,
    },
    {
      venue: 'virtuals',
      contract: '0xf66dea7b3e897cd44a5a231c61b6b4423d613259',
      getter: { name: 'tokenInfo', selector: '0xf5dab711', of: 'contract' },
      isIndexed: false,
      // Launched(address,address,uint256): github.com/Virtual-Protocol/protocol-contracts, contracts/fun/Bonding.sol
      announcement: '0x714aa39317ad9a7a7a99db52b44490da5d068a0b2710fffb1a1282ad3cadae1f',
      namePrefix: 'fun ',
      hasCurve: true,
      graduation: '0x381d54fa425631e6266af114239150fae1d5db67bb65b4fa9ecc65013107e07e',
    },
  ],
}

/** The text that a launchpad puts before the names of its tokens. */
export const findNamePrefix = (chainId: number, venue: string | null): string =>
  makers[chainId]?.find((maker) => maker.venue === venue)?.namePrefix ?? ''

/** Contracts of launchpads whose events name no creator: the position managers of Flaunch. */
const others: Record<number, string[] | undefined> = {
  8453: ['0x51bba15255406cfe7099a42183302640ba7dafdc', '0xf785bb58059fab6fb19bdda2cb9078d9e546efdc'],
}

/** ERC-4337's EntryPoints 0.6 to 0.9, the same on every chain. */
export const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
])

export const userOperationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
export const beforeExecutionTopic = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
