import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse as parseYaml } from 'yaml'
import { idleMs } from '../src/platform/http/close-listener.ts'
import { assertVariables } from './deploy-variables.ts'

const deploy = join(import.meta.dirname, '../deploy')
const readText = (path: string) => readFileSync(join(deploy, path), 'utf8')
const { version } = JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8')) as { version: string }

/** DRAIN_SECONDS with DATABASE_URL, the time of idle connections, and 10 s for what is in progress. */
const stopSeconds = 5 + idleMs / 1000 + 10

const strict = { additionalProperties: false }
const text = Type.String({ minLength: 1 })
const texts = Type.Array(text, { minItems: 1 })
const conditions = Type.Enum(['service_started', 'service_healthy', 'service_completed_successfully'])
const common = {
  environment: Type.Record(text, text),
  restart: Type.Enum(['no', 'unless-stopped']),
  networks: texts,
}

/** A container of the service's own image. It has no `user` and no `ports`: the image's user is not root. */
const hardened = Type.Object(
  {
    ...common,
    image: Type.Literal(`launchscore:${version}`),
    build: Type.Object({ context: text, dockerfile: text }, strict),
    env_file: Type.Literal('compose.env'),
    command: Type.Optional(Type.Tuple([Type.Literal('migrate')])),
    read_only: Type.Literal(true),
    tmpfs: texts,
    cap_drop: Type.Tuple([Type.Literal('ALL')]),
    security_opt: Type.Tuple([Type.Literal('no-new-privileges:true')]),
    stop_grace_period: Type.String({ pattern: '^\\d+s$' }),
    depends_on: Type.Record(text, Type.Object({ condition: conditions }, strict)),
  },
  strict,
)

/** An image with a version of its own: neither none, nor one that moves, like `latest` or `17`. */
const pinned = Type.String({ pattern: '^[a-z]+:\\d+\\.\\d+(\\.\\d+)?(-[a-z]+)*$' })
const healthcheck = Type.Object({ test: texts, interval: text, retries: Type.Integer({ minimum: 1 }) }, strict)
const stored = Type.Object(
  {
    restart: common.restart,
    networks: texts,
    image: pinned,
    healthcheck,
    environment: Type.Optional(common.environment),
    command: Type.Optional(Type.Array(Type.String())),
    read_only: Type.Optional(Type.Boolean()),
    shm_size: Type.Optional(text),
    volumes: Type.Optional(texts),
  },
  strict,
)
const proxy = Type.Object({ ...common, image: pinned, ports: texts, volumes: texts, depends_on: texts }, strict)

const Compose = Type.Object(
  {
    name: text,
    'x-service': Type.Unknown(),
    services: Type.Object(
      { migrate: hardened, 'app-1': hardened, 'app-2': hardened, postgres: stored, redis: stored, proxy },
      strict,
    ),
    networks: Type.Record(text, Type.Unknown()),
    volumes: Type.Record(text, Type.Null()),
  },
  strict,
)

const given: unknown = parseYaml(readText('compose.yaml'), { strict: true, uniqueKeys: true, merge: true })
const compose = given as Static<typeof Compose> // the first test says whether it is one
const { services } = compose

test('compose.yaml follows its schema: pinned images, and containers with few rights', () => {
  assert.deepEqual([...Value.Errors(Compose, given)], [])
})

test('compose.yaml: the replicas start after the migrations and have time to drain', () => {
  assert.deepEqual(services.migrate.command, ['migrate'])
  assert.equal(services.migrate.restart, 'no')
  for (const replica of [services['app-1'], services['app-2']]) {
    assert.equal(replica.command, undefined)
    assert.ok(Number.parseInt(replica.stop_grace_period, 10) > stopSeconds)
    assertVariables(Object.keys(replica.environment))
    assert.equal(replica.depends_on['migrate']?.condition, 'service_completed_successfully')
  }
})

test('compose.yaml: all services, networks, volumes and files that it names exist', () => {
  const all: Record<string, { networks: string[]; volumes?: string[]; depends_on?: unknown }> = services
  for (const [name, { networks, volumes = [], depends_on: needed = {} }] of Object.entries(all)) {
    const conditionOf = Array.isArray(needed)
      ? Object.fromEntries(needed.map((other: string) => [other, null]))
      : needed
    for (const [other, value] of Object.entries(conditionOf as Record<string, { condition: string } | null>)) {
      assert.ok(all[other], `${name} depends on ${other}`)
      if (value?.condition === 'service_healthy') assert.ok('healthcheck' in all[other], `${other} has a health check`)
    }
    for (const network of networks) assert.ok(network in compose.networks, network)
    for (const volume of volumes) {
      const [source = ''] = volume.split(':')
      assert.ok(source.startsWith('.') ? existsSync(join(deploy, source)) : source in compose.volumes, volume)
    }
  }
  const { context, dockerfile } = services['app-1'].build
  assert.ok(existsSync(join(deploy, context, dockerfile)))
})

test('compose.env.example names each value that compose.yaml requires', () => {
  const needed = [...readText('compose.yaml').matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = '']) => name)
  const named = [...readText('compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  assert.deepEqual([...new Set(needed)].sort(), named.sort())
})

test('Caddy gets each value of its file from compose.yaml, and sends to the replicas', () => {
  const { UPSTREAMS = '', ...others } = services.proxy.environment
  const used = [...readText('caddy/Caddyfile').matchAll(/\{\$([A-Z]+)\}/g)].map(([, name = '']) => name)
  assert.deepEqual(used.toSorted(), ['UPSTREAMS', ...Object.keys(others)].toSorted())
  assert.deepEqual(UPSTREAMS.split(' '), ['app-1:8080', 'app-2:8080'])
})
