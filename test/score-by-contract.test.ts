import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Hex, pad, toHex } from 'viem'
import { type GoplusWorld, startGoplus } from '../dev/stand-ins/goplus.ts'
import { type HostFault, type ImageHost, startImageHost } from '../dev/stand-ins/image-host.ts'
import { type MarketWorld, startMarket } from '../dev/stand-ins/market.ts'
import type { TokenSpec } from '../dev/stand-ins/rpc-tokens.ts'
import { type Rpc, type RpcFault, type RpcWorld, startRpc } from '../dev/stand-ins/rpc.ts'
import type { Environment } from '../src/platform/env.ts'
import { ada, enroll } from './world/creators.ts'
import { closeAfter } from './world/waiting.ts'
import { type TestApp, type TestResponse, type World, ask, imageBytes, startApp, startWorld } from './world/app.ts'

const token = '0x70ce110000000000000000000000000000000901'
const checksummed = '0x70cE110000000000000000000000000000000901'
const creator = '0xc1a7cebb00000000000000000000000000000901'
const txHash = `0x${'9'.repeat(64)}`

interface Bot extends TestApp {
  world: World
  node: Rpc
  /** Of metadata and images. */
  host: ImageHost
  /** Asks for a score as a bot does that knows nothing but an address. */
  scoreContract: (over?: object, headers?: Record<string, string>) => Promise<TestResponse>
}

interface Given {
  tokens?: Record<string, TokenSpec>
  rpc?: Partial<RpcWorld>
  /** The creation of the token, as the explorer and the node know it; null: neither knows it. */
  receipt?: object | null
  market?: MarketWorld['tokens']
  marketFault?: MarketWorld['findFault']
  rpcFault?: (method: string, count: number) => RpcFault | undefined
  goplus?: Partial<GoplusWorld>
  /** What the host of metadata serves, by path, and how it misbehaves. */
  images?: Record<string, Buffer>
  faults?: Record<string, HostFault>
  environment?: Environment
}

/** A service with a node, an explorer, market data and a host of metadata. */
async function openBot(t: TestContext, given: Given | ((host: string) => Given)): Promise<Bot> {
  const images: Record<string, Buffer> = { '/a.png': imageBytes }
  const faults: Record<string, HostFault> = {}
  const creations: Record<string, string> = {}
  const [world, host] = await Promise.all([
    startWorld(t, { txlist: { creations } }),
    startImageHost({ images, faults }),
  ])
  const {
    receipt = direct(),
    rpc,
    market,
    marketFault,
    rpcFault,
    environment,
    goplus,
    ...more
  } = typeof given === 'function' ? given(host.url) : given
  Object.assign(images, more.images)
  Object.assign(faults, more.faults)
  if (receipt) creations[token] = txHash
  const [node, markets, risk] = await Promise.all([
    startRpc({
      tokens: more.tokens ?? {},
      ...(receipt && { receipts: { [txHash]: receipt } }),
      ...rpc,
      ...(rpcFault && { findFault: rpcFault }),
    }),
    startMarket({ tokens: market ?? {}, ...(marketFault && { findFault: marketFault }) }),
    startGoplus(goplus ?? {}),
  ])
  closeAfter(t, () => Promise.all([node, markets, risk, host].map(({ close }) => close())))
  const service = await startApp(t, {
    world,
    environment: {
      ...world.environment,
      CHAIN_RPC_URL: node.url,
      MARKET_DATA_URL: markets.url,
      TOKEN_RISK_URL: risk.url,
      IPFS_GATEWAY: `${host.url}/ipfs/`,
      ARWEAVE_GATEWAY: `${host.url}/ar/`,
      OUTBOUND_ALLOW: `127.0.0.1:${host.port},127.0.0.1:${world.images.port}`,
      ...environment,
    },
  })
  const scoreContract = (over: object = {}, headers: Record<string, string> = {}) =>
    ask(service.app, { method: 'POST', url: '/v1/score', payload: { contractAddress: token, ...over }, headers })
  return { ...service, world, host, node, scoreContract }
}

/** A wallet's own deployment. */
function direct(over: object = {}) {
  return {
    transactionHash: txHash,
    blockNumber: '0x100',
    status: '0x1',
    from: creator,
    to: null,
    contractAddress: token,
    logs: [],
    ...over,
  }
}

interface Log {
  address: string
  topics: string[]
  data?: string
}

/** A launch through a launchpad, by a bot. */
const launched = (...logs: Log[]) =>
  direct({ contractAddress: null, to: logs[0]?.address, from: bot, logs: logs.map((log) => ({ data: '0x', ...log })) })

const bot = '0xb070000000000000000000000000000000000001'
const word = (address: string): Hex => pad(address as Hex)
const words = (...addresses: string[]): Hex => `0x${addresses.map((one) => word(one).slice(2)).join('')}`

const named = (functions: TokenSpec['functions'] = {}): Record<string, TokenSpec> => ({
  [token]: { functions: { 'name()': 'Frog of Base', 'symbol()': 'FROG', ...functions } },
})

const dataUri = (document: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(document)).toString('base64')}`

test('a bot answers about a token that nobody submitted', async (t) => {
  const { app, scoreContract } = await openBot(t, (host) => ({
    tokens: named({ 'contractURI()': `${host}/frog.json` }),
    images: {
      '/frog.json': json({
        name: 'Another name',
        description: 'It  waits for flies.\r\n',
        image: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/frog.png',
        external_link: 'https://frog.example/',
        twitter: 'https://x.com/frogofbase',
        telegram: '@frogs',
      }),
      '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/frog.png': imageBytes,
    },
  }))
  assert.equal((await ask(app, { url: `/api/v1/score/${token}` })).status, 404)
  const { status, body } = await scoreContract()
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(body.submission, {
    name: 'Frog of Base',
    symbol: 'FROG',
    description: 'It  waits for flies.',
    imageUrl: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/frog.png',
    xHandle: '@frogofbase',
    creatorAddress: '0xC1a7Cebb00000000000000000000000000000901',
    creatorName: null,
    contractAddress: checksummed,
    links: [
      { type: 'website', url: 'https://frog.example/' },
      { type: 'telegram', url: 'https://t.me/frogs' },
    ],
    chainId: 8453,
    filled: ['name', 'symbol', 'description', 'imageUrl', 'xHandle', 'creatorAddress', 'links'],
  })
  assert.equal(body.creatorProof, 'none')
  assert.equal(body.confidence, 'final')
  const read = await ask(app, { url: `/api/v1/score/${token}` })
  assert.deepEqual([read.body.id, read.headers['x-launchscore-standing']], [body.id, 'unsigned'])
  const again = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore` })
  assert.deepEqual(again.body.submission, body.submission)
})

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const clankerMetadata = JSON.stringify({
  description: 'A frog.',
  socialMediaUrls: [
    { platform: 'twitter', url: 'https://twitter.com/frogofbase' },
    { platform: 'farcaster', url: 'https://warpcast.com/frog' },
    'https://frog.example/',
  ],
  auditUrls: [],
})

const transfer = { address: token, topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'] }
const tupleOffset = (position: number) => toHex(position * 32, { size: 32 }).slice(2)

interface Launchpad {
  functions?: TokenSpec['functions'] | ((host: string) => TokenSpec['functions'])
  receipt: object
  rpc?: (host: string) => Partial<RpcWorld>
  description?: string | null
  xHandle?: string | null
  by?: string
}

const virtuals = '0x1a540088125d00dd3990f9da45ca0859af4d3b01'
const launchpads: Record<string, Launchpad> = {
  'Clanker v4': {
    functions: (host) => ({
      'imageUrl()': `${host}/a.png`,
      'metadata()': clankerMetadata,
      'context()': '{"interface":"x"}',
    }),
    receipt: launched(transfer, {
      address: '0xe85a59c628f7d27878aceb4bf3b35733630083a9',
      topics: ['0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67', word(token), word(creator)],
    }),
    description: 'A frog.',
    xHandle: '@frogofbase',
  },
  'Clanker v3.1': {
    functions: (host) => ({ 'imageUrl()': `${host}/a.png`, 'metadata()': clankerMetadata }),
    receipt: launched({
      address: '0x2a787b2362021cc3eea3c24c4748a6cd5b687382',
      topics: [
        '0x6b04d68ca5c822b9c981d731c83ecb1356b96c8596c7659d397d234856a4537b',
        word(token),
        word(creator),
        word(bot),
      ],
    }),
    description: 'A frog.',
    xHandle: '@frogofbase',
  },
  'Clanker v3.0': {
    functions: (host) => ({ 'image()': `${host}/a.png` }),
    receipt: launched({
      address: '0x375c15db32d28cecdcab5c03ab889bf15cbd2c5e',
      topics: ['0x8df367d10c042c43a79f6842addf298c4b250b4cb2145cae311c9ba110ff8e17'],
      data: words(token, '0x01', creator),
    }),
  },
  Zora: {
    functions: (host) => ({ 'contractURI()': dataUri({ image: `${host}/a.png`, description: 'A coin.' }) }),
    receipt: launched({
      address: '0x777777751622c0d3258f214f9df38e35bf45baf3',
      topics: [
        '0x74b670d628e152daa36ca95dda7cb0002d6ea7a37b55afe4593db7abd1515781',
        word(bot),
        word(creator),
        word(bot),
      ],
      data: words('0x01', '0x02', '0x03', '0x04', token),
    }),
    description: 'A coin.',
  },
  Flaunch: {
    functions: (host) => ({
      'tokenURI()': `data:application/json,{"image":"${host}/a.png","twitterUrl":"https://x.com/frog"}`,
    }),
    receipt: launched({
      address: '0x23321f11a6d44fd1ab790044fdfde5758c902fdc',
      topics: ['0x54976b48704e67457d6a85a2db51d6e760bbeddf6151f9206512108adce80b42', word('0x01')],
      data: `${words(token, '0x01', '0x02', '0x03', '0x04')}${tupleOffset(6)}${words('0x01', '0x02', '0x03', '0x04', '0x05', '0x06', creator).slice(2)}`,
    }),
    xHandle: '@frog',
  },
  Virtuals: {
    rpc: (host) => ({
      virtuals: {
        [virtuals]: {
          [token]: {
            creator,
            description: 'An agent.',
            image: `${host}/a.png`,
            twitter: 'https://x.com/agent',
            telegram: '',
            website: '',
          },
        },
      },
    }),
    receipt: launched({
      address: virtuals,
      topics: ['0xb9ee8aa6d909a3efd0bf1b0bc2bde7f998f7ad30178b0d45f9227f5382cebc8f', word(token), word(bot)],
    }),
    description: 'An agent.',
    xHandle: '@agent',
  },
  Flap: {
    functions: { 'metaURI()': 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi' },
    receipt: launched({
      address: '0x0000bc1c4fd15dd79029af8f5d77d68ae4490000',
      topics: ['0x504e7f360b2e5fe33cbaaae4c593bc55305328341bf79009e43e0e3b7f699603'],
      data: words('0x01', creator, '0x02', token),
    }),
    description: 'Flap.',
    xHandle: '@flapper',
  },
  'Doppler, whose event names no creator': {
    functions: (host) => ({ 'tokenURI()': `${host}/frog.json` }),
    receipt: launched({
      address: '0x660eaaedebc968f8f3694354fa8ec0b4c5ba8d12',
      topics: ['0x68ff1cfcdcf76864161555fc0de1878d8f83ec6949bf351df74d8a4a1a2679ab', word('0x01')],
      data: words(token),
    }),
    by: bot,
  },
}

for (const [name, { functions = {}, receipt, rpc, description = null, xHandle = null, by = creator }] of Object.entries(
  launchpads,
))
  test(`POST /v1/score by contract: a token of ${name}`, async (t) => {
    const { scoreContract } = await openBot(t, (host) => ({
      tokens: named(typeof functions === 'function' ? functions(host) : functions),
      receipt,
      ...(rpc && { rpc: rpc(host) }),
      images: {
        '/frog.json': json({ image: `${host}/a.png` }),
        '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi': json({
          image: `${host}/a.png`,
          description: 'Flap.',
          twitter: 'flapper',
        }),
      },
    }))
    const { status, body } = await scoreContract()
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.submission.creatorAddress.toLowerCase(), by)
    assert.deepEqual([body.submission.description, body.submission.xHandle], [description, xHandle])
    assert.match(body.submission.imageUrl, /\/a\.png$/)
  })

test('POST /v1/score by contract: what was sent stays, and isn’t listed as read', async (t) => {
  const { scoreContract, world } = await openBot(t, { tokens: named() })
  const sent = {
    name: 'Own Frog',
    imageUrl: `${world.images.url}/a.png`,
    description: null,
    creatorAddress: ada.address,
  }
  const { status, body } = await scoreContract(sent)
  assert.equal(status, 201, JSON.stringify(body))
  const { name, symbol, description, creatorAddress, filled } = body.submission
  assert.deepEqual([name, symbol, description, creatorAddress], ['Own Frog', 'FROG', null, ada.address])
  assert.deepEqual(filled, ['symbol'])
})

test('POST /v1/score with every required field reads nothing', async (t) => {
  const { score, node } = await openBot(t, { tokens: named() })
  const { status, body } = await score({ contractAddress: token })
  assert.equal(status, 201)
  assert.equal(body.submission.filled, undefined)
  assert.equal(body.submission.chainId, 8453)
  assert.deepEqual(node.methods(), [])
})

test('POST /v1/score by contract: names in bytes32', async (t) => {
  const { scoreContract, world } = await openBot(t, {
    tokens: named({ 'name()': { bytes32: 'Maker' }, 'symbol()': { bytes32: 'MKR' } }),
  })
  const { body } = await scoreContract({ imageUrl: `${world.images.url}/a.png` })
  assert.deepEqual([body.submission.name, body.submission.symbol], ['Maker', 'MKR'])
})

test('POST /v1/score by contract: a token of the chain itself, without code', async (t) => {
  const native = '0xb200000000000000000000000000000000000901'
  const { scoreContract, world } = await openBot(t, {
    rpc: { natives: { [native]: { name: 'Native', symbol: 'NTV', acts: [] } } },
  })
  const sent = { contractAddress: native, imageUrl: `${world.images.url}/a.png`, creatorAddress: ada.address }
  const { status, body } = await scoreContract(sent)
  assert.deepEqual([status, body.submission.name], [201, 'Native'])
})

test('POST /v1/score by contract: image, website and handle of market data', async (t) => {
  const { scoreContract } = await openBot(t, (host) => ({
    tokens: named(),
    market: {
      [token]: [
        pair(token, {
          info: {
            imageUrl: `${host}/a.png`,
            websites: [{ label: 'Website', url: 'https://frog.example/' }],
            socials: [
              { type: 'twitter', url: 'https://x.com/i/communities/1850000000000000000' },
              { type: 'twitter', url: 'https://x.com/frogofbase' },
              { type: 'telegram', url: 'https://t.me/frogs' },
              { type: 'odd', url: 'javascript:alert(1)' },
            ],
          },
        }),
      ],
    },
  }))
  const { status, body } = await scoreContract()
  assert.equal(status, 201, JSON.stringify(body))
  const { imageUrl, xHandle, links, filled } = body.submission
  assert.match(imageUrl, /\/a\.png$/)
  assert.equal(xHandle, '@frogofbase')
  assert.deepEqual(links, [
    { type: 'website', url: 'https://frog.example/' },
    { type: 'other', url: 'https://x.com/i/communities/1850000000000000000' },
    { type: 'telegram', url: 'https://t.me/frogs' },
  ])
  assert.deepEqual(filled, ['name', 'symbol', 'imageUrl', 'xHandle', 'creatorAddress', 'links'])
})

/** A pair as DEX Screener serves it. */
const pair = (of: string, more: object) => ({
  chainId: 'base',
  pairAddress: '0x9a14000000000000000000000000000000000901',
  baseToken: { address: of, name: 'Frog of the market', symbol: 'MFROG' },
  quoteToken: { address: '0x4200000000000000000000000000000000000006', name: 'Wrapped Ether', symbol: 'WETH' },
  priceNative: '1',
  priceUsd: '1',
  ...more,
})

const details = ({ body }: TestResponse): Record<string, string> =>
  Object.fromEntries(
    (body.error.details ?? []).map(({ path, message }: { path: string; message: string }) => [path, message]),
  )

test('POST /v1/score by contract: 400 names each field that can’t be found, and why', async (t) => {
  const { scoreContract } = await openBot(t, { tokens: { [token]: { functions: {} } }, receipt: null })
  const refused = await scoreContract()
  assert.equal(refused.status, 400)
  assert.deepEqual(details(refused), {
    name: 'is required, because the contract has no name',
    symbol: 'is required, because the contract has no ticker',
    imageUrl: 'is required, because the contract has no image',
    creatorAddress: 'is required, because no provider knows the contract’s creation',
  })
})

test('POST /v1/score by contract: 400 for an address without a contract', async (t) => {
  const { scoreContract } = await openBot(t, {})
  const refused = await scoreContract({ name: 'Frog' })
  assert.equal(refused.status, 400)
  assert.deepEqual(details(refused), {
    contractAddress: 'must be a token: there is no contract at this address on chain 8453',
  })
})

test('POST /v1/score: 400 for another chain, whatever else was sent', async (t) => {
  const { scoreContract, score, node } = await openBot(t, { tokens: named() })
  const message = '1 is not configured: this service scores launches on 8453'
  for (const refused of [await scoreContract({ chainId: 1 }), await score({ chainId: 1 })]) {
    assert.equal(refused.status, 400)
    assert.deepEqual(details(refused), { chainId: message })
  }
  assert.equal((await score({ chainId: 8453 })).body.submission.chainId, 8453)
  assert.deepEqual(node.methods(), [])
})

test('POST /v1/score: without a contract the required fields are named as before', async (t) => {
  const { app } = await openBot(t, {})
  const refused = await ask(app, { method: 'POST', url: '/v1/score', payload: { symbol: 'FROG' } })
  assert.deepEqual(details(refused), { name: 'is required', imageUrl: 'is required', creatorAddress: 'is required' })
})

test('POST /v1/score by contract: 400 for a signature of fields that aren’t sent', async (t) => {
  const { scoreContract } = await openBot(t, { tokens: named() })
  const refused = await scoreContract({ creatorSignature: `0x${'1'.repeat(130)}` })
  assert.deepEqual(Object.keys(details(refused)), ['creatorSignature'])
})

const trendCoin = launched({
  address: '0x777777751622c0d3258f214f9df38e35bf45baf3',
  topics: ['0xfb9e81c36dd4134d4eb5055e20d3238cb29a63daef0dd0f8b0f131da85891959', word(bot)],
  data: words('0x01', token),
})

const unknownCreators: Record<string, [Given, string]> = {
  'a trend coin has none': [
    { receipt: trendCoin },
    'is required, because its launchpad makes tokens without a creator',
  ],
  'a provider names a launchpad': [
    {
      receipt: null,
      goplus: { tokens: { [token]: { kind: 'clean', creator: '0xe85a59c628f7d27878aceb4bf3b35733630083a9' } } },
    },
    'is required, because another contract made it',
  ],
}
for (const [name, [given, message]] of Object.entries(unknownCreators))
  test(`POST /v1/score by contract: 400 for the creator when ${name}`, async (t) => {
    const { scoreContract, world } = await openBot(t, { tokens: named(), ...given })
    const refused = await scoreContract({ imageUrl: `${world.images.url}/a.png` })
    assert.deepEqual(details(refused), { creatorAddress: message })
  })

test('POST /v1/score by contract: the deployer that the token risk provider reports, where no explorer knows it', async (t) => {
  const { scoreContract, world } = await openBot(t, {
    tokens: named(),
    receipt: null,
    goplus: { tokens: { [token]: { kind: 'clean', creator } } },
  })
  const { body } = await scoreContract({ imageUrl: `${world.images.url}/a.png` })
  assert.equal(body.submission.creatorAddress.toLowerCase(), creator)
})

const deep = (levels: number) => `{"description":${'['.repeat(levels)}${']'.repeat(levels)},"image":`

interface Hostile {
  /** What contractURI() returns. */
  uri: (host: string) => string
  images?: (host: string) => Record<string, Buffer>
  faults?: (host: string) => Record<string, HostFault>
  /** Why the image is required; null: it is found. */
  message: RegExp | null
}

const hostileMetadata: Record<string, Hostile> = {
  huge: {
    uri: (host) => `${host}/m.json`,
    images: () => ({ '/m.json': json({ image: 'https://frog.example/a.png', padding: 'x'.repeat(70_000) }) }),
    message: /what contractURI\(\) names is larger than 64 kB/,
  },
  endless: {
    uri: (host) => `${host}/m.json`,
    faults: () => ({ '/m.json': 'flood' }),
    message: /is larger than 64 kB/,
  },
  HTML: {
    uri: (host) => `${host}/m.json`,
    images: () => ({ '/m.json': Buffer.from('<!doctype html><title>Frog</title>') }),
    message: /what contractURI\(\) names is no JSON object/,
  },
  'a list': { uri: () => dataUri([{ image: 'https://frog.example/a.png' }]), message: /is no JSON object/ },
  'a picture in a data: URI': { uri: () => 'data:image/png;base64,iVBORw0KGgo=', message: /is no JSON object/ },
  'a file:': { uri: () => 'file:///etc/passwd', message: /must be an https URL/ },
  'a private address': {
    uri: () => 'https://169.254.169.254/latest/meta-data',
    message: /must point to a public address/,
  },
  'a redirect': {
    uri: (host) => `${host}/m.json`,
    faults: () => ({ '/m.json': { redirect: 'http://169.254.169.254/latest' } }),
    message: /responds with status 302/,
  },
  'a redirect of the gateway to a private address': {
    uri: () => 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    faults: () => ({
      '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi': {
        redirect: 'https://169.254.169.254/latest',
      },
    }),
    message: /must point to a public address/,
  },
  'a path out of the gateway': {
    uri: () => 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/../../secret',
    message: /must have a plain path/,
  },
  'a missing document': { uri: (host) => `${host}/none.json`, message: /responds with status 404/ },
  'a broken connection': {
    uri: (host) => `${host}/m.json`,
    images: () => ({ '/m.json': json({ image: 'https://frog.example/a.png' }) }),
    faults: () => ({ '/m.json': 'cut' }),
    message: /must send a complete response/,
  },
  'fields of other types': {
    uri: () =>
      dataUri({ image: { url: 'https://frog.example/a.png' }, description: 7, twitter: ['x'], socials: 'none' }),
    message: /the contract has no image/,
  },
  'a picture with another scheme': {
    uri: () => dataUri({ image: 'javascript:alert(1)' }),
    message: /the contract’s image has no https, ipfs or ar URL/,
  },
  'deep nesting': {
    uri: (host) => `${host}/m.json`,
    images: (host) => ({ '/m.json': Buffer.from(`${deep(20_000)}"${host}/a.png"}`) }),
    message: null,
  },
}

for (const [name, { uri, images, faults, message }] of Object.entries(hostileMetadata))
  test(`POST /v1/score by contract: metadata that is ${name}`, async (t) => {
    const { scoreContract } = await openBot(t, (host) => ({
      tokens: named({ 'contractURI()': uri(host) }),
      images: images?.(host) ?? {},
      faults: faults?.(host) ?? {},
    }))
    const { status, body } = await scoreContract()
    if (message === null) return assert.deepEqual([status, body.submission?.description], [201, null])
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(details({ status, body, headers: {} })), ['imageUrl'])
    assert.match(body.error.message, message)
  })

test('POST /v1/score by contract: optional fields that are no good are left out', async (t) => {
  const { scoreContract } = await openBot(t, (host) => ({
    tokens: named({
      'contractURI()': dataUri({
        image: `${host}/a.png`,
        description: `bad\u202eorder`,
        twitter: 'https://x.com/elon/status/1234567890',
        website: 'http://frog.example/',
        links: [
          'https://user:secret@frog.example/',
          'https://localhost/',
          ...Array.from({ length: 30 }, (_, n) => `https://frog.example/${n}`),
        ],
      }),
    }),
  }))
  const { status, body } = await scoreContract()
  assert.equal(status, 201, JSON.stringify(body))
  const { description, xHandle, links, filled } = body.submission
  assert.deepEqual([description, xHandle], [null, null])
  assert.equal(links.length, 8)
  assert.deepEqual(links[0], { type: 'other', url: 'https://x.com/elon/status/1234567890' })
  assert.deepEqual(filled, ['name', 'symbol', 'imageUrl', 'creatorAddress', 'links'])
})

const badNames: Record<string, [TokenSpec['functions'], string, RegExp]> = {
  'that claims a score': [{ 'name()': 'Frog 98/100' }, 'name', /the contract’s name must not contain a score/],
  'that is the service’s': [{ 'name()': 'Launchscore Frog' }, 'name', /must not contain Launchscore/],
  'that is too long': [{ 'name()': 'f'.repeat(65) }, 'name', /must have at most 64 characters/],
  'with a ticker of two words': [{ 'symbol()': 'FROG COIN' }, 'symbol', /1–16 characters without whitespace/],
  'that reverts': [{ 'name()': { ends: 'reverts' } }, 'name', /the contract has no name/],
  'that floods the node': [{ 'name()': { ends: 'floods' } }, 'name', /the contract has no name/],
  'that is empty': [{ 'name()': '' }, 'name', /the contract has no name/],
}
for (const [name, [functions, field, message]] of Object.entries(badNames))
  test(`POST /v1/score by contract: 400 for a name ${name}, and 201 with another`, async (t) => {
    const { scoreContract, host } = await openBot(t, { tokens: named(functions) })
    const imageUrl = `${host.url}/a.png`
    const refused = await scoreContract({ imageUrl })
    assert.deepEqual([refused.status, Object.keys(details(refused))], [400, [field]])
    assert.match(refused.body.error.message, message)
    const { status } = await scoreContract({ imageUrl, [field]: 'Frog' })
    assert.equal(status, 201)
  })

test('POST /v1/score by contract: a picture that doesn’t load is named as the contract’s', async (t) => {
  const { scoreContract } = await openBot(t, (host) => ({ tokens: named({ 'imageUrl()': `${host}/gone.png` }) }))
  const refused = await scoreContract()
  assert.equal(refused.status, 400)
  assert.deepEqual(details(refused), {
    imageUrl: 'is required, because the contract’s image must respond with status 200, not 404',
  })
})

const failures: Record<string, [Given, status: number]> = {
  'the node fails': [{ rpcFault: (method) => (method === 'eth_call' ? 'http 500' : undefined) }, 502],
  'the node limits calls': [{ rpcFault: (method) => (method === 'eth_call' ? 'limit' : undefined) }, 503],
  'market data fails, and the picture could be there': [{ marketFault: () => 'http 500' }, 502],
  'market data limits calls': [{ marketFault: () => 'rate limit' }, 503],
}
for (const [name, [given, expected]] of Object.entries(failures))
  test(`POST /v1/score by contract: ${expected} when ${name}, and nothing is stored`, async (t) => {
    const { app, scoreContract } = await openBot(t, { tokens: named(), ...given })
    const { status, body } = await scoreContract()
    assert.equal(status, expected, JSON.stringify(body))
    assert.equal((await ask(app, { url: `/api/v1/score/${token}` })).status, 404)
  })

test('POST /v1/score by contract: the explorer’s fault is 502, unless the creator was sent', async (t) => {
  const { scoreContract, host, world } = await openBot(t, { tokens: named() })
  world.txlist.requests.length = 0
  const failing = await openBot(t, {
    tokens: named(),
    environment: { CREATOR_DATA_URL: `${host.url}/explorer` },
  })
  assert.equal((await failing.scoreContract({ imageUrl: `${host.url}/a.png` })).status, 502)
  assert.equal((await scoreContract({ imageUrl: `${host.url}/a.png`, creatorAddress: ada.address })).status, 201)
})

test('POST /v1/score by contract: without a node, providers name the token and its deployer', async (t) => {
  const tokens = { [token]: { kind: 'clean' as const, creator, name: 'Frog of GoPlus', symbol: 'GFROG' } }
  const { scoreContract } = await openBot(t, (host) => ({
    goplus: { tokens },
    environment: { CHAIN_RPC_URL: '' },
    market: { [token]: [pair(token, { info: { imageUrl: `${host}/a.png` } })] },
  }))
  const { status, body } = await scoreContract()
  assert.equal(status, 201, JSON.stringify(body))
  const { name, symbol, creatorAddress } = body.submission
  assert.deepEqual([name, symbol, creatorAddress.toLowerCase()], ['Frog of GoPlus', 'GFROG', creator])
})

test('POST /v1/score by contract: 400 says what to send where nothing can be read', async (t) => {
  const { scoreContract } = await openBot(t, { environment: { CHAIN_RPC_URL: '', MARKET_DATA_URL: '' } })
  const refused = await scoreContract()
  const message = 'is required, because this service can’t read contracts on chain 8453'
  assert.deepEqual(details(refused), { name: message, symbol: message, imageUrl: message, creatorAddress: message })
})

test('POST /v1/score by contract: the contract is read once an hour', async (t) => {
  const { scoreContract, node, host } = await openBot(t, (url) => ({
    tokens: named({ 'contractURI()': `${url}/m.json` }),
    images: { '/m.json': json({ image: `${url}/a.png`, website: 'https://frog.example/' }) },
  }))
  const [first, second] = [await scoreContract(), await scoreContract()]
  assert.notEqual(first.body.id, second.body.id)
  const called = node.requests.length
  assert.equal((await scoreContract()).status, 201)
  assert.equal(node.requests.length, called)
  assert.equal(host.requests.filter(({ url }) => url === '/m.json').length, 1)
})

test('POST /v1/score by contract: a repeated key gets its record, whatever the contract says now', async (t) => {
  const tokens = named()
  const { app, host } = await openBot(t, { tokens })
  const request = {
    method: 'POST',
    url: '/v1/score',
    payload: { contractAddress: token, imageUrl: `${host.url}/a.png` },
    headers: { 'idempotency-key': 'a-bot-asks-twice' },
    remoteAddress: '203.0.113.78',
  } as const
  const first = await ask(app, request)
  assert.equal(first.status, 201)
  tokens[token] = { functions: {} }
  assert.deepEqual((await ask(app, request)).body, first.body)
})

test('POST /v1/score by contract: 20 a minute from one address, before the node is asked', async (t) => {
  const { app, node } = await openBot(t, {})
  const remoteAddress = '203.0.113.77'
  const payload = { contractAddress: token }
  const statuses = []
  for (let n = 0; n < 21; n++)
    statuses.push((await ask(app, { method: 'POST', url: '/v1/score', payload, remoteAddress })).status)
  assert.deepEqual([new Set(statuses.slice(0, 20)), statuses[20]], [new Set([400]), 429])
  assert.ok(node.requests.length > 0)
})

test('a score by contract shares its row with others of the contract, and yields to the creator’s', async (t) => {
  const { app, scoreContract, host } = await openBot(t, {
    tokens: named(),
    receipt: direct({ from: ada.address.toLowerCase() }),
  })
  const imageUrl = `${host.url}/a.png`
  const listed = async () => {
    const { body } = await ask(app, { url: '/api/v1/leaderboards' })
    return body.best.map(({ scoreId }: { scoreId: string }) => scoreId)
  }
  const first = await scoreContract({ imageUrl })
  const again = await scoreContract({ imageUrl })
  assert.equal(first.body.submission.creatorAddress, ada.address)
  assert.deepEqual(await listed(), [again.body.id])
  const own = await ask(app, {
    method: 'POST',
    url: '/v1/score',
    payload: { ...again.body.submission, creatorName: undefined, filled: undefined },
  })
  assert.equal(own.status, 201, JSON.stringify(own.body))
  assert.equal((await enroll(app, { scoreId: own.body.id, wallet: ada })).status, 201)
  const later = await scoreContract({ imageUrl })
  assert.equal(later.status, 201)
  const speaking = await ask(app, { url: `/api/v1/score/${token}` })
  assert.equal(speaking.body.id, own.body.id)
  assert.deepEqual(await listed(), [own.body.id])
})
