import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listProblems } from '../test/world/deps.ts'
import { vapid } from '../test/fixtures/keys.ts'
import { parseConfig } from './config.ts'
import type { Environment } from './platform/env.ts'

test('an empty environment gives the documented defaults and no provider', () => {
  const config = parseConfig({})
  assert.equal(`${config.host}:${config.port}`, '127.0.0.1:8080')
  assert.equal(config.publicUrl, 'http://localhost:8080')
  assert.equal(config.serviceName, 'Launchscore')
  assert.equal(config.dataDir, './data')
  assert.equal(config.chainId, 8453)
  assert.equal(config.readyBreaker, 'fail')
  assert.equal(config.preparedStatements, true)
  assert.deepEqual([config.databaseUrl, config.model, config.creatorData, config.tokenRisk], [null, null, null, null])
})

test('DATABASE_READ_URL needs DATABASE_URL', () => {
  const databaseUrl = 'postgres://a@primary/launchscore'
  const databaseReadUrl = 'postgres://a@replica/launchscore'
  const config = parseConfig({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReadUrl })
  assert.equal(config.databaseReadUrl, databaseReadUrl)
  assert.equal(parseConfig({ DATABASE_URL: databaseUrl }).databaseReadUrl, null)
  assert.throws(() => parseConfig({ DATABASE_READ_URL: databaseReadUrl }), /^.*DATABASE_URL is missing/)
})

test('SCORE_MAX_IN_FLIGHT defaults to 256, and DNS_SERVERS takes addresses', () => {
  assert.deepEqual([parseConfig({}).scoreMaxInFlight, parseConfig({}).dnsServers], [256, []])
  const given = ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53']
  const config = parseConfig({ SCORE_MAX_IN_FLIGHT: '8', DNS_SERVERS: given.join(', ') })
  assert.deepEqual([config.scoreMaxInFlight, config.dnsServers], [8, given])
})

test('MESSAGE_DOMAIN defaults to the host and port of PUBLIC_URL', () => {
  assert.equal(parseConfig({}).enrollmentDomain, 'localhost:8080')
  assert.equal(parseConfig({ PUBLIC_URL: 'https://Launch.Example:443/app/' }).enrollmentDomain, 'launch.example')
  assert.equal(parseConfig({ PUBLIC_URL: 'https://launch.example:8443' }).enrollmentDomain, 'launch.example:8443')
  assert.equal(parseConfig({ ENROLLMENT_DOMAIN: 'sign.example' }).enrollmentDomain, 'sign.example')
})

test('CHAIN_RPC_URL may be set without the attester’s variables', () => {
  assert.equal(parseConfig({}).chainRpcUrl, null)
  assert.equal(parseConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:8545' }).chainRpcUrl, 'http://127.0.0.1:8545')
})

test('hosts may be addresses or names, and domains keep their port', () => {
  for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'my_host.example'])
    assert.equal(parseConfig({ HOST }).host, HOST)
  for (const ENROLLMENT_DOMAIN of [
    'localhost',
    'launch.example:8443',
    '127.0.0.1:8080',
    '[::1]:8080',
    'xn--80ak6aa92e.com',
  ])
    assert.equal(parseConfig({ ENROLLMENT_DOMAIN }).enrollmentDomain, ENROLLMENT_DOMAIN)
})

test('an empty variable counts as unset', () => {
  assert.deepEqual(parseConfig({ PORT: '', DATABASE_URL: ' ', MODEL_PROVIDER: '' }), parseConfig({}))
})

test('a provider is read with its key, chain and limits', () => {
  const config = parseConfig({
    MODEL_PROVIDER: 'openai',
    MODEL_BASE_URL: 'http://127.0.0.1:11434/v1',
    MODEL_NAME: 'llama',
    CREATOR_DATA_URL: 'http://127.0.0.1:1/v2/api',
    CREATOR_DATA_CHAIN_PARAM: 'chain_id',
    CREATOR_DATA_PER_MINUTE: '90',
    TOKEN_RISK_URL: 'http://127.0.0.1:2',
    TOKEN_RISK_KEY: 'key:secret',
  })
  assert.deepEqual(config.model, {
    provider: 'openai',
    baseUrl: 'http://127.0.0.1:11434/v1',
    name: 'llama',
    apiKey: null,
  })
  assert.deepEqual(config.creatorData, {
    url: 'http://127.0.0.1:1/v2/api',
    key: null,
    chainParam: 'chain_id',
    perMinute: 90,
  })
  assert.deepEqual(config.tokenRisk, {
    provider: 'goplus',
    url: 'http://127.0.0.1:2',
    key: 'key:secret',
    perMinute: null,
  })
})

test('an empty chain parameter sends none, and an absent one is chainid', () => {
  const url = { CREATOR_DATA_URL: 'http://127.0.0.1:1/api' }
  assert.equal(parseConfig({ ...url, CREATOR_DATA_CHAIN_PARAM: '' }).creatorData?.chainParam, '')
  assert.equal(parseConfig(url).creatorData?.chainParam, 'chainid')
})

test('the attester’s variables are read together', () => {
  const key = `0x${'0'.repeat(63)}1`
  const config = parseConfig({
    CHAIN_RPC_URL: 'http://127.0.0.1:8545',
    ATTESTATION_CONTRACT: '0x4200000000000000000000000000000000000021',
    ATTESTER_KEY: key,
    CHAIN_DAILY_GAS: '5000000',
  })
  assert.deepEqual(config.attestation, { contract: '0x4200000000000000000000000000000000000021', signer: { key } })
  assert.deepEqual([config.chainConfirmations, config.chainDailyGas], [1, 5_000_000])
  assert.equal(parseConfig({ CHAIN_CONFIRMATIONS: '3' }).chainConfirmations, 3)
  assert.deepEqual([parseConfig({}).chainDailyGas, parseConfig({}).publishRequires], [600_000_000, 'anyone'])
  assert.equal(parseConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:8545' }).attestation, null)
})

test('CHAIN_MIN_TIP is an amount of wei or gwei', () => {
  const tips: [text: string, wei: bigint][] = [
    ['', 0n],
    ['3000000000', 3_000_000_000n],
    ['3000000000 wei', 3_000_000_000n],
    ['3gwei', 3_000_000_000n],
    ['0.05 Gwei', 50_000_000n],
  ]
  for (const [text, wei] of tips) assert.equal(parseConfig({ CHAIN_MIN_TIP: text }).chainMinTip, wei, text)
  for (const text of ['3 ether', '-1', '0.5', '501gwei', 'gwei'])
    assert.throws(() => parseConfig({ CHAIN_MIN_TIP: text }), /CHAIN_MIN_TIP/, text)
})

const attesting = {
  CHAIN_RPC_URL: 'http://127.0.0.1:8545',
  ATTESTATION_CONTRACT: '0x4200000000000000000000000000000000000021',
  ATTESTER_KEY: `0x${'2'.repeat(64)}`,
}

/** The public key of the private key 1. */
const publicKey =
  '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' +
  '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8'
const remote = { ...attesting, ATTESTER_KEY: '', ATTESTER_URL: `https://signer/api/v1/eth1/sign/0x${publicKey}` }

test('ATTESTER_URL names the signer and, by its public key, the account', () => {
  const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
  for (const url of [
    `https://user:secret@signer:9000/api/v1/eth1/sign/0x${publicKey}`,
    `http://127.0.0.1:9000/behind/api/v1/eth1/sign/${publicKey.toUpperCase()}`,
  ]) {
    const { attestation } = parseConfig({ ...remote, ATTESTER_URL: url })
    assert.deepEqual(attestation, { contract: '0x4200000000000000000000000000000000000021', signer: { url, address } })
  }
})

const otlp = 'http://127.0.0.1:4318'

const server = 'postgres://a@one:5433/db'
const servers = 'postgres://a@one,two:5433/db'

const wrong: [name: string, environment: Environment][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: '80.5' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'launch.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://launch.example' }],
  ['SERVICE_NAME', { SERVICE_NAME: '---' }],
  ['SERVICE_NAME', { SERVICE_NAME: 'two\nlines' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://root@localhost/test' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a@one:5432,two:x/db' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a@one,,two/db' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a@one,:5433/db' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a@one/db?host=two,three' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a@one,two/db?target_session_attrs=standby' }],
  ['DATABASE_DIRECT_URL', { DATABASE_URL: server, DATABASE_DIRECT_URL: servers }],
  ['DATABASE_READ_URL', { DATABASE_URL: server, DATABASE_READ_URL: servers }],
  ['DATABASE_PREPARED_STATEMENTS', { DATABASE_PREPARED_STATEMENTS: 'yes' }],
  ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
  ['ATTESTER_FORMER', { ATTESTER_FORMER: '0x1' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'a-token-of-thirty-one-character' }],
  ['NOTIFY_ANNOUNCE', { NOTIFY_ANNOUNCE: 'green' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'alice:canary-admin-token-of-32-chars-1.,bob:ro:short' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'alice:canary-admin-token-of-32-chars-1.,alice:canary-admin-token-of-32-chars-2.' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'alice:canary-admin-token-of-32-chars-1.,bob:ro:canary-admin-token-of-32-chars-1.' }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: 'c2hvcnQ=' }],
  ['ENCRYPTION_KEY_PREVIOUS', { ENCRYPTION_KEY_PREVIOUS: 'c2hvcnQ=' }],
  ['MODEL_PROVIDER', { MODEL_PROVIDER: 'mistral', MODEL_NAME: 'm', MODEL_API_KEY: 'k' }],
  ['MODEL_PROVIDER', { MODEL_NAME: 'gpt-5.6-luna' }],
  ['MODEL_PROVIDER', { MODEL_API_KEY: 'secret' }],
  ['MODEL_NAME', { MODEL_PROVIDER: 'openai', MODEL_API_KEY: 'secret' }],
  ['MODEL_API_KEY', { MODEL_PROVIDER: 'anthropic', MODEL_NAME: 'claude-haiku-5-5' }],
  ['MODEL_BASE_URL', { MODEL_PROVIDER: 'openai', MODEL_NAME: 'm', MODEL_BASE_URL: 'ollama' }],
  ['MODEL_SAMPLES', { MODEL_SAMPLES: '6' }],
  ['MODEL_DAILY_BUDGET_TOKENS', { MODEL_DAILY_BUDGET_TOKENS: '-1' }],
  ['CREATOR_DATA_URL', { CREATOR_DATA_KEY: 'secret' }],
  ['CREATOR_DATA_URL', { CREATOR_DATA_URL: 'etherscan' }],
  ['CREATOR_DATA_CHAIN_PARAM', { CREATOR_DATA_URL: 'http://x/api', CREATOR_DATA_CHAIN_PARAM: 'a&b' }],
  ['TOKEN_RISK_URL', { TOKEN_RISK_KEY: 'secret' }],
  ['TOKEN_RISK_URL', { TOKEN_RISK_PROVIDER: 'honeypot-is' }],
  ['TOKEN_RISK_PROVIDER', { TOKEN_RISK_URL: 'https://x', TOKEN_RISK_PROVIDER: 'honeypot.is' }],
  ['CHAIN_ID', { CHAIN_ID: 'base' }],
  ['CHAIN_RPC_URL', { CHAIN_RPC_URL: 'ws://127.0.0.1:8545' }],
  ['ENROLLMENT_DOMAIN', { ENROLLMENT_DOMAIN: 'https://launch.example' }],
  ...['..', '-', ':', 'a:b', 'a:0', 'a:65536', 'a..b', '999.1.1.1', '[::1', '::1', 'Launch.example', 'a b', 'a/b'].map(
    (ENROLLMENT_DOMAIN): [string, Environment] => ['ENROLLMENT_DOMAIN', { ENROLLMENT_DOMAIN }],
  ),
  ...['999.1.1.1', '1', 'a b', 'http://x', 'x:80', '[::1]', 'a..b', '.', '10.0.0.0/8'].map(
    (HOST): [string, Environment] => ['HOST', { HOST }],
  ),
  ...['https://user@x', 'https://user:secret@x', 'https://x/?a=1', 'https://x?', 'https://x/#top'].map(
    (PUBLIC_URL): [string, Environment] => ['PUBLIC_URL', { PUBLIC_URL }],
  ),
  ...['https://user:secret@x/v1', 'https://x/v1?version=1'].map((MODEL_BASE_URL): [string, Environment] => [
    'MODEL_BASE_URL',
    { MODEL_PROVIDER: 'openai', MODEL_NAME: 'm', MODEL_BASE_URL },
  ]),
  ['MODEL_BASE_URL', { MODEL_PROVIDER: 'openai', MODEL_NAME: 'm', MODEL_BASE_URL: 'x' }],
  ['CREATOR_DATA_URL', { CREATOR_DATA_URL: 'https://user:secret@x/api' }],
  ['TOKEN_RISK_URL', { TOKEN_RISK_URL: 'https://user:secret@x' }],
  ['TOKEN_RISK_URL', { TOKEN_RISK_URL: 'https://x?key=1' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'ro:0123456789abcdef0123456789abcdef' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'alice:RO:0123456789abcdef0123456789abcdef' }],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'alice/smith:ro:0123456789abcdef0123456789abcdef' }],
  ['TOKEN_RISK_KEY', { TOKEN_RISK_URL: 'https://x', TOKEN_RISK_KEY: 'two words' }],
  ['MODEL_API_KEY', { MODEL_PROVIDER: 'anthropic', MODEL_NAME: 'x', MODEL_API_KEY: '…' }],
  ['MODEL_API_KEY', { MODEL_PROVIDER: 'anthropic', MODEL_NAME: 'x', MODEL_API_KEY: 'k\nx' }],
  ['MODEL_PROVIDER', { MODEL_PROVIDER: 'gemini' }],
  ['MODEL_PROVIDER', { MODEL_PROVIDER: 'gemini', MODEL_NAME: 'm' }],
  ['ENROLLMENT_DOMAIN', { ENROLLMENT_DOMAIN: 'launch.example\nDomain: other.example' }],
  ['CHAIN_RPC_URL', { ATTESTATION_CONTRACT: `0x${'1'.repeat(40)}`, ATTESTER_KEY: `0x${'2'.repeat(64)}` }],
  ['ATTESTER_KEY', { CHAIN_RPC_URL: 'http://x', ATTESTATION_CONTRACT: `0x${'1'.repeat(40)}` }],
  ['ATTESTATION_CONTRACT', { CHAIN_RPC_URL: 'http://x', ATTESTER_KEY: `0x${'2'.repeat(64)}` }],
  ['ATTESTER_KEY', { ...remote, ATTESTER_KEY: `0x${'2'.repeat(64)}` }],
  ['ATTESTATION_CONTRACT', { ...remote, ATTESTATION_CONTRACT: '' }],
  ['CHAIN_RPC_URL', { ...remote, CHAIN_RPC_URL: '' }],
  ...[
    'signer',
    'ftp://signer/api/v1/eth1/sign/0x' + publicKey,
    'https://signer',
    'https://signer/api/v1/eth2/sign/0x' + publicKey,
    'https://signer/api/v1/eth1/sign/0x' + publicKey.slice(2),
    'https://signer/api/v1/eth1/sign/0x04' + publicKey,
    'https://signer/api/v1/eth1/sign/0x' + publicKey.replace(/8$/, '9'),
    `https://signer/api/v1/eth1/sign/0x${publicKey}?token=1`,
  ].map((ATTESTER_URL): [string, Environment] => ['ATTESTER_URL', { ...remote, ATTESTER_URL }]),
  ['ATTESTATION_CONTRACT', { ...attesting, ATTESTATION_CONTRACT: `0x${'0'.repeat(40)}` }],
  ['ATTESTATION_CONTRACT', { ...attesting, ATTESTATION_CONTRACT: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }],
  ['ATTESTER_KEY', { ...attesting, ATTESTER_KEY: `0x${'0'.repeat(64)}` }],
  ['ATTESTER_KEY', { ...attesting, ATTESTER_KEY: `0x${'f'.repeat(64)}` }],
  ['CHAIN_CONFIRMATIONS', { CHAIN_CONFIRMATIONS: '0' }],
  ['SCORE_DAILY_PER_NETWORK', { SCORE_DAILY_PER_NETWORK: '0' }],
  ['PUSH_SERVICES', { PUSH_SERVICES: 'https://push.example' }],
  ['PUSH_SERVICES', { PUSH_SERVICES: '*' }],
  ['PUSH_SERVICES', { PUSH_SERVICES: '10.0.0.1' }],
  ['SCORE_DAILY_TOTAL', { SCORE_DAILY_TOTAL: 'none' }],
  ['PUBLISH_REQUIRES', { PUBLISH_REQUIRES: 'everyone' }],
  ['CHAIN_DAILY_GAS', { CHAIN_DAILY_GAS: '-1' }],
  ['ATTESTER_KEY', { CHAIN_RPC_URL: 'http://x', ATTESTATION_CONTRACT: `0x${'1'.repeat(40)}`, ATTESTER_KEY: '0xdead' }],
  ['READY_BREAKER', { READY_BREAKER: 'ignore' }],
  ['NOTIFY_TELEGRAM_CHAT', { NOTIFY_TELEGRAM_TOKEN: 'secret' }],
  ['NOTIFY_EMAIL_FROM', { NOTIFY_SMTP_URL: 'smtp://mail.example' }],
  ['NOTIFY_SMTP_URL', { NOTIFY_SMTP_URL: 'smtp:mail.example', NOTIFY_EMAIL_FROM: 'a@b.example' }],
  ['NOTIFY_SMTP_URL', { NOTIFY_SMTP_URL: 'smtp://user:50%off@mail.example', NOTIFY_EMAIL_FROM: 'a@b.example' }],
  ['NOTIFY_DISCORD_URL', { NOTIFY_DISCORD_URL: 'discord' }],
  ['NOTIFY_TELEGRAM_TOKEN', { NOTIFY_TELEGRAM_TOKEN: '1:a/b', NOTIFY_TELEGRAM_CHAT: '-100' }],
  ['NOTIFY_TELEGRAM_CHAT', { NOTIFY_TELEGRAM_TOKEN: '1:a', NOTIFY_TELEGRAM_CHAT: 'the team' }],
  ['NOTIFY_SMTP_URL', { NOTIFY_SMTP_URL: 'http://mail.example', NOTIFY_EMAIL_FROM: 'a@b.example' }],
  ['NOTIFY_SMTP_URL', { NOTIFY_SMTP_URL: 'smtp://mail.example?to=team', NOTIFY_EMAIL_FROM: 'a@b.example' }],
  ['NOTIFY_EMAIL_FROM', { NOTIFY_SMTP_URL: 'smtp://mail.example', NOTIFY_EMAIL_FROM: 'nobody' }],
  ['NOTIFY_VAPID_PRIVATE', { NOTIFY_VAPID_PUBLIC: vapid.publicKey }],
  ['NOTIFY_VAPID_PRIVATE', { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: 'A'.repeat(43) }],
  ['NOTIFY_VAPID_PUBLIC', { NOTIFY_VAPID_PUBLIC: 'public', NOTIFY_VAPID_PRIVATE: vapid.privateKey }],
  ['WALLETCONNECT_PROJECT_ID', { WALLETCONNECT_PROJECT_ID: 'two words' }],
  ['WALLETCONNECT_RELAY_URL', { WALLETCONNECT_PROJECT_ID: 'abc', WALLETCONNECT_RELAY_URL: 'wss://relay.example' }],
  ['FARCASTER_MANIFEST', { FARCASTER_MANIFEST: '{' }],
  ['FARCASTER_MANIFEST', { FARCASTER_MANIFEST: '{"miniapp":{}}' }],
  ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'http://127.0.0.1' }],
  ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'webhooks=127.0.0.1, hooks=127.0.0.1' }],
  ['DNS_SERVERS', { DNS_SERVERS: 'dns.example' }],
  ['DNS_SERVERS', { DNS_SERVERS: '::1:5353x' }],
  ['DNS_SERVERS', { DNS_SERVERS: '[127.0.0.1]:53' }],
  ['DNS_SERVERS', { DNS_SERVERS: '127.0.0.1:0' }],
  ['SCORE_MAX_IN_FLIGHT', { SCORE_MAX_IN_FLIGHT: '0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8, everyone' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['DISPATCH_INTERVAL_SECONDS', { DISPATCH_INTERVAL_SECONDS: '5s' }],
  ['METRICS_PORT', { METRICS_PORT: '0' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['MODEL_PRICE_OUTPUT', { MODEL_PRICE_INPUT: '0.25' }],
  ['MODEL_PRICE_INPUT', { MODEL_PRICE_INPUT: '-1', MODEL_PRICE_OUTPUT: '2' }],
  ['MODEL_PRICE_OUTPUT', { MODEL_PRICE_INPUT: '0', MODEL_PRICE_OUTPUT: '2 USD' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:secret@collector.example' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_TRACES_SAMPLER_ARG: '0.1' }],
  ['OTEL_TRACES_SAMPLER_ARG', { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_TRACES_SAMPLER_ARG: '1.5' }],
  ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }],
  ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_EXPORTER_OTLP_HEADERS: 'key=%0d%0ax' }],
  ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_EXPORTER_OTLP_HEADERS: 'key=%7F' }],
]

test('OTEL_ variables: the endpoint, decoded headers, and the share of traces', () => {
  assert.equal(parseConfig({}).otlp, null)
  assert.deepEqual(parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp }).otlp, { endpoint: otlp, headers: {}, ratio: 1 })
  const headers = 'authorization=Bearer%20key==, x-team=a'
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_EXPORTER_OTLP_HEADERS: headers }
  assert.deepEqual(parseConfig({ ...environment, OTEL_TRACES_SAMPLER_ARG: '0.05' }).otlp, {
    endpoint: otlp,
    headers: { authorization: 'Bearer key==', 'x-team': 'a' },
    ratio: 0.05,
  })
})

test('MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT: a price per million tokens, or zero', () => {
  assert.equal(parseConfig({}).modelPrice, null)
  assert.deepEqual(parseConfig({ MODEL_PRICE_INPUT: '0', MODEL_PRICE_OUTPUT: '12.5' }).modelPrice, {
    input: 0,
    output: 12.5,
  })
})

for (const [name, environment] of wrong)
  test(`${JSON.stringify(environment)} is a problem of ${name}`, () => {
    const problems = listProblems(environment)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.ok(problems[0]?.startsWith(`${name} `), problems[0])
  })

test('all problems are reported at once, one line each, without secrets', () => {
  const secret = 'hunter2hunter2'
  const problems = listProblems({
    PORT: 'x',
    LOG_LEVEL: 'x',
    MODEL_API_KEY: secret,
    ENCRYPTION_KEY: secret,
    ATTESTER_KEY: secret,
  })
  assert.ok(problems.length >= 5)
  assert.ok(problems.every((problem) => !problem.includes('\n') && !problem.includes(secret)))
})

test('without variables no channel is configured and admin routes are closed', () => {
  const { notify, adminTokens, dispatchIntervalSeconds } = parseConfig({})
  assert.deepEqual(notify, { announce: 'not_red', discordUrl: null, telegram: null, email: null, vapid: null })
  assert.deepEqual([adminTokens, dispatchIntervalSeconds], [[], 5])
})

test('each notification channel is read with its credentials', () => {
  const { notify } = parseConfig({
    NOTIFY_DISCORD_URL: 'https://discord.com/api/webhooks/1/token',
    NOTIFY_TELEGRAM_TOKEN: '123456:token',
    NOTIFY_TELEGRAM_CHAT: '@launches',
    NOTIFY_SMTP_URL: 'smtp://mail.example',
    NOTIFY_EMAIL_FROM: 'Launches <launches@launch.example>',
    NOTIFY_VAPID_PUBLIC: `${vapid.publicKey}=`,
    NOTIFY_VAPID_PRIVATE: vapid.privateKey,
  })
  const from = 'Launches <launches@launch.example>'
  assert.deepEqual(notify, {
    announce: 'not_red',
    discordUrl: 'https://discord.com/api/webhooks/1/token',
    telegram: { token: '123456:token', chat: '@launches' },
    email: { smtpUrl: 'smtp://mail.example', from, to: from },
    vapid,
  })
})

test('mail goes to the recipient in the mail server’s URL', () => {
  const NOTIFY_SMTP_URL = 'smtps://user:password@mail.example:465?to=a@launch.example,B%20%3Cb@launch.example%3E'
  const { notify } = parseConfig({ NOTIFY_SMTP_URL, NOTIFY_EMAIL_FROM: 'launches@launch.example' })
  assert.equal(notify.email?.to, 'a@launch.example,B <b@launch.example>')
})

test('WalletConnect has its own relay by default, and none without a project', () => {
  assert.equal(parseConfig({}).walletConnect, null)
  assert.deepEqual(parseConfig({ WALLETCONNECT_PROJECT_ID: 'abc' }).walletConnect, {
    projectId: 'abc',
    relayUrl: 'wss://relay.walletconnect.org',
  })
})

test('a dispatch interval of 0 is accepted', () => {
  assert.equal(parseConfig({ DISPATCH_INTERVAL_SECONDS: '0' }).dispatchIntervalSeconds, 0)
})

test('the market data has the chain’s name, and test networks have none', () => {
  const url = 'https://api.dexscreener.com'
  const chainOf = (environment: Record<string, string>) =>
    parseConfig({ MARKET_DATA_URL: url, ...environment }).marketData?.chain
  assert.equal(chainOf({}), 'base')
  assert.equal(chainOf({ CHAIN_ID: '1' }), 'ethereum')
  assert.equal(chainOf({ CHAIN_ID: '84532' }), undefined)
  assert.equal(chainOf({ CHAIN_ID: '84532', MARKET_DATA_CHAIN: 'local' }), 'local')
  assert.equal(parseConfig({}).marketData, null)
})

test('ATTESTATION_CONTRACT with a mistyped digit: the problem names the checksum', () => {
  const mistyped = { ...attesting, ATTESTATION_CONTRACT: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96046' }
  assert.throws(() => parseConfig(mistyped), {
    message: /^ATTESTATION_CONTRACT has an invalid EIP-55 checksum; [^\n]*$/,
  })
})
