import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Environment } from '../src/platform/env.ts'
import { startChain } from './local-chain.ts'
import { type Sample, samples } from './samples.ts'
import { startGoplus } from './stand-ins/goplus.ts'
import { heuristicModel, judgeByHeuristic } from './stand-ins/heuristic-judge.ts'
import { startImageHost } from './stand-ins/image-host.ts'
import { type Receiver, startReceiver } from './stand-ins/receiver.ts'
import { startModelServer } from './stand-ins/model.ts'
import { startTxlist } from './stand-ins/txlist.ts'

/** Somebody outside whom the service asks. */
export interface Neighbour {
  role: string
  isStandIn: boolean
  /** Its host: paths and queries may hold keys. */
  at: string
  words: string
  /** This machine has none, and the demo goes on without. */
  isMissing?: boolean
}

export interface World {
  /** The given environment, its gaps filled with stand-ins. */
  environment: Environment
  neighbours: Neighbour[]
  isJudgeStandIn: boolean
  isChainStandIn: boolean
  /** Who takes webhooks, and what they are to be signed with. */
  subscriber: Receiver & { secret: string }
  /** What a client would send to have the sample scored. */
  submissionOf: (sample: Sample) => Sample['submission'] & { imageUrl: string }
  close: () => Promise<void>
}

/** Starts a stand-in for each provider that the environment says nothing of, and the host of the samples' pictures. */
export async function startWorld(given: Environment, cast = samples): Promise<World> {
  const [pictures, subscriber, chain, ...asked] = await Promise.all([
    startPictures(cast),
    startSubscriber(),
    startChain(given),
    ...providers.map((provider) =>
      isMissing(provider, given) ? startStandIn(provider, cast) : takeGiven(provider, given),
    ),
  ])
  const all = [...asked, chain, pictures, subscriber]
  const settings = { OUTBOUND_ALLOW: allowing(given, [pictures.host, subscriber.host]) }
  return {
    environment: {
      ...all.reduce((environment, { settings }) => ({ ...environment, ...settings }), given),
      ...settings,
    },
    neighbours: all.map(({ neighbour }) => neighbour),
    isJudgeStandIn: all.some(({ neighbour: { role, isStandIn } }) => role === 'model' && isStandIn),
    isChainStandIn: chain.neighbour.isStandIn,
    subscriber: subscriber.receiver,
    submissionOf: ({ submission, picture }) => ({ ...submission, imageUrl: `${pictures.url}/${picture}` }),
    close: async () => {
      await Promise.all(all.map(({ close }) => close()))
    },
  }
}

interface Provider {
  role: string
  /** Any of them set: the environment brings its own. A group that is set by half is for the service to refuse. */
  variables: string[]
  startStandIn: (cast: Sample[]) => Promise<{ url: string; close: () => Promise<void> }>
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
    givenAt: ({ MODEL_BASE_URL, MODEL_PROVIDER }) => (MODEL_BASE_URL ? hostOf(MODEL_BASE_URL) : (MODEL_PROVIDER ?? '')),
    standInWords: 'a small heuristic: what it says is no model’s verdict',
    givenWords: ({ MODEL_NAME }) => MODEL_NAME || 'a model without a name',
  },
  {
    role: 'chain data',
    variables: ['CREATOR_DATA_URL', 'CREATOR_DATA_KEY'],
    startStandIn: (cast) => startTxlist({ wallets: walletsOf(cast) }),
    settingsFor: (url) => ({ CREATOR_DATA_URL: url, CREATOR_DATA_CHAIN_PARAM: 'chainid' }),
    givenAt: ({ CREATOR_DATA_URL }) => hostOf(CREATOR_DATA_URL),
    standInWords: 'an explorer that knows the wallets of the samples',
    givenWords: () => 'which can’t know the wallets of the samples',
  },
  {
    role: 'token risk',
    variables: ['TOKEN_RISK_URL', 'TOKEN_RISK_KEY'],
    startStandIn: (cast) => startGoplus({ addresses: listedOf(cast), tokens: tokensOf(cast) }),
    settingsFor: (url) => ({ TOKEN_RISK_URL: url }),
    givenAt: ({ TOKEN_RISK_URL }) => hostOf(TOKEN_RISK_URL),
    standInWords: 'lists and reports that we wrote for the samples',
    givenWords: () => 'which can’t know the tokens of the samples',
  },
]

const isMissing = ({ variables }: Provider, given: Environment): boolean =>
  variables.every((name) => !given[name]?.trim())

const hostOf = (url = ''): string => URL.parse(url)?.host || 'no URL'

interface Started {
  settings: Environment
  neighbour: Neighbour
  close: () => Promise<void>
}

async function startStandIn(provider: Provider, cast: Sample[]): Promise<Started> {
  const { role, settingsFor, standInWords } = provider
  const { url, close } = await provider.startStandIn(cast)
  const neighbour = { role, isStandIn: true, at: hostOf(url), words: standInWords }
  return { settings: settingsFor(url), neighbour, close }
}

async function takeGiven({ role, givenAt, givenWords }: Provider, given: Environment): Promise<Started> {
  const neighbour = { role, isStandIn: false, at: givenAt(given), words: givenWords(given) }
  return { settings: {}, neighbour, close: async () => {} }
}

/** These speak plain http on this machine: they need the exemption of OUTBOUND_ALLOW. */
const allowing = ({ OUTBOUND_ALLOW }: Environment, hosts: string[]): string =>
  [OUTBOUND_ALLOW, ...hosts].filter(Boolean).join(',')

async function startPictures(cast: Sample[]): Promise<Started & { url: string; host: string }> {
  const files = cast.map(async ({ picture }) => [`/${picture}`, await readPicture(picture)] as const)
  const { url, port, close } = await startImageHost({ pictures: Object.fromEntries(await Promise.all(files)) })
  const neighbour = { role: 'pictures', isStandIn: true, at: hostOf(url), words: 'the samples’ pictures, drawn by us' }
  return { url, host: `127.0.0.1:${port}`, settings: {}, neighbour, close }
}

async function startSubscriber(): Promise<Started & { host: string; receiver: World['subscriber'] }> {
  const secret = randomBytes(32).toString('base64url')
  const receiver = await startReceiver({ secret })
  const { host, close } = receiver
  const neighbour = { role: 'subscriber', isStandIn: true, at: host, words: 'takes webhooks and verifies each' }
  return { host, receiver: { ...receiver, secret }, settings: {}, neighbour, close }
}

const readPicture = (file: string): Promise<Buffer> => readFile(new URL(`pictures/${file}`, import.meta.url))

const walletsOf = (samples: Sample[]) =>
  Object.fromEntries(samples.flatMap(({ submission, wallet }) => (wallet ? [[creatorOf(submission), wallet]] : [])))

const listedOf = (samples: Sample[]) =>
  Object.fromEntries(samples.flatMap(({ submission, listed }) => (listed ? [[creatorOf(submission), listed]] : [])))

const creatorOf = ({ creatorAddress }: Sample['submission']) => creatorAddress.toLowerCase()

/** Every token that the samples' creators made, with that creator. */
const tokensOf = (samples: Sample[]) =>
  Object.fromEntries(
    samples.flatMap(({ submission, tokens = {} }) =>
      Object.entries(tokens).map(([address, token]) => [
        address,
        { ...token, creator: creatorOf(submission), name: submission.name, symbol: submission.symbol },
      ]),
    ),
  )
