import { isZeroAddress } from '../../../contract/address.ts'
import { getWord } from '../../platform/abi-words.ts'
import type { CreationReceipt } from '../../providers/chain/creation-receipt.ts'
import { toAddress } from './proofs-1.0.0.ts'
import type { Venues } from './venues-1.0.0.ts'

/** An address in a log: in a topic, in a word of the data, or in a field of a tuple whose offset is in a word. */
type Place = { topic: number } | { word: number } | { tuple: { word: number; field: number } }

interface Announcement {
  /** By chain, in lower case. */
  contracts: Record<number, string[] | undefined>
  /** Topic 0. */
  event: string
  token: Place
  /** `getter`: the contract's function that returns the creator first; `nobody`: such tokens have no creator. */
  creator: Place | { getter: string } | 'nobody'
}

const clanker4 = '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67'
const clanker1 = '0x0e9d60e5c5597233717659e7b39411e0a61e7177252521b9c6f515f75f6fef01'
const zora = { 8453: ['0x777777751622c0d3258f214f9df38e35bf45baf3'] }
const flaunch = {
  1: ['0x5cf8e499c7c466c7e2cf127bdf129f57151e65dc'],
  4663: ['0x5cf8e499c7c466c7e2cf127bdf129f57151e65dc', '0x588c683ecc450f8b2aadb13d7f63792b840425dc'],
  8453: [
    '0x51bba15255406cfe7099a42183302640ba7dafdc',
    '0xf785bb58059fab6fb19bdda2cb9078d9e546efdc',
    '0xb903b0ab7bcee8f5e4d8c9b10a71aac7135d6fdc',
    '0x23321f11a6d44fd1ab790044fdfde5758c902fdc',
    '0x588c683ecc450f8b2aadb13d7f63792b840425dc',
  ],
}

/**
 * The creator of a token by its launchpad. Sources: the contracts of Clanker (github.com/clanker-devco), Zora
 * (docs.zora.co), Virtuals (github.com/Virtual-Protocol/protocol-contracts), Flaunch (github.com/flayerlabs), Streme, Flap
 * (docs.flap.sh), Four.meme and Bags.
 */
const announcements: Announcement[] = [
  {
    contracts: {
      1: ['0x6c8599779b03b00aaae63c6378830919abb75473'],
      56: ['0xea30438e0b5f99096cb05a8da63be55a6a298f6a'],
      4663: ['0xd3f2cc1731b7fd17f28798835c2e02f0a1839a94', '0x960d2d412ed19dad39037d2334891aebd660a32e'],
      8453: ['0xe85a59c628f7d27878aceb4bf3b35733630083a9', '0xad6f6a5e5d37870d7325ca663644020fe67a042f'],
    },
    event: clanker4,
    token: { topic: 1 },
    creator: { topic: 2 },
  },
  {
    contracts: { 8453: ['0x2a787b2362021cc3eea3c24c4748a6cd5b687382'] },
    event: '0x6b04d68ca5c822b9c981d731c83ecb1356b96c8596c7659d397d234856a4537b',
    token: { topic: 1 },
    creator: { topic: 2 },
  },
  {
    // Clanker v3.0 and Streme
    contracts: { 8453: ['0x375c15db32d28cecdcab5c03ab889bf15cbd2c5e', '0xf77bd45dadd933e6b9eb41226a4cef018e75597c'] },
    event: '0x8df367d10c042c43a79f6842addf298c4b250b4cb2145cae311c9ba110ff8e17',
    token: { word: 0 },
    creator: { word: 2 },
  },
  {
    contracts: { 8453: ['0x9b84fce5dcd9a38d2d01d5d72373f6b6b067c3e1', '0x732560fa1d1a76350b1a500155ba978031b53833'] },
    event: clanker1,
    token: { word: 0 },
    creator: { word: 2 },
  },
  // payoutRecipient; the caller may be an operator.
  ...[
    '0x3d1462491f7fa8396808c230d95c3fa60fd09ef59506d0b9bd1cf072d2a03f56',
    '0x2de436107c2096e039c98bbcc3c5a2560583738ce15c234557eecb4d3221aa81',
    '0x74b670d628e152daa36ca95dda7cb0002d6ea7a37b55afe4593db7abd1515781',
  ].map((event): Announcement => ({ contracts: zora, event, token: { word: 4 }, creator: { topic: 2 } })),
  {
    // Trend coins
    contracts: zora,
    event: '0xfb9e81c36dd4134d4eb5055e20d3238cb29a63daef0dd0f8b0f131da85891959',
    token: { word: 1 },
    creator: 'nobody',
  },
  {
    contracts: { 8453: ['0xf66dea7b3e897cd44a5a231c61b6b4423d613259'] },
    event: '0x714aa39317ad9a7a7a99db52b44490da5d068a0b2710fffb1a1282ad3cadae1f',
    token: { topic: 1 },
    creator: { getter: '0xf5dab711' },
  },
  {
    contracts: {
      8453: [
        '0xc3538ddd84619e761b4c03caf2f785f79889958d',
        '0xacb04ab3a1076f4e38de1bac1e19e1c60ff343aa',
        '0xa31bd6a0edbc4da307b8fa92bd6cf39e0fae262c',
      ],
    },
    event: '0xac073481b1bc4233bf4afdfbb03f87ea97b0bb2c0305808d5614c824afb4e8b0',
    token: { topic: 1 },
    creator: { getter: '0xf5dab711' },
  },
  {
    contracts: {
      4663: ['0xd4ccbfa37e2f35611b3042e4096ad7a3459bd007'],
      8453: ['0x1a540088125d00dd3990f9da45ca0859af4d3b01'],
    },
    event: '0xb9ee8aa6d909a3efd0bf1b0bc2bde7f998f7ad30178b0d45f9227f5382cebc8f',
    token: { topic: 1 },
    creator: { getter: '0xf5dab711' },
  },
  ...(
    [
      ['0xe9a023154a0e1bd430ba68aafea07b09c78a0e5406c3696fb3c0dd631fa53b64', 5],
      ['0x54976b48704e67457d6a85a2db51d6e760bbeddf6151f9206512108adce80b42', 6],
      ['0x88f75d7341103964abd68b657439ace486e110bfda589da9374fe9d69213c7c8', 4],
    ] as const
  ).map(([event, field]): Announcement => ({
    contracts: flaunch,
    event,
    token: { word: 0 },
    creator: { tuple: { word: 5, field } },
  })),
  {
    contracts: {
      56: ['0xe2ce6ab80874fa9fa2aae65d277dd6b8e65c9de0'],
      4663: ['0x26605f322f7ff986f381bb9a6e3f5dab0beaeb09'],
      8453: ['0x0000bc1c4fd15dd79029af8f5d77d68ae4490000'],
    },
    event: '0x504e7f360b2e5fe33cbaaae4c593bc55305328341bf79009e43e0e3b7f699603',
    token: { word: 3 },
    creator: { word: 1 },
  },
  {
    contracts: { 56: ['0x5c952063c7fc8610ffdb798152d69f0b9550762b'] },
    event: '0x396d5e902b675b032348d3d2e9517ee8f0c4a926603fbc075d3d282ff00cad20',
    token: { word: 1 },
    creator: { word: 0 },
  },
  {
    contracts: { 4663: ['0xe8cc4431adf8b5a847c113ef0c6af9043219cb37', '0x46ad6f53a3c26c8027826e2104cf0595b7b24d40'] },
    event: '0x643b3b606052cbadac2f906ad0b462da99eda2a1d4f824d315d7f6edd3e4cced',
    token: { topic: 1 },
    creator: { topic: 3 },
  },
]

/** Flap's VaultPortals launch for other wallets, and its event may name them as the creators. */
const relays = new Set([
  '0x00003877386745d059d92fa39159595bdabf0000',
  '0x90497450f2a706f1951b5bdda52b4e5d16f34c06',
  '0xe9f7ab7de8fb8756acbb6a1cd13316a43308197b',
])

export type NamedCreator =
  { address: string } | { getter: { selector: string; of: 'contract' }; contract: string } | 'nobody'

interface Creation {
  receipt: Pick<CreationReceipt, 'logs'>
  /** Lower case. */
  token: string
  chainId: number
  /** The operator's launchpads; of several creators the last counts, as for Zora. */
  factories: Venues['factories']
}

/** Whom the launchpad that made the token names as its creator; null: none is known to have made it. */
export function findNamedCreator({ receipt, token, chainId, factories }: Creation): NamedCreator | null {
  const known = [...announcements, ...factories.map((factory) => toAnnouncement(factory, chainId))]
  for (const log of receipt.logs)
    for (const { contracts, event, token: place, creator } of known) {
      if (log.topics[0] !== event || !contracts[chainId]?.includes(log.address) || findAddress(log, place) !== token)
        continue
      if (creator === 'nobody') return creator
      if ('getter' in creator) return { getter: { selector: creator.getter, of: 'contract' }, contract: log.address }
      const address = findAddress(log, creator)
      if (address !== null && !relays.has(address)) return { address }
    }
  return null
}

const toAnnouncement = ({ contract, event, token, creators }: Venues['factories'][number], chainId: number) => ({
  contracts: { [chainId]: [contract] },
  event,
  token,
  creator: { topic: creators.at(-1) ?? 0 },
})

/** Contracts that make tokens for others: a token's creator is never one of them. */
export const isLaunchpad = (address: string, venues: Pick<Venues, 'contracts'>): boolean =>
  venues.contracts.has(address) ||
  relays.has(address) ||
  announcements.some(({ contracts }) => Object.values(contracts).some((list) => list?.includes(address)))

type Log = CreationReceipt['logs'][number]

function findAddress({ topics, data }: Log, place: Place): string | null {
  const address = toAddress('topic' in place ? topics[place.topic] : getWord(data, findWord(data, place)))
  return address === undefined || isZeroAddress(address) ? null : address
}

/** A word that doesn't exist where the offset of a tuple is odd. */
function findWord(data: string, place: { word: number } | { tuple: { word: number; field: number } }): number {
  if ('word' in place) return place.word
  const offset = Number(getWord(data, place.tuple.word) ?? Number.NaN)
  return offset % 32 === 0 ? offset / 32 + place.tuple.field : Infinity
}
