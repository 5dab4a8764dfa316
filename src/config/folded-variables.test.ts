import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listProblems } from '../../test/world/deps.ts'
import { type Config, listVariableNotes, parseConfig } from '../config.ts'

const openai = { MODEL_PROVIDER: 'openai', MODEL_NAME: 'judge', MODEL_API_KEY: 'key' }
const sources = {
  CREATOR_DATA_URL: 'https://explorer.example/api',
  TOKEN_RISK_URL: 'https://risk.example',
  MARKET_DATA_URL: 'https://market.example',
}
const panel = [{ provider: 'anthropic', name: 'other', apiKey: 'secret' }]

const same: [folded: Record<string, string>, former: Record<string, string>][] = [
  [
    { SCORE_DAILY: 'free=1, pro=2,enterprise=3,network=4' },
    { SCORE_DAILY_FREE: '1', SCORE_DAILY_PRO: '2', SCORE_DAILY_ENTERPRISE: '3', SCORE_DAILY_PER_NETWORK: '4' },
  ],
  [
    { ...sources, CALLS_PER_MINUTE: 'creator=1,risk=2,market=3' },
    { ...sources, CREATOR_DATA_PER_MINUTE: '1', TOKEN_RISK_PER_MINUTE: '2', MARKET_DATA_PER_MINUTE: '3' },
  ],
  [
    {
      ...openai,
      MODEL_TUNING: JSON.stringify({ samples: 2, panel, priceInput: 0.25, priceOutput: 2, anchorsAt: '03:30' }),
    },
    {
      ...openai,
      MODEL_SAMPLES: '2',
      MODEL_PANEL: JSON.stringify(panel),
      MODEL_PRICE_INPUT: '0.25',
      MODEL_PRICE_OUTPUT: '2',
      EVAL_ANCHORS_AT: '03:30',
    },
  ],
  [
    {
      ...sources,
      CHAIN_ID: '31337',
      TUNING:
        'in_flight=1,connections=2,stored_bytes=3,gas=4,confirmations=5,min_tip=6gwei,backfill_days=7,market_chain=local,keyed_by_ip=off,ipfs=https://ipfs.example/ipfs/,arweave=https://ar.example/',
    },
    {
      ...sources,
      CHAIN_ID: '31337',
      SCORE_MAX_IN_FLIGHT: '1',
      DATABASE_POOL_MAX: '2',
      STORE_DAILY_BYTES: '3',
      CHAIN_DAILY_GAS: '4',
      CHAIN_CONFIRMATIONS: '5',
      CHAIN_MIN_TIP: '6gwei',
      LAUNCHES_BACKFILL_DAYS: '7',
      MARKET_DATA_CHAIN: 'local',
      LIMIT_KEYED_ROUTES_BY_IP: 'off',
      IPFS_GATEWAY: 'https://ipfs.example/ipfs/',
      ARWEAVE_GATEWAY: 'https://ar.example/',
    },
  ],
]
for (const [folded, former] of same)
  test(`${Object.keys(folded).at(-1)}: the same settings as the variables that it replaces`, () => {
    const config = parseConfig(folded)
    assert.deepEqual(config, parseConfig(former))
    for (const name of Object.keys(former).filter((name) => !(name in folded))) {
      const { [name]: _, ...others } = former
      assert.throws(() => assert.deepEqual(parseOr(others), config), name) // each setting has an effect
    }
  })

const parseOr = (environment: Record<string, string>): Config | null =>
  listProblems(environment).length > 0 ? null : parseConfig(environment)

const faults: [Record<string, string>, string[]][] = [
  [{ SCORE_DAILY: 'free=x' }, ['SCORE_DAILY (free) must be a whole number from 1 to 100000000']],
  [{ SCORE_DAILY: '2000' }, ['SCORE_DAILY must be like free=2000,network=500']],
  [{ SCORE_DAILY: 'free=1,free=2' }, ['SCORE_DAILY (free) must not be set twice']],
  [
    { SCORE_DAILY: 'gold=1' },
    ['SCORE_DAILY (gold) is not a setting; the settings of SCORE_DAILY are free, pro, enterprise, network'],
  ],
  [
    { SCORE_DAILY: 'free=1', SCORE_DAILY_FREE: '1' },
    ['SCORE_DAILY (free) must not be set together with SCORE_DAILY_FREE, which it replaces'],
  ],
  [{ TUNING: 'constructor=1' }, []],
  [{ MODEL_TUNING: '{' }, ['MODEL_TUNING must be like {"samples":3}']],
  [{ MODEL_TUNING: '{"samples":null}' }, ['MODEL_TUNING must be like {"samples":3}']],
  [
    { MODEL_TUNING: '{"priceInput":1}' },
    ['MODEL_TUNING (priceOutput) is missing; it is required together with MODEL_TUNING (priceInput)'],
  ],
  [{ CALLS_PER_MINUTE: 'creator=1' }, ['CREATOR_DATA_URL is missing; it is required by CALLS_PER_MINUTE (creator)']],
]
for (const [environment, problems] of faults)
  test(`${JSON.stringify(environment)}: a line that names the variable and the setting`, () => {
    const found = listProblems(environment)
    if (problems.length > 0) return assert.deepEqual(found, problems)
    assert.match(found.join('\n'), /^TUNING \(constructor\) is not a setting; .*$/)
  })

test('the note about a former variable names what replaces it, and not its value', () => {
  const environment = { MODEL_PANEL: JSON.stringify(panel), MARKET_DATA_PROVIDER: 'dexscreener', SCORE_DAILY_PRO: ' ' }
  assert.deepEqual(listVariableNotes(environment, '/nowhere'), [
    { variable: 'MODEL_PANEL', text: 'MODEL_PANEL is still read; MODEL_TUNING replaces it, with "panel": …' },
    {
      variable: 'MARKET_DATA_PROVIDER',
      text: 'MARKET_DATA_PROVIDER is still read, but superseded: leave it out, because DEX Screener is the only provider',
    },
  ])
})
