import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listProblems } from './world/deps.ts'
import { parseConfig } from '../src/config.ts'

const malformed = [
  'http:launch.example',
  'https:launch.example',
  'https:\\\\launch.example',
  'https:/launch.example',
  'https:///launch.example',
  'https://',
  'https://launch.example/a b',
  'https://launch.example/a\tb',
  'https://launch.example/a\u202eb',
  'https://launch.example/"><script>',
  'https://launch.example/a\\b',
]

const first = { MODEL_PROVIDER: 'openai', MODEL_NAME: 'judge' }
const others: Record<string, Record<string, string>> = {
  PUBLIC_URL: {},
  CONTACT_URL: {},
  MODEL_BASE_URL: first,
  CREATOR_DATA_URL: {},
  TOKEN_RISK_URL: {},
  MARKET_DATA_URL: {},
  CHAIN_RPC_URL: {},
  NOTIFY_DISCORD_URL: {},
  OTEL_EXPORTER_OTLP_ENDPOINT: {},
}

for (const [name, environment] of Object.entries(others))
  test(`${name}: no // and host, or a space or quote, is a problem`, () => {
    assert.deepEqual(listProblems({ ...environment, [name]: 'https://launch.example:8443/a%20b' }), [])
    for (const url of malformed) {
      const problems = listProblems({ ...environment, [name]: url })
      assert.match(problems.join('\n'), new RegExp(`^${name} must be a URL like \\S+$`), url)
    }
  })

test('MODEL_PANEL: its own problem is listed beside the missing MODEL_PROVIDER', () => {
  assert.deepEqual(
    listProblems({ MODEL_PANEL: 'x' }).map((problem) => problem.split(' ')[0]),
    ['MODEL_PROVIDER', 'MODEL_PANEL'],
  )
})

test('a list of commas alone is a problem, not an unset variable', () => {
  for (const name of ['ADMIN_TOKEN', 'TRUST_PROXY', 'OUTBOUND_ALLOW']) {
    const [problem = '', ...more] = listProblems({ [name]: ' , ,' })
    assert.ok(problem.startsWith(`${name} must `) && more.length === 0, problem)
  }
})

test('MODEL_PANEL: a base URL without // and a host is a problem', () => {
  for (const baseUrl of ['http:foo', 'https://judge.example/a b', 'judge.example']) {
    const MODEL_PANEL = JSON.stringify([{ provider: 'openai', name: 'other', baseUrl }])
    const [problem = '', ...more] = listProblems({ ...first, MODEL_BASE_URL: 'http://judge.example', MODEL_PANEL })
    assert.ok(problem.startsWith('MODEL_PANEL must be a JSON list') && more.length === 0, problem)
  }
})

test('CONTACT_URL: a mailto URL has an address', () => {
  for (const CONTACT_URL of ['mailto:abuse@launch.example', 'mailto:a@launch.example?subject=Report%20a%20page'])
    assert.equal(parseConfig({ CONTACT_URL }).contactUrl, CONTACT_URL)
  for (const CONTACT_URL of ['mailto:', 'mailto:abuse', 'mailto://abuse@launch.example', 'mailto:a b@launch.example'])
    assert.match(listProblems({ CONTACT_URL }).join('\n'), /^CONTACT_URL must be a URL like .*$/, CONTACT_URL)
})

test('PUBLIC_URL: used with lower-case scheme and host, and no slash at its end', () => {
  for (const [given, used, domain] of [
    ['HTTPS://Launch.Example', 'https://launch.example', 'launch.example'],
    ['https://launch.example:443/App//', 'https://launch.example/App', 'launch.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['http://[::1]:8080', 'http://[::1]:8080', '[::1]:8080'],
  ] as const) {
    const { publicUrl, enrollmentDomain } = parseConfig({ PUBLIC_URL: given })
    assert.deepEqual([publicUrl, enrollmentDomain], [used, domain])
  }
})

test('DATABASE_URL: a host, or the folder of a socket', () => {
  for (const DATABASE_URL of [
    'postgres://user:pass word@host:5432/db',
    'postgresql://one:5433/db?target_session_attrs=primary',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://user@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres:///db',
    'postgres://host',
  ])
    assert.equal(parseConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL)
  for (const DATABASE_URL of ['postgres:foo', 'postgres:/foo', 'postgres://', 'postgres:///', 'postgres://ho\nst/db'])
    assert.match(listProblems({ DATABASE_URL }).join('\n'), /^DATABASE_URL must be a URL like .*$/, DATABASE_URL)
})

test('a database URL with several hosts is a problem that says what to set', () => {
  const DATABASE_URL = 'postgres://host/db'
  const leadsTo = { DATABASE_URL: 'the primary', DATABASE_DIRECT_URL: 'the primary', DATABASE_READ_URL: 'a replica' }
  for (const [name, server] of Object.entries(leadsTo))
    for (const url of ['postgres://u:p,w@one:5432,two:5432/db?sslmode=require', 'postgres:///db?host=one,two'])
      assert.deepEqual(listProblems({ DATABASE_URL, [name]: url }), [
        `${name} names several hosts; set it to one that always leads to ${server}: a virtual address, a DNS name, or a proxy such as HAProxy or PgBouncer`,
      ])
  assert.deepEqual(listProblems({ DATABASE_URL: 'postgres://u:p,w@one/db' }), [])
})

test('sslrootcert, sslcert, sslkey: an unreadable file is a problem of its variable', () => {
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const url = `postgres://user:pw@host:5432/db?sslmode=verify-full&${parameter}=`
    const rule = `DATABASE_URL has an ${parameter} that is not a readable file`
    assert.deepEqual(listProblems({ DATABASE_URL: `${url}/no/such.pem` }), [rule])
    assert.deepEqual(listProblems({ DATABASE_URL: url + import.meta.dirname }), [rule])
    assert.deepEqual(listProblems({ DATABASE_URL: url + import.meta.filename }), [])
  }
})

test('sslmode: another mode than those of pg is a problem of its variable', () => {
  const DATABASE_URL = 'postgres://host/db'
  const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
  for (const mode of modes) assert.deepEqual(listProblems({ DATABASE_URL: `${DATABASE_URL}?sslmode=${mode}` }), [])
  const rule = `has an sslmode that must be one of ${modes.join(', ')}`
  for (const mode of ['bogus', '', 'Require', 'allow', 'require&sslmode=bogus'])
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
      assert.deepEqual(listProblems({ DATABASE_URL, [name]: `${DATABASE_URL}?sslmode=${mode}` }), [`${name} ${rule}`])
  assert.deepEqual(listProblems({ DATABASE_URL: `${DATABASE_URL}?sslmode=verify-ca&uselibpqcompat=true` }), [
    'DATABASE_URL has sslmode=verify-ca with uselibpqcompat=true, which requires sslrootcert',
  ])
})
