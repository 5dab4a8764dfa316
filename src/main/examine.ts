import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { ModelConfig } from '../config/read-judge.ts'
import type { OtlpTarget } from '../config/read-operation.ts'
import type { Channel } from '../notifications/channels/channel.ts'
import { isLoopback } from '../platform/client-network.ts'
import { runAsJob } from '../platform/request-client.ts'
import { createGetJson } from '../platform/outbound/get-json.ts'
import { isSuccess, refusalByStatus } from '../platform/outbound/http-refusal.ts'
import { OutboundRefused } from '../platform/outbound/outbound.ts'
import type { ProviderGuard } from '../platform/resilience/provider-guard.ts'
import { untilAborted } from '../platform/resilience/timeouts.ts'
import { UpstreamError, type UpstreamFault } from '../platform/errors.ts'
import { toFailureLine } from '../platform/cli/command.ts'
import type { Inspection } from '../providers/chain/attester.ts'
import type { Deps } from '../deps.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { toChainConfig } from './create-providers.ts'

/** The state of one external dependency. `stub`: it is not configured, so the service works without it. */
export interface Examined {
  name: string
  state: 'ok' | 'stub' | 'failed'
  /** The host, and the model; null: nothing is configured. */
  target: string | null
  /** One sentence: what works, or why it does not. */
  reason: string
  /** What to do; null: nothing. */
  advice: string | null
  milliseconds: number | null
}

type ExamineDeps = Pick<Deps, 'config' | 'guards' | 'jobGuards' | 'chains' | 'attester'> & {
  channels: Channel[]
}

/** One thing to ask. `ask` returns what to say of a success, or throws. */
export interface Question {
  name: string
  target: string | null
  ask: (signal: AbortSignal) => Promise<string>
}

/** Asks every configured provider once, all at the same time, with inputs of our own. Nothing is sent to people. */
export async function examine(deps: ExamineDeps, signal: AbortSignal, more: Question[] = []): Promise<Examined[]> {
  const asked = [...listQuestions(deps), ...more].map((question) => examineOne(question, signal))
  return sort([examinePublicUrl(deps.config), ...(await Promise.all(asked)), ...listStubs(deps.config)])
}

const firstNames = [
  'database',
  'public url',
  'model',
  'creator data',
  'token risk',
  'market data',
  'chain node',
  'attestation',
]

const sort = (checks: Examined[]): Examined[] => checks.toSorted((a, b) => rank(a) - rank(b))
const rank = ({ name }: Examined): number => {
  const at = firstNames.findIndex((first) => name.startsWith(first))
  return at < 0 ? firstNames.length : at
}

/** A hanging provider's own timeout is shorter as a rule. */
const maxQuestionMs = 20_000

/** The outcome of one question. Throws the signal's reason. */
async function examineOne({ name, target, ask }: Question, signal: AbortSignal): Promise<Examined> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(maxQuestionMs)])
  const startedAt = performance.now()
  const finish = (found: Pick<Examined, 'state' | 'reason' | 'advice'>): Examined => ({
    name,
    target,
    ...found,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  try {
    const reason = await runAsJob(() => untilAborted(bounded, () => ask(bounded)))
    return finish({ state: 'ok', reason, advice: null })
  } catch (error) {
    signal.throwIfAborted()
    const isLate = bounded.aborted && !(error instanceof UpstreamError)
    const fault = isLate ? new UpstreamError(name, 'timeout', `no response within ${maxQuestionMs / 1000} s`) : error
    return finish({ state: 'failed', reason: toReason(fault), advice: toAdvice(name, fault) })
  }
}

function listQuestions(deps: ExamineDeps): Question[] {
  const { config, attester, channels } = deps
  return [
    ...listJudges(deps),
    ...ofGuard(deps, { guard: 'creator', name: 'creator data', url: explorerOf(config)?.url }),
    ...listRisk(deps, { chainId: config.chainId, suffix: '', place: '' }),
    ...ofGuard(deps, { guard: 'market', name: 'market data', url: config.marketData?.url }),
    ...ofGuard(deps, {
      guard: 'chain',
      name: 'chain node',
      url: config.chainRpcUrl,
      ok: `serves chain ${config.chainId}`,
    }),
    ...config.chains.filter(({ chainId }) => chainId !== config.chainId).flatMap((chain) => listOfChain(deps, chain)),
    ...(attester ? [questionOfAttester(attester, config)] : []),
    ...(config.redisUrl === null ? [] : [questionOfRedis(config.redisUrl)]),
    ...channels.flatMap(({ name, probe }) => (probe ? [{ name, target: null, ask: probe }] : [])),
  ]
}

const findProbe = ({ guards, jobGuards }: ExamineDeps, guard: string): ProviderGuard['probe'] =>
  [...guards, ...jobGuards].find(({ name }) => name === guard)?.probe ?? null

/** Each model of a panel has a guard of its own. */
function listJudges(deps: ExamineDeps): Question[] {
  const { config } = deps
  if (!config.model) return []
  return [config.model, ...config.modelPanel].flatMap((model, at) => {
    const seat = config.modelPanel.length === 0 ? 'model' : `model-${at + 1}`
    const probe = findProbe(deps, seat)
    const ask = async (signal: AbortSignal) => {
      await probe?.(signal)
      return 'judged a picture by a tool'
    }
    return probe ? [{ name: seat.replace('-', ' '), target: describeModel(model), ask }] : []
  })
}

const describeModel = ({ name, provider, baseUrl }: ModelConfig) =>
  `${name} at ${baseUrl === null ? provider : new URL(baseUrl).host}`

interface Guarded {
  guard: string
  name: string
  url: string | null | undefined
  ok?: string
}

function ofGuard(deps: ExamineDeps, { guard, name, url, ok = 'responds' }: Guarded): Question[] {
  const probe = findProbe(deps, guard)
  if (!url || !probe) return []
  return [{ name, target: new URL(url).host, ask: (signal) => probe(signal).then(() => ok) }]
}

const explorerOf = (config: Config) => config.creatorDataByChain.get(config.chainId) ?? config.creatorData

/** The providers of another chain than CHAIN_ID, whose guards end with its id. */
function listOfChain(deps: ExamineDeps, chain: Config['chains'][number]): Question[] {
  const { chainId, rpcUrl } = chain
  const { creatorData, marketData } = toChainConfig(deps.config, chain)
  const [suffix, place] = [`-${chainId}`, ` on chain ${chainId}`]
  return [
    ...ofGuard(deps, { guard: `creator${suffix}`, name: `creator data${place}`, url: creatorData?.url }),
    ...listRisk(deps, { chainId, suffix, place }),
    ...ofGuard(deps, { guard: `market${suffix}`, name: `market data${place}`, url: marketData?.url }),
    ...ofGuard(deps, {
      guard: `chain${suffix}`,
      name: `chain node${place}`,
      url: rpcUrl,
      ok: `serves chain ${chainId}`,
    }),
  ]
}

interface OfChain {
  chainId: number
  suffix: string
  place: string
}

function listRisk(deps: ExamineDeps, { chainId, suffix, place }: OfChain): Question[] {
  const { config } = deps
  const { tokenRisk } = sourcesOf(deps, chainId)
  const risk = { guard: `risk${suffix}`, name: `token risk${place}`, url: config.tokenRisk?.url }
  return ofGuard(deps, risk).map((question) => ({
    ...question,
    ask: async (signal) => {
      // first, because a provider may fail in other words for the tokens of a chain that it doesn't serve
      if ((await tokenRisk?.servesChain(signal)) === false)
        throw new UpstreamError('risk', 'chain', `it does not support chain ${chainId}`)
      await question.ask(signal)
      return tokenRisk ? `${tokenRisk.source.name} responds; ${tokenRisk.terms}` : 'responds'
    },
  }))
}

function questionOfAttester(attester: NonNullable<Deps['attester']>, config: Config): Question {
  const signer = config.attestation?.signer
  const target =
    signer && 'url' in signer ? `${attester.contract}, signer at ${new URL(signer.url).host}` : attester.contract
  const ask = async (signal: AbortSignal) => {
    const { state: seen, balance } = await attester.inspect(signal)
    const state = seen === 'no-schema' && balance === 0n ? 'low-balance' : seen // registering it costs gas too
    const ether = balance === null ? 'an unknown balance' : `${Number(balance / 10n ** 12n) / 1e6} ETH for gas`
    const { fault, text } = inspected[state]
    if (fault === null) return `${text}; ${attester.address} has ${ether}`
    throw new UpstreamError('attester', fault, state === 'low-balance' ? `${attester.address} has only ${ether}` : text)
  }
  return { name: 'attestation', target, ask }
}

const inspected: Record<Inspection['state'], { fault: UpstreamFault | null; text: string }> = {
  ok: { fault: null, text: 'the contract is there' },
  stuck: { fault: 'unavailable', text: 'a transaction is stuck, and later ones wait behind it: see min_tip in TUNING' },
  'no-schema': { fault: null, text: 'the contract is there, and the service registers its schema when it runs' },
  'low-balance': { fault: 'plan', text: '' },
  'no-contract': { fault: 'chain', text: 'there is no contract at ATTESTATION_CONTRACT' },
  'wrong-chain': { fault: 'chain', text: 'CHAIN_RPC_URL serves another chain than CHAIN_ID' },
  unreachable: { fault: 'unavailable', text: 'the node gives no usable response' },
  'no-signer': { fault: 'unavailable', text: 'the signer at ATTESTER_URL gives no usable response' },
  'wrong-signer': { fault: 'auth', text: 'the signer at ATTESTER_URL does not have the key that the URL names' },
  unchecked: { fault: 'timeout', text: 'the node did not respond in time' },
}

const questionOfRedis = (url: string): Question => ({
  name: 'redis',
  target: new URL(url).host,
  ask: async (signal) => {
    const { pingRedis } = await import('../platform/limiter-redis.ts')
    await pingRedis(url, signal)
    return 'responds'
  },
})

/** Exports no span. */
export function questionOfTraces(
  { endpoint, headers }: OtlpTarget,
  { providerTimeoutMs: timeoutMs }: Config,
): Question {
  const post = createGetJson({ provider: 'traces', timeoutMs, maxBytes: 100_000, parse: (text) => text })
  const url = new URL(`${endpoint.replace(/\/$/, '')}/v1/traces`)
  const ask = async (signal: AbortSignal) => {
    const response = await post({ url, headers, post: { resourceSpans: [] } }, signal)
    const refusal = refusalByStatus(response)
    if (refusal) throw new UpstreamError('traces', refusal.fault, refusal.text)
    if (!isSuccess(response)) throw new UpstreamError('traces', 'request', `HTTP ${response.status}`)
    return 'takes traces'
  }
  return { name: 'traces', target: url.host, ask }
}

/** The dependencies that are not configured, each with the variable that would configure it. */
function listStubs(config: Config): Examined[] {
  const lacking: [name: string, isSet: boolean, reason: string][] = [
    ['model', config.model !== null, 'MODEL_PROVIDER is not set: meme and image are stubs'],
    ['creator data', explorerOf(config) !== null, 'CREATOR_DATA_URL is not set: creator is a stub'],
    ['token risk', config.tokenRisk !== null, 'TOKEN_RISK_URL is not set: risk is a stub'],
    [
      'market data',
      config.marketData !== null,
      config.isMarketChainUnknown
        ? 'TUNING has no market_chain, and the provider has no known name for CHAIN_ID: no outcome is observed'
        : 'MARKET_DATA_URL is not set: no outcome is observed',
    ],
    ['chain node', config.chainRpcUrl !== null, 'CHAIN_RPC_URL is not set: contract wallets can’t sign'],
    ['attestation', config.attestation !== null, 'ATTESTATION_CONTRACT is not set: nothing can be published'],
    [
      'webhooks',
      config.databaseUrl === null || config.encryptionKeys.current !== null, // the embedded database makes a key
      'ENCRYPTION_KEY is not set: requests with a webhook secret respond 503, and nothing is delivered',
    ],
    [
      'redis',
      config.databaseUrl === null || config.redisUrl !== null,
      'REDIS_URL is not set: each replica counts the rate limits on its own',
    ],
    ['admin', config.adminTokens.length > 0, 'ADMIN_TOKEN is not set: the routes of operators respond 503'],
    ...config.chains.filter(({ chainId }) => chainId !== config.chainId).flatMap((chain) => listLacking(config, chain)),
  ]
  return lacking
    .filter(([, isSet]) => !isSet)
    .map(([name, , reason]) => ({ name, state: 'stub', target: null, reason, advice: null, milliseconds: null }))
}

/** What another chain than CHAIN_ID lacks. Submissions on it are refused while a configured provider doesn't serve it. */
function listLacking(config: Config, chain: Config['chains'][number]): [string, boolean, string][] {
  const { chainId, rpcUrl } = chain
  const { creatorData, marketData } = toChainConfig(config, chain)
  const place = ` on chain ${chainId}`
  return [
    [
      `creator data${place}`,
      creatorData !== null || config.creatorData === null,
      'the explorer takes no chain parameter, and CREATOR_DATA_URLS does not name the chain: its launches are refused',
    ],
    [
      `market data${place}`,
      marketData !== null || config.marketData === null,
      'the provider has no known name for the chain: its launches are refused',
    ],
    [
      `chain node${place}`,
      rpcUrl !== null,
      'CHAIN_RPC_URLS does not name the chain: its tokens can’t be read or followed',
    ],
  ]
}

/** The address in links and signed messages, as far as it can be judged from inside. */
function examinePublicUrl({ publicUrl, hasPublicUrl, host }: Config): Examined {
  const { pathname, protocol, hostname } = new URL(publicUrl)
  const found = (state: Examined['state'], reason: string, advice: string | null = null): Examined => ({
    name: 'public url',
    state,
    target: publicUrl,
    reason,
    advice,
    milliseconds: null,
  })
  if (!isLoopback(host) && !hasPublicUrl)
    return found('failed', 'HOST is public but PUBLIC_URL is not set', 'Set PUBLIC_URL to the address that people use.')
  if (pathname !== '/')
    return found(
      'failed',
      'it has a path, but pages work only at the root of their host',
      'Give the service a host of its own.',
    )
  if (protocol === 'http:' && !isLoopback(hostname))
    return found('failed', 'it is not https, which wallets and push services require', 'Put a proxy with TLS in front.')
  return found('ok', isLoopback(hostname) ? 'this machine alone' : 'used in links and signed messages')
}

const faultWords: Record<UpstreamFault, string> = {
  unavailable: 'no usable response',
  timeout: 'no response in time',
  rate_limited: 'rate limited',
  auth: 'wrong key',
  plan: 'refused by the plan',
  chain: 'wrong chain',
  request: 'refused our request',
  open: 'not called, because it keeps failing',
}

function toReason(error: unknown): string {
  if (error instanceof OutboundRefused) return `refused by the network rules: the URL ${error.message}`
  if (!(error instanceof UpstreamError)) return toFailureLine(error)
  const { message } = error
  const lack = findLack(error)
  if (lack) return message.startsWith(lack.reason) ? message : `${lack.reason}: ${message}`
  return `${toWords(error)}: ${message}`
}

const toWords = ({ provider, fault, message }: UpstreamError): string => {
  if (provider === 'model' && fault === 'plan')
    return message.includes(' 404') ? 'no such model' : 'refused by the plan'
  if (fault === 'auth' && /\b403\b/.test(message)) return 'refuses this key, address or origin'
  return provider === 'attester' ? 'can’t publish' : faultWords[fault]
}

/** Abilities that a model may lack although it responds, recognised by the message of its client. */
const lacks = [
  {
    pattern: /^The model takes no tools|\((?:no call|wrong call)\)$/,
    reason: 'The model takes no tools',
    advice: 'Choose a model with tools (function calls) in MODEL_NAME.',
  },
  {
    pattern: /^The model takes no images|\(blamed\)$/,
    reason: 'The model takes no images',
    advice: 'Choose a model with vision in MODEL_NAME.',
  },
]
const findLack = ({ provider, message }: UpstreamError) =>
  provider === 'model' ? lacks.find(({ pattern }) => pattern.test(message)) : undefined

const keys: Record<string, string | undefined> = {
  model: 'MODEL_API_KEY',
  'creator data': 'CREATOR_DATA_KEY',
  'token risk': 'TOKEN_RISK_KEY',
  'chain node': 'the key in CHAIN_RPC_URL',
  attestation: 'ATTESTER_URL',
  telegram: 'NOTIFY_TELEGRAM_TOKEN',
  discord: 'NOTIFY_DISCORD_URL',
  traces: 'OTEL_EXPORTER_OTLP_HEADERS',
  email: 'the user and the password in NOTIFY_SMTP_URL',
}

const planAdvice: Record<string, string | undefined> = {
  model: 'Check MODEL_NAME, and the credit of the account.',
  attester: 'Send it some of the chain’s native coin.',
}

/** The next step for the operator. */
function toAdvice(name: string, error: unknown): string | null {
  if (error instanceof OutboundRefused) return 'Use a public https URL, or add the host to OUTBOUND_ALLOW.'
  if (!(error instanceof UpstreamError)) return null
  const { fault, provider } = error
  const lack = findLack(error)
  if (lack) return lack.advice
  const advice: Partial<Record<UpstreamFault, string>> = {
    auth: `Check ${keys[name.replace(/ on chain \d+$/, '')] ?? (name.startsWith('model') ? 'the apiKey in MODEL_TUNING' : 'the key')}, and that the provider allows this server’s address and origin.`,
    plan: planAdvice[provider] ?? 'Check what the plan of the account includes.',
    chain: 'Check CHAIN_ID against what the provider serves.',
    rate_limited: 'Wait, or use a larger plan; the service slows down by itself.',
    timeout: 'Check the URL, and that a firewall lets this host through.',
    unavailable: 'Check the URL and the provider’s own status.',
  }
  return advice[fault] ?? null
}

/** Logs in the background, after the lines of the start, what `launchscore doctor` would say. Returns a function that stops it. */
export function examineAtStart(deps: Deps): () => Promise<void> {
  const { log } = deps
  const stopping = new AbortController()
  const examination = nextTurn().then(() => examine(deps, stopping.signal))
  const examining = examination.then(
    (checks) => {
      for (const { name, state, target, reason, advice } of checks)
        if (state === 'failed') log.warn({ check: name, target, reason, advice }, 'the doctor found a fault')
      const listNames = (wanted: string) => checks.filter(({ state }) => state === wanted).map(({ name }) => name)
      log.info(
        { ok: listNames('ok'), stub: listNames('stub'), failed: listNames('failed') },
        'the doctor has examined the providers',
      )
    },
    () => {}, // the service stops
  )
  return async () => {
    stopping.abort()
    await examining
  }
}
