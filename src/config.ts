import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type ChainConfig, readChain } from './config/read-chain.ts'
import { formerVariables, listFormer, readFolded } from './config/folded-variables.ts'
import { type GatewaysConfig, readGateways } from './config/read-gateways.ts'
import { type JudgeConfig, readJudge } from './config/read-judge.ts'
import {
  type MarketDataConfig,
  type OutcomeVenuesConfig,
  readMarketData,
  readOutcomeVenues,
} from './config/read-market.ts'
import { type OperationConfig, readOperation } from './config/read-operation.ts'
import { type FactsConfig, readFacts, readScoring, type ScoringConfig } from './config/read-scoring.ts'
import {
  type Bounds,
  bounds,
  type NetworkConfig,
  type NotifyConfig,
  readNetwork,
  readNotify,
  readService,
  type ServiceConfig,
} from './config/read-service.ts'
import { readStorage, type StorageConfig } from './config/read-storage.ts'
import { findUnknownVariables, type VariableNote } from './config/unknown-variables.ts'
import { createEnvReader, type Environment } from './platform/env.ts'

/** The settings of a deployment; a name ends in its unit. */
export interface Config
  extends
    ServiceConfig,
    StorageConfig,
    JudgeConfig,
    FactsConfig,
    MarketDataConfig,
    OutcomeVenuesConfig,
    ChainConfig,
    OperationConfig,
    NetworkConfig,
    GatewaysConfig,
    ScoringConfig,
    Bounds {
  /** The notification channels besides the log. */
  notify: NotifyConfig
}

/** Finds variables of the environment and of the file `.env` that are probably misspelt, or that others replace. */
export function listVariableNotes(environment: Environment = process.env, file = '.env'): VariableNote[] {
  const known = new Set([...listVariables(), ...formerVariables])
  return [...findUnknownVariables(environment, known, listNamesIn(file)), ...listFormer(environment)]
}

/** The names of all variables that the configuration reads. */
export function listVariables(): Set<string> {
  const names = new Set<string>()
  const noting = new Proxy<Environment>({}, { get: (_, name) => void names.add(String(name)) })
  parseConfig(noting)
  return names
}

/** bin/read-env-file.js has read it into the environment, and reported its faults. */
function listNamesIn(file: string): Set<string> {
  try {
    return new Set(Object.keys(parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))))
  } catch {
    return new Set()
  }
}

/** Whether npx runs this program. */
export const isUnderNpx = (environment: Environment = process.env): boolean => environment['npm_command'] === 'exec'

/** Reads the whole environment, or throws `ConfigError` with one line per problem. */
export function parseConfig(environment: Environment = process.env): Config {
  const folded = readFolded(environment)
  const env = createEnvReader(environment, folded.parts)
  const chain = readChain(env)
  const network = readNetwork(env)
  const config: Config = {
    ...readService(env),
    ...readStorage(env),
    ...readJudge(env),
    ...readFacts(env),
    ...readMarketData(env, chain.chainId),
    ...readOutcomeVenues(env),
    ...chain,
    ...readOperation(env),
    notify: readNotify(env),
    ...network,
    ...readGateways(env, network.outboundAllow),
    ...readScoring(env),
    ...bounds,
  }
  if (config.databaseUrl === null) config.scorers = 0 // the embedded database belongs to one process
  for (const chainId of config.creatorDataByChain.keys())
    if (!config.chains.some((one) => one.chainId === chainId))
      env.problem('CREATOR_DATA_URLS', `names chain ${chainId}, which CHAINS does not list`)
  if (config.metrics.port === config.port) env.problem('METRICS_PORT', 'must not be the same as PORT')
  env.finish(folded.problems)
  return config
}
