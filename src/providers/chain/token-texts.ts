import { getWord } from '../../platform/abi-words.ts'
import { asRequestFault } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { callContract, readText, toAddress } from './call-contract.ts'
import { type AskNode, createChainNode, requireChainId } from './chain-node.ts'
import { findNativeKind } from '../token-risk/native-token.ts'
import { askCode, askNames } from './creations.ts'

/** What a token's contract says about itself, in its own words. Everything is untrusted. */
export interface TokenTexts {
  name: string | null
  symbol: string | null
  /** False: the address has no code, and no precompile answers for it. */
  isContract: boolean
  /** Texts by the function that returned them, in order of preference. */
  texts: { from: TextGetter; text: string }[]
  /** What a launchpad's own contract says about the token; null: it doesn't know it. */
  launchpad: LaunchpadTexts | null
}

interface LaunchpadTexts {
  description: string | null
  image: string | null
  twitter: string | null
  telegram: string | null
  website: string | null
}

/**
 * ERC-7572; Zora, Flaunch and Doppler; Flap; Clanker v3.1 and v4; Clanker v3.0; Clanker v3.1 and v4, as a JSON text.
 */
const textGetters = {
  contractURI: '0xe8a3d485',
  tokenURI: '0x3c130d90',
  metaURI: '0x67605787',
  imageUrl: '0xaba83150',
  image: '0xf3ccaac0',
  metadata: '0x392f37e9',
} as const
export type TextGetter = keyof typeof textGetters

/** Contracts of Virtuals with the function tokenInfo(address), newest first. */
const bondingContracts: Record<number, string[] | undefined> = {
  8453: [
    '0x1a540088125d00dd3990f9da45ca0859af4d3b01',
    '0xa31bd6a0edbc4da307b8fa92bd6cf39e0fae262c',
    '0xacb04ab3a1076f4e38de1bac1e19e1c60ff343aa',
    '0xc3538ddd84619e761b4c03caf2f785f79889958d',
    '0xf66dea7b3e897cd44a5a231c61b6b4423d613259',
  ],
  4663: ['0xd4ccbfa37e2f35611b3042e4096ad7a3459bd007'],
}
const tokenInfo = '0xf5dab711'

/** Enough to read 64 kB of storage, or to encode a few as base64; one call takes the node about 10 ms. */
const textGas = '0x989680'
const maxTextBytes = 65_536

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

export type ReadTokenTexts = (token: string, signal: AbortSignal) => Promise<TokenTexts>

/** Throws `UpstreamError` ('chain') or the signal's reason. */
export function createReadTokenTexts({ url, chainId, timeoutMs, guard }: Options): ReadTokenTexts {
  const ask = createChainNode({ url, timeoutMs })
  let isChecked = false
  const read = async (token: string, signal: AbortSignal): Promise<TokenTexts> => {
    if (!isChecked) await requireChainId(ask, chainId, signal)
    isChecked = true
    return asRequestFault(askTexts(ask, { token, chainId }, signal))
  }
  return (token, signal) => guard.run((signal) => read(token, signal), signal)
}

async function askTexts(
  ask: AskNode,
  { token, chainId }: { token: string; chainId: number },
  signal: AbortSignal,
): Promise<TokenTexts> {
  const names = await askNames(ask, token, signal)
  const isNamed = names.name !== null || names.symbol !== null
  const mayLackCode = isNamed || findNativeKind(token) !== null
  if (!mayLackCode && (await askCode(ask, { address: token, block: 'latest' }, signal)) === '0x')
    return { ...names, isContract: false, texts: [], launchpad: null }
  const found = await Promise.all(
    Object.entries(textGetters).map(async ([from, data]) => {
      const bytes = await callContract(ask, { to: token, data, gas: textGas }, signal)
      return { from: from as TextGetter, text: bytes && readText(bytes, { word: 0, maxBytes: maxTextBytes })?.trim() }
    }),
  )
  const texts = found.flatMap(({ from, text }) => (text ? [{ from, text }] : []))
  const launchpad = texts.length > 0 ? null : await askLaunchpads(ask, { token, chainId }, signal)
  return { ...names, isContract: true, texts, launchpad }
}

/** One contract after another, because nearly all tokens are of the newest. */
async function askLaunchpads(
  ask: AskNode,
  { token, chainId }: { token: string; chainId: number },
  signal: AbortSignal,
): Promise<LaunchpadTexts | null> {
  for (const contract of bondingContracts[chainId] ?? []) {
    const data = tokenInfo + token.slice(2).padStart(64, '0')
    const info = await callContract(ask, { to: contract, data, gas: textGas }, signal)
    if (info !== null && toAddress(getWord(info, 0)) !== null) return readTokenInfo(info)
  }
  return null
}

/** The struct begins with four addresses and one of numbers; the list in it isn't returned. */
function readTokenInfo(info: string): LaunchpadTexts {
  const textAt = (word: number) => readText(info, { word, maxBytes: maxTextBytes })?.trim() || null
  return {
    description: textAt(5),
    image: textAt(6),
    twitter: textAt(7),
    telegram: textAt(8),
    website: textAt(10),
  }
}
