import { parseConfig } from '../src/config.ts'
import { ConfigError, type Environment } from '../src/platform/env.ts'

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
