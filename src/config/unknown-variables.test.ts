import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listVariables } from '../config.ts'
import { findUnknownVariables } from './unknown-variables.ts'

const find = (environment: Record<string, string>, inFile: string[] = []) =>
  findUnknownVariables(environment, listVariables(), new Set(inFile)).map(({ text }) => text)

const misspelt: [name: string, likely: string][] = [
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['LAUNCHSCORE_PUBLIC_URL', 'PUBLIC_URL'],
  ['MODEL_PROVIDR', 'MODEL_PROVIDER'],
  ['MODEL_APIKEY', 'MODEL_API_KEY'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['ADMIN_TOKENS', 'ADMIN_TOKEN'],
  ['PROT', 'PORT'],
  ['CHAINID', 'CHAIN_ID'],
]

for (const [name, likely] of misspelt)
  test(`the environment has ${name}: ${likely} was probably meant`, () => {
    const line = `${name} is not a variable of the service and has no effect; did you mean ${likely}?`
    assert.deepEqual(find({ [name]: 'x' }), [line])
    assert.deepEqual(find({ [name]: '' }), [])
  })

test('the file .env: every unknown name is told, except those of other programs', () => {
  const inFile = {
    MODEL_PROVIDR: 'x',
    FAVOURITE_COLOUR: 'x',
    NODE_ENV: 'x',
    POSTGRES_PASSWORD: 'x',
    TZ: 'x',
    PORT: '1',
  }
  assert.deepEqual(find(inFile, Object.keys(inFile)), [
    'MODEL_PROVIDR in .env is not a variable of the service and has no effect; did you mean MODEL_PROVIDER?',
    'FAVOURITE_COLOUR in .env is not a variable of the service and has no effect',
  ])
})

test('variables that a shell, a container, Kubernetes or CI sets are no misspelt ones', () => {
  const usual = `PATH HOME USER LOGNAME SHELL PWD OLDPWD TERM LANG HOSTNAME HOSTTYPE TMPDIR MAIL EDITOR SHLVL TZ PS1 NODE_ENV
    NODE_OPTIONS npm_command npm_config_port KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT REDIS_PORT
    REDIS_SERVICE_HOST POSTGRES_PORT LAUNCHSCORE_SERVICE_HOST LAUNCHSCORE_SERVICE_PORT LAUNCHSCORE_PORT_8080_TCP
    OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_PROTOCOL OTEL_TRACES_SAMPLER DATABASE_PORT DATABASE_HOST CI GITHUB_TOKEN DEBUG
    INVOCATION_ID JOURNAL_STREAM LISTEN_PID XDG_RUNTIME_DIR SSH_CLIENT COLORTERM DISPLAY PGHOST PGPORT`
  assert.deepEqual(find(Object.fromEntries(usual.split(/\s+/).map((name) => [name, 'x']))), [])
  assert.deepEqual(find({ LAUNCHSCORE_PORT: 'tcp://10.96.0.7:80' }), [])
})
