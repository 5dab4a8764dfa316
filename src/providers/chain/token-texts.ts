import { getWord } from '../../platform/abi-words.ts'
import { asRequestFault } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import type { Launchpad, TextSource } from '../launchpads/launchpads.ts'
import { callContract, readText, toAddress } from './call-contract.ts'
import { type AskNode, createChainNode, createChainRun } from './chain-node.ts'
import { findNativeKind } from '../token-risk/native-token.ts'
import { askCode, askNames } from './creations.ts'

type TokenSource = Extract<TextSource, { of: 'token' }>

/** What a token's contract says about itself, in its own words. Everything is untrusted. */
export interface TokenTexts {
  name: string | null
  symbol: string | null
  /** False: the address has no code, and no precompile answers for it. */
  isContract: boolean
  /** Texts by the function that returned them, in order of preference. */
  texts: (Pick<TokenSource, 'name' | 'form'> & { text: string })[]
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

/** ERC-7572, and the function that many launchpads share. */
const standard: TokenSource[] = [
  { of: 'token', name: 'contractURI', selector: '0xe8a3d485', form: 'uri' },
  { of: 'token', name: 'tokenURI', selector: '0x3c130d90', form: 'uri' },
]
const forms: TokenSource['form'][] = ['uri', 'cid', 'image', 'json']

/** The functions of tokens on a chain, in order of preference. */
function listTokenSources(launchpads: Launchpad[]): TokenSource[] {
  const named = launchpads.flatMap(({ texts }) => texts).filter((source) => source.of === 'token')
  const sources = new Map([...standard, ...named].map((source) => [source.selector, source]))
  return [...sources.values()].toSorted((a, b) => forms.indexOf(a.form) - forms.indexOf(b.form))
}

/** The functions of launchpads that tell of a token, the newest contract first. */
const listContractSources = (launchpads: Launchpad[]) =>
  launchpads
    .flatMap(({ texts, contracts }) =>
      texts
        .filter((source) => source.of === 'contract')
        .flatMap((source) =>
          contracts.filter(({ role }) => role === 'factory').map(({ address }) => ({ ...source, address })),
        ),
    )
    .toReversed()

/** Enough to read 64 kB of storage, or to encode a few as base64; one call takes the node about 10 ms. */
const textGas = '0x989680'
const maxTextBytes = 65_536

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
  launchpads: Launchpad[]
}

export type ReadTokenTexts = (token: string, signal: AbortSignal) => Promise<TokenTexts>

/** Throws `UpstreamError` ('chain') or the signal's reason. */
export function createReadTokenTexts({ url, chainId, timeoutMs, guard, launchpads }: Options): ReadTokenTexts {
  const ask = createChainNode({ url, timeoutMs })
  const sources = { ofToken: listTokenSources(launchpads), ofContract: listContractSources(launchpads) }
  const run = createChainRun(ask, { chainId, guard })
  return (token, signal) => run((signal) => asRequestFault(askTexts(ask, { token, ...sources }, signal)), signal)
}

interface Asked {
  token: string
  ofToken: TokenSource[]
  ofContract: ReturnType<typeof listContractSources>
}

async function askTexts(ask: AskNode, { token, ofToken, ofContract }: Asked, signal: AbortSignal): Promise<TokenTexts> {
  const names = await askNames(ask, token, signal)
  const isNamed = names.name !== null || names.symbol !== null
  const mayLackCode = isNamed || findNativeKind(token) !== null
  if (!mayLackCode && (await askCode(ask, { address: token, block: 'latest' }, signal)) === '0x')
    return { ...names, isContract: false, texts: [], launchpad: null }
  const found = await Promise.all(
    ofToken.map(async ({ name, form, selector: data }) => {
      const bytes = await callContract(ask, { to: token, data, gas: textGas }, signal)
      return { name, form, text: bytes && readText(bytes, { word: 0, maxBytes: maxTextBytes })?.trim() }
    }),
  )
  const texts = found.flatMap(({ name, form, text }) => (text ? [{ name, form, text }] : []))
  const launchpad = texts.length > 0 ? null : await askLaunchpads(ask, { token, ofContract }, signal)
  return { ...names, isContract: true, texts, launchpad }
}

/** One contract after another, because nearly all tokens are of the newest. */
async function askLaunchpads(
  ask: AskNode,
  { token, ofContract }: Pick<Asked, 'token' | 'ofContract'>,
  signal: AbortSignal,
): Promise<LaunchpadTexts | null> {
  for (const { address: to, selector, words } of ofContract) {
    const data = selector + token.slice(2).padStart(64, '0')
    const info = await callContract(ask, { to, data, gas: textGas }, signal)
    // The creator comes first; of a token that it doesn't know there is none.
    if (info !== null && toAddress(getWord(info, 0)) !== null) return readInfo(info, words)
  }
  return null
}

function readInfo(info: string, words: ReturnType<typeof listContractSources>[number]['words']): LaunchpadTexts {
  const textAt = (word: number | undefined) =>
    word === undefined ? null : readText(info, { word, maxBytes: maxTextBytes })?.trim() || null
  return {
    description: textAt(words.description),
    image: textAt(words.image),
    twitter: textAt(words.twitter),
    telegram: textAt(words.telegram),
    website: textAt(words.website),
  }
}
