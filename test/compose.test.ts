import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse as parseYaml } from 'yaml'
import { idleMs } from '../src/platform/http/close-listener.ts'
import { assertVariables } from './deploy-variables.ts'

const deploy = join(import.meta.dirname, '../deploy')
const readText = (path: string) => readFileSync(join(deploy, path), 'utf8')

/** DRAIN_SECONDS with DATABASE_URL, the time of idle connections, and 10 s for what is in progress. */
const stopSeconds = 5 + idleMs / 1000 + 10

interface Container {
  environment: Record<string, string>
  networks: string[]
  build: { context: string; dockerfile: string }
  command?: string[]
  restart: string
  stop_grace_period: string
  volumes?: string[]
  depends_on: Record<string, { condition: string }>
}

const compose = parseYaml(readText('compose.yaml'), {
  strict: true,
  uniqueKeys: true,
  merge: true,
}) as {
  services: Record<'migrate' | 'app-1' | 'app-2' | 'proxy', Container>
  networks: object
  volumes: object
}
const { services } = compose

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
