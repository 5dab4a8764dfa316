import type { Config } from '../../src/config.ts'
import type { ChainSources, Deps } from '../../src/deps.ts'
import { noSources, sourcesOf } from '../../src/providers/chain-sources.ts'
import { Writable } from 'node:stream'
import { type Log, createLog } from '../../src/platform/log.ts'
import { parseConfig } from '../../src/config.ts'
import { ConfigError, type Environment } from '../../src/platform/env.ts'

/** Dependencies for a function that uses only those that are given: reading another one throws. */
export const makeDeps = <Given extends Partial<Deps>>(given: Given): Deps & Given =>
  new Proxy(given, {
    get: (target, name, receiver) => {
      if (typeof name === 'symbol' || name in target) return Reflect.get(target, name, receiver) as unknown
      throw new Error(`deps.${name} is used, and the test doesn’t give it`)
    },
  }) as Deps & Given // whatever is missing throws

/** Dependencies with these sources of CHAIN_ID in place of the own ones. */
export const withSources = <Own extends Pick<Deps, 'config' | 'chains'>>(
  deps: Own,
  over: Partial<ChainSources>,
): Own => ({
  ...deps,
  chains: new Map(deps.chains).set(deps.config.chainId, { ...sourcesOf(deps), ...over }),
})

/** For functions that read one chain's sources and no other setting. */
export const oneChain = (sources: Partial<ChainSources>): Pick<Deps, 'config' | 'chains'> => ({
  config: { chainId: 8453 } as Config, // nothing else is read
  chains: new Map([[8453, { ...noSources(8453), ...sources }]]),
})

/** A log at its most talkative, kept in memory. */
export function memoryLog(): { log: Log; logged: () => string } {
  const lines: string[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(chunk.toString())
    done()
  }
  return { log: createLog('trace', new Writable({ write })), logged: () => lines.join('') }
}

/** The problems of an environment; none: the service starts with it. */
export function listProblems(environment: Environment): string[] {
  try {
    parseConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
