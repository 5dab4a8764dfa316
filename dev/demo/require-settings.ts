import { parseConfig } from '../../src/config.ts'
import type { Environment } from '../../src/platform/env.ts'

/** Throws `ConfigError` if the service would refuse these settings once the stand-ins run. It starts nothing. */
export function requireSettings(settings: Environment): void {
  const gaps = standIns.filter((standIn) => Object.keys(standIn).every((name) => !settings[name]?.trim()))
  parseConfig(Object.assign({}, settings, ...gaps))
}

const url = 'http://127.0.0.1'

/** A provider of which nothing is set gets a stand-in, so that its other settings, such as its rate, are complete. */
const standIns: Environment[] = [
  { MODEL_PROVIDER: 'openai', MODEL_BASE_URL: url, MODEL_NAME: 'stand-in', MODEL_API_KEY: 'stand-in' },
  { CREATOR_DATA_URL: url, CREATOR_DATA_KEY: 'stand-in' },
  { TOKEN_RISK_URL: url, TOKEN_RISK_KEY: 'stand-in' },
  { MARKET_DATA_URL: url },
]
