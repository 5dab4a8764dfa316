import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Environment } from '../../src/platform/env.ts'
import { createLaunchHistory, type LaunchHistory } from '../stand-ins/launches/launch-history.ts'
import { toExplorer, toMarket } from '../stand-ins/launches/launch-sources.ts'
import { startLaunchChains } from './launch-chains.ts'
import { startChain } from './local-chain.ts'
import type { ListedProvider } from './listed-provider.ts'
import { type Sample, lostBrolly, samples } from './samples.ts'
import { startGoplus } from '../stand-ins/goplus.ts'
import { heuristicModel, judgeByHeuristic } from '../stand-ins/heuristic-judge.ts'
import { startImageHost } from '../stand-ins/image-host.ts'
import { type Receiver, startReceiver } from '../stand-ins/receiver.ts'
import type { LocalChain } from '../stand-ins/eas.ts'
import { type MarketWorld, startMarket } from '../stand-ins/market.ts'
import { startModelServer } from '../stand-ins/model.ts'
import { type TxlistWorld, startTxlist } from '../stand-ins/txlist.ts'
import { weth, wethPool } from './weth.ts'

export interface World {
  /** The given environment, its gaps filled with stand-ins. */
  environment: Environment
  listedProviders: ListedProvider[]
  isJudgeStandIn: boolean
  isChainStandIn: boolean
  /** null: the chain is the environment's, or missing. */
  chain: LocalChain | null
  /** null: the environment brings its own. */
  market: MarketWorld | null
  /** The subscriber that receives webhooks, and the secret that signs them. */
  subscriber: Receiver & { secret: string }
  /** The submission with which a client would have the sample scored. */
  toSubmission: (sample: Sample) => Sample['submission'] & { imageUrl: string }
  toImageUrl: (file: string) => string
  close: () => Promise<void>
}

interface WorldOptions {
  /** More images for its host, by their file names. */
  pictures?: Record<string, Buffer>
  /** How long ago the local chain begins. */
  chainAgeMs?: number
}

/**
 * Starts a stand-in for each provider that the environment says nothing of, and the host of the samples' images. They know the
 * launch of the first request beside the scored ones.
 */
export async function startWorld(given: Environment, scored = samples, options: WorldOptions = {}): Promise<World> {
  const { pictures = {}, chainAgeMs = 0 } = options
  const cast = [...scored, lostBrolly]
  const history = createLaunchHistory({ cast: listHistories(cast) })
  const market: MarketWorld = { tokens: { [weth]: [wethPool] }, ...toMarket(history) }
  const [images, subscriber, chain, chains, ...asked] = await Promise.all([
    startImages(cast, pictures),
    startSubscriber(),
    startChain(given, chainAgeMs),
    startLaunchChains(given, history),
    ...[...providers, toMarketProvider(market)].map((provider) =>
      isMissing(provider, given) ? startStandIn(provider, { cast, history }) : takeGiven(provider, given),
    ),
  ])
  const all = [...asked, chain, chains, images, subscriber]
  const settings = { OUTBOUND_ALLOW: allowing(given, [images.host, subscriber.host]) }
  return {
    environment: {
      ...all.reduce((environment, { settings }) => ({ ...environment, ...settings }), given),
      ...settings,
    },
    listedProviders: all.map(({ listed }) => listed),
    isJudgeStandIn: all.some(({ listed: { role, isStandIn } }) => role === 'model' && isStandIn),
    isChainStandIn: chain.listed.isStandIn,
    chain: chain.chain,
    market: all.some(({ listed: { role, isStandIn } }) => role === 'market' && isStandIn) ? market : null,
    subscriber: subscriber.receiver,
    toSubmission: ({ submission, image }) => ({ ...submission, imageUrl: `${images.url}/${image}` }),
    toImageUrl: (file) => `${images.url}/${file}`,
    close: async () => {
      await Promise.all(all.map(({ close }) => close()))
    },
  }
}

/** What the stand-ins know. */
interface Known {
  cast: Sample[]
  history: LaunchHistory
}

interface Provider {
  role: string
  /** Any of them set: the environment brings its own. A group that is set by half is for the service to refuse. */
  variables: string[]
  startStandIn: (known: Known) => Promise<{ url: string; close: () => Promise<void> }>
  settingsFor: (url: string) => Environment
  givenAt: (environment: Environment) => string
  standInWords: string
  givenWords: (environment: Environment) => string
}

const providers: Provider[] = [
  {
    role: 'model',
    variables: ['MODEL_PROVIDER', 'MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_API_KEY'],
    startStandIn: async () => {
      const { baseUrl, close } = await startModelServer({ judge: judgeByHeuristic })
      return { url: baseUrl, close }
    },
    settingsFor: (url) => ({
      MODEL_PROVIDER: 'openai',
      MODEL_BASE_URL: url,
      MODEL_NAME: heuristicModel,
      MODEL_API_KEY: 'stand-in',
    }),
    givenAt: ({ MODEL_BASE_URL, MODEL_PROVIDER }) =>
      MODEL_BASE_URL ? getHost(MODEL_BASE_URL) : (MODEL_PROVIDER ?? ''),
    standInWords: 'a small heuristic, not a language model',
    givenWords: ({ MODEL_NAME }) => MODEL_NAME || 'a model without a name',
  },
  {
    role: 'chain data',
    variables: ['CREATOR_DATA_URL', 'CREATOR_DATA_KEY'],
    startStandIn: ({ cast, history }) => startTxlist(toExplorerWorld(listWallets(cast), history)),
    settingsFor: (url) => ({ CREATOR_DATA_URL: url }),
    givenAt: ({ CREATOR_DATA_URL }) => getHost(CREATOR_DATA_URL),
    standInWords: 'an explorer that knows the sample wallets and the launchers',
    givenWords: () => 'does not know the sample wallets',
  },
  {
    role: 'token risk',
    variables: ['TOKEN_RISK_URL', 'TOKEN_RISK_KEY'],
    startStandIn: ({ cast }) => startGoplus({ addresses: listSamples(cast), tokens: listTokens(cast) }),
    settingsFor: (url) => ({ TOKEN_RISK_URL: url }),
    givenAt: ({ TOKEN_RISK_URL }) => getHost(TOKEN_RISK_URL),
    standInWords: 'lists and reports made for the samples',
    givenWords: () => 'does not know the sample tokens',
  },
]

const marketProvider: Omit<Provider, 'startStandIn'> = {
  role: 'market',
  variables: ['MARKET_DATA_URL'],
  // the former variable is emptied, because a .env file may have it
  settingsFor: (url) => ({ MARKET_DATA_URL: url, CALLS_PER_MINUTE: 'market=100000', MARKET_DATA_PER_MINUTE: '' }),
  givenAt: ({ MARKET_DATA_URL }) => getHost(MARKET_DATA_URL),
  standInWords: 'pools of the launches that happen on the chain',
  givenWords: () => 'does not know the launches of the chain',
}

const toMarketProvider = (market: MarketWorld): Provider => ({
  ...marketProvider,
  startStandIn: () => startMarket(market),
})

const isMissing = ({ variables }: Pick<Provider, 'variables'>, given: Environment): boolean =>
  variables.every((name) => !given[name]?.trim())

/** The environment with a stand-in at `url` for each provider of which nothing is set, as `startWorld` sets them. */
export const fillGaps = (given: Environment, url: string): Environment =>
  [...providers, marketProvider]
    .filter((provider) => isMissing(provider, given))
    .reduce<Environment>((settings, { settingsFor }) => ({ ...settings, ...settingsFor(url) }), given)

const getHost = (url = ''): string => URL.parse(url)?.host || 'no URL'

interface Started {
  settings: Environment
  listed: ListedProvider
  close: () => Promise<void>
}

async function startStandIn(provider: Provider, known: Known): Promise<Started> {
  const { role, settingsFor, standInWords } = provider
  const { url, close } = await provider.startStandIn(known)
  const listed = { role, isStandIn: true, at: getHost(url), words: standInWords }
  return { settings: settingsFor(url), listed, close }
}

async function takeGiven({ role, givenAt, givenWords }: Provider, given: Environment): Promise<Started> {
  const listed = { role, isStandIn: false, at: givenAt(given), words: givenWords(given) }
  return { settings: {}, listed, close: async () => {} }
}

/** These speak plain http on this machine: they need the exemption of OUTBOUND_ALLOW. */
const allowing = ({ OUTBOUND_ALLOW }: Environment, hosts: string[]): string =>
  [OUTBOUND_ALLOW, ...hosts].filter(Boolean).join(',')

async function startImages(
  cast: Sample[],
  pictures: Record<string, Buffer>,
): Promise<Started & { url: string; host: string }> {
  const files = await Promise.all(cast.map(async ({ image }) => [`/${image}`, await readImage(image)] as const))
  const more = Object.entries(pictures).map(([file, bytes]) => [`/${file}`, bytes] as const)
  const images = Object.fromEntries([...files, ...more])
  // the port of the first request in README.md, if it is free
  const { url, port, close } = await startImageHost({ images, port: 8090 }).catch(() => startImageHost({ images }))
  const listed = { role: 'images', isStandIn: true, at: getHost(url), words: 'the sample images' }
  return { url, host: `127.0.0.1:${port}`, settings: {}, listed, close }
}

async function startSubscriber(): Promise<Started & { host: string; receiver: World['subscriber'] }> {
  const secret = randomBytes(32).toString('base64url')
  const receiver = await startReceiver({ secret })
  const { host, close } = receiver
  const listed = { role: 'subscriber', isStandIn: true, at: host, words: 'receives webhooks and verifies them' }
  return { host, receiver: { ...receiver, secret }, settings: {}, listed, close }
}

const readImage = (file: string): Promise<Buffer> => readFile(new URL(`../images/${file}`, import.meta.url))

const listWallets = (samples: Sample[]) =>
  Object.fromEntries(samples.flatMap(({ submission, wallet }) => (wallet ? [[getCreator(submission), wallet]] : [])))

const listHistories = (samples: Sample[]) =>
  samples.flatMap(({ submission, history }) => (history ? [{ ...history, address: getCreator(submission) }] : []))

/** The samples' wallets are as they say, on every chain. */
function toExplorerWorld(wallets: TxlistWorld['wallets'], history: LaunchHistory): TxlistWorld {
  const { findWallet, findCreation } = toExplorer(history)
  return {
    wallets,
    findWallet: (address, chainId) => (address in wallets ? undefined : findWallet?.(address, chainId)),
    ...(findCreation && { findCreation }),
  }
}

const listSamples = (samples: Sample[]) =>
  Object.fromEntries(samples.flatMap(({ submission, listed }) => (listed ? [[getCreator(submission), listed]] : [])))

const getCreator = ({ creatorAddress }: Sample['submission']) => creatorAddress.toLowerCase()

/** Every token that the samples' creators made, with that creator. */
const listTokens = (samples: Sample[]) =>
  Object.fromEntries(
    samples.flatMap(({ submission, tokens = {} }) =>
      Object.entries(tokens).map(([address, token]) => [
        address,
        { ...token, creator: getCreator(submission), name: submission.name, symbol: submission.symbol },
      ]),
    ),
  )
