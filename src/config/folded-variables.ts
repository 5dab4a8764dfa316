import { Type } from 'typebox'
import type { Environment } from '../platform/env.ts'
import { checkValue, parseJson } from '../platform/values.ts'
import type { VariableNote } from './unknown-variables.ts'

/** The value of a setting, if it is set, and what messages call it: the variable, and the setting's name in it. */
interface Part {
  value?: string
  label: string
}

/** A variable that holds several settings. */
interface Fold {
  /** The former variable of each setting. */
  settings: Record<string, string>
  example: string
  form: 'list' | 'json'
}

const folds: Record<string, Fold> = {
  SCORE_DAILY: {
    settings: {
      free: 'SCORE_DAILY_FREE',
      pro: 'SCORE_DAILY_PRO',
      enterprise: 'SCORE_DAILY_ENTERPRISE',
      network: 'SCORE_DAILY_PER_NETWORK',
    },
    example: 'free=2000,network=500',
    form: 'list',
  },
  CALLS_PER_MINUTE: {
    settings: {
      creator: 'CREATOR_DATA_PER_MINUTE',
      risk: 'TOKEN_RISK_PER_MINUTE',
      market: 'MARKET_DATA_PER_MINUTE',
    },
    example: 'creator=280,market=60',
    form: 'list',
  },
  MODEL_TUNING: {
    settings: {
      samples: 'MODEL_SAMPLES',
      panel: 'MODEL_PANEL',
      priceInput: 'MODEL_PRICE_INPUT',
      priceOutput: 'MODEL_PRICE_OUTPUT',
      anchorsAt: 'EVAL_ANCHORS_AT',
    },
    example: '{"samples":3}',
    form: 'json',
  },
  TUNING: {
    settings: {
      in_flight: 'SCORE_MAX_IN_FLIGHT',
      connections: 'DATABASE_POOL_MAX',
      stored_bytes: 'STORE_DAILY_BYTES',
      gas: 'CHAIN_DAILY_GAS',
      confirmations: 'CHAIN_CONFIRMATIONS',
      min_tip: 'CHAIN_MIN_TIP',
      backfill_days: 'LAUNCHES_BACKFILL_DAYS',
      market_chain: 'MARKET_DATA_CHAIN',
      keyed_by_ip: 'LIMIT_KEYED_ROUTES_BY_IP',
      ipfs: 'IPFS_GATEWAY',
      arweave: 'ARWEAVE_GATEWAY',
    },
    example: 'in_flight=256,connections=10',
    form: 'list',
  },
}

/** Variables that no setting of another replaces, with what to do instead. They are still read. */
const superseded: Record<string, string> = {
  CREATOR_DATA_CHAIN_PARAM: 'name an explorer of a single chain in CREATOR_DATA_URLS',
  DATABASE_PREPARED_STATEMENTS: 'leave it out, because the service detects a connection pooler',
  DISPATCH_INTERVAL_SECONDS: 'to send nothing by itself, run `launchscore start --quiet`',
  DNS_SERVERS: 'set the name servers of the system',
  ENROLLMENT_DOMAIN: 'set PUBLIC_URL, whose host is in the messages that wallets sign',
  MARKET_DATA_PROVIDER: 'leave it out, because DEX Screener is the only provider',
  OUTCOME_QUOTES: 'put the tokens into a launchpad file in LAUNCHPADS_DIR',
  OUTCOME_VENUES: 'put the launchpads into a file in LAUNCHPADS_DIR',
  PUSH_SERVICES: 'allow a further push service in OUTBOUND_ALLOW, as push=host',
}

/** Variables of former releases that stop the start. */
const gone: Record<string, string> = {
  WALLETCONNECT_RELAY_URL: 'is gone: wallets use WalletConnect’s own relay. Remove it',
}

/** Variables that are read although `.env.example` doesn't list them, because others replace them. */
export const formerVariables: ReadonlySet<string> = new Set([
  ...Object.values(folds).flatMap(({ settings }) => Object.values(settings)),
  ...Object.keys(superseded),
  ...Object.keys(gone),
])

/** Reads the variables that hold several settings: each of their settings under the name of its former variable. */
export function readFolded(environment: Environment): { parts: Map<string, Part>; problems: string[] } {
  const parts = new Map<string, Part>()
  const problems = Object.entries(gone).flatMap(([name, advice]) =>
    isSet(environment, name) ? [`${name} ${advice}`] : [],
  )
  for (const [variable, { settings, example, form }] of Object.entries(folds)) {
    const text = environment[variable]?.trim()
    if (!text) continue
    const toLabel = (setting: string) => `${variable} (${setting})`
    for (const [setting, former] of Object.entries(settings)) parts.set(former, { label: toLabel(setting) })
    const pairs = form === 'json' ? readObject(text) : readPairs(text)
    if (pairs === null) problems.push(`${variable} must be like ${example}`)
    for (const [setting, value] of pairs ?? []) {
      const former = Object.hasOwn(settings, setting) ? settings[setting] : undefined
      const label = toLabel(setting)
      if (former === undefined)
        problems.push(`${label} is not a setting; the settings of ${variable} are ${Object.keys(settings).join(', ')}`)
      else if (parts.get(former)?.value !== undefined) problems.push(`${label} must not be set twice`)
      else if (isSet(environment, former))
        problems.push(`${label} must not be set together with ${former}, which it replaces`)
      else parts.set(former, { value, label })
    }
  }
  return { parts, problems }
}

/** What replaces the former variables that are set; a line for each. */
export function listFormer(environment: Environment): VariableNote[] {
  const ofFolds = Object.entries(folds).flatMap(([variable, { settings, form }]) =>
    Object.entries(settings).map(([setting, former]) => ({
      variable: former,
      text: `${former} is still read; ${variable} replaces it, with ${form === 'json' ? `"${setting}": …` : `${setting}=…`}`,
    })),
  )
  const others = Object.entries(superseded).map(([variable, advice]) => ({
    variable,
    text: `${variable} is still read, but superseded: ${advice}`,
  }))
  return [...ofFolds, ...others].filter(({ variable }) => isSet(environment, variable))
}

const isSet = (environment: Environment, name: string): boolean => (environment[name]?.trim() ?? '') !== ''

/** `name=value`, comma-separated; null: the text is no such list. */
function readPairs(text: string): [string, string][] | null {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => /^([^=\s]+)\s*=\s*(\S.*)$/.exec(entry))
  if (entries.length === 0 || entries.includes(null)) return null
  return entries.flatMap((entry) => (entry?.[1] && entry[2] ? [[entry[1], entry[2]]] : []))
}

const Options = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Array(Type.Unknown())]))

/** Parses a JSON object; null if the text isn’t one. */
function readObject(text: string): [string, string][] | null {
  const value = parseJson(text)
  if (!checkValue(Options, value)) return null
  return Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? JSON.stringify(one) : String(one)])
}
