import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parser } from '@prometheus-io/lezer-promql'
import { parse as parseYaml } from 'yaml'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { startAttestingApp } from '../world/attesting.ts'
import { ask, startApp, startWorld } from '../world/app.ts'
import { startOwnService } from '../servers/processes.ts'

const root = join(import.meta.dirname, '../..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

interface Panel {
  type: string
  title: string
  targets?: { expr: string }[]
  panels?: Panel[]
}

const alerts = parseYaml(readText('deploy/prometheus/alerts.yml'), { strict: true, uniqueKeys: true }) as {
  groups: { name: string; rules: Rule[] }[]
}
const rules = alerts.groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readText('deploy/grafana/dashboard.json')) as {
  uid: string
  panels: Panel[]
  templating: { list: { name: string; definition?: string }[] }
}
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))

/** A metric as the service offers it: its type, its samples' names and the labels that they may have. */
type Offered = Map<string, Set<string>>

interface Used {
  name: string
  labels: string[]
}

const toPromql = (expr: string) => expr.replaceAll('$__rate_interval', '5m')

/** The metrics of an expression with the labels that it selects or groups by; throws when it is not PromQL. */
function parsePromql(expr: string): { metrics: Used[]; groupings: string[] } {
  const text = toPromql(expr)
  const metrics: Used[] = []
  const groupings: string[] = []
  let isGrouping = false
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      const word = text.slice(from, to)
      assert.ok(!type.isError, `${expr}\nis no PromQL at character ${from}`)
      if (type.name === 'GroupingLabels') isGrouping = true
      if (type.name === 'Identifier') metrics.push({ name: word, labels: [] })
      if (type.name === 'LabelName') (isGrouping ? groupings : (metrics.at(-1)?.labels ?? [])).push(word)
    },
    leave: ({ type }) => {
      if (type.name === 'GroupingLabels') isGrouping = false
    },
  })
  return { metrics, groupings }
}

/** Labels that Prometheus adds to each sample. */
const ofPrometheus = ['job', 'instance']

function checkExpression(expr: string, offered: Offered): void {
  const { metrics, groupings } = parsePromql(expr)
  assert.ok(metrics.length > 0, expr)
  const known = new Set(ofPrometheus)
  for (const { name, labels } of metrics) {
    if (name === 'up') continue
    const own = offered.get(name)
    assert.ok(own, `${name} is no metric of the service`)
    for (const label of own) known.add(label)
    for (const label of labels)
      assert.ok(own.has(label) || ofPrometheus.includes(label), `${name} has no label ${label}`)
  }
  for (const label of groupings)
    assert.ok(known.has(label), `${expr}\ngroups by ${label}, which is no label of its metrics`)
}

let offered: Promise<Offered> | undefined

/** The features of the service, with each of its optional parts configured in one of three services. */
const listOffered = (t: TestContext): Promise<Offered> => (offered ??= collectOffered(t))

async function collectOffered(t: TestContext): Promise<Offered> {
  const world = await startWorld(t)
  const environment = {
    MODEL_DAILY_BUDGET_TOKENS: '1000000',
    MODEL_PRICE_INPUT: '1',
    MODEL_PRICE_OUTPUT: '1',
    REDIS_URL: 'redis://127.0.0.1:1',
  }
  const { app, deps } = hasAnvil()
    ? await startAttestingApp(t, { world, environment })
    : await startApp(t, { world, environment: { ...world.environment, ...environment } })
  const own = await startOwnService(t, {})
  const texts = [(await ask(app, { url: '/metrics' })).body as string, await (await fetch(`${own.url}/metrics`)).text()]
  const names: Offered = new Map()
  const add = (name: string, labels: string[]) => names.set(name, new Set([...(names.get(name) ?? []), ...labels]))
  for (const metric of deps.metrics.registry.getMetricsAsArray()) {
    // prom-client keeps the label names, which its types don't show
    const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] }
    const isHistogram = texts.some((text) => text.includes(`# TYPE ${name} histogram`))
    if (!isHistogram) add(name, labelNames)
    else
      for (const [suffix, more] of [
        ['_bucket', ['le']],
        ['_sum', []],
        ['_count', []],
      ] as const)
        add(name + suffix, [...labelNames, ...more])
  }
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) (?:gauge|counter)$/gm)) {
      const labels = [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))].flatMap(([, pairs = '']) =>
        [...pairs.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      )
      add(name, labels)
    }
  return names
}

const optional = { skip: !hasAnvil() && 'there is no anvil for this platform' }

test('deploy/prometheus/alerts.yml: each rule names metrics and labels of the service', optional, async (t) => {
  const metrics = await listOffered(t)
  assert.ok(rules.length >= 20)
  for (const { expr } of rules) checkExpression(expr, metrics)
})

test('deploy/grafana/dashboard.json: each panel queries metrics of the service', optional, async (t) => {
  const metrics = await listOffered(t)
  assert.ok(queries.length >= 30)
  for (const { expr } of queries) checkExpression(expr, metrics)
})

test('docs/advanced-operation.md lists every metric of the service, and no other', optional, async (t) => {
  const named = [...(await listOffered(t)).keys()].map((name) =>
    name.startsWith('http_request') || /_seconds_(bucket|sum|count)$/.test(name)
      ? name.replace(/_(bucket|sum|count)$/, '')
      : name,
  )
  const own = [...new Set(named)].filter((name) => !/^(nodejs|process)_/.test(name)).sort()
  const [, section = ''] = readText('docs/advanced-operation.md').split('## Metrics')
  const [table = ''] = section.split('\n## ')
  const documented = [...table.matchAll(/`((?:launchscore|http)_\w+)/g)].map(([, name = '']) => name)
  assert.deepEqual([...new Set(documented)].sort(), own)
})

await import('../world/close-shared-db.ts')
