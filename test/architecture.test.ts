import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { type Node, parse } from 'acorn'
import { parseAst } from 'rolldown/parseAst'
import { listImports } from './list-imports.ts'

const src = join(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const sources = files.filter((file) => !file.endsWith('.test.ts'))
const toText = (file: string) => readFileSync(join(src, file), 'utf8')

/** The other modules from which a module may import. A new pair is a design decision. */
const mayImport: Record<string, string[]> = {
  platform: [],
  design: [],
  providers: ['platform'],
  config: ['platform'],
  database: ['platform'],
  deps: ['platform', 'providers', 'config', 'database'],
  activity: ['database', 'deps'],
  keys: ['platform', 'database', 'deps'],
  delivery: ['platform', 'database', 'deps'],
  webhooks: ['platform', 'database', 'deps', 'keys', 'delivery'],
  judge: ['platform', 'providers', 'database', 'deps', 'activity'],
  signals: ['platform', 'providers', 'deps', 'judge'],
  scoring: ['platform', 'providers', 'database', 'deps', 'keys', 'webhooks', 'judge', 'signals'],
  schedule: ['database', 'deps', 'webhooks'],
  enrollment: ['platform', 'database', 'deps', 'keys', 'webhooks', 'scoring', 'schedule'],
  launches: ['platform', 'database', 'deps', 'keys', 'scoring', 'enrollment'],
  attestation: [
    'platform',
    'providers',
    'database',
    'deps',
    'activity',
    'keys',
    'webhooks',
    'signals',
    'scoring',
    'enrollment',
  ],
  notifications: ['platform', 'design', 'database', 'deps', 'scoring', 'schedule', 'enrollment'],
  rankings: ['platform', 'database', 'deps', 'judge', 'scoring'],
  outcomes: ['platform', 'providers', 'database', 'deps', 'webhooks', 'scoring', 'enrollment', 'attestation'],
  incidents: ['platform', 'database', 'deps'],
  evaluation: ['platform', 'providers', 'database', 'deps', 'judge', 'scoring'],
  reference: ['platform'],
  health: ['platform', 'database', 'deps', 'delivery', 'judge', 'attestation'],
  admin: ['platform', 'database', 'deps', 'activity', 'keys', 'scoring', 'health'],
  feeds: ['platform', 'database', 'deps', 'scoring', 'incidents', 'reference'],
  share: ['platform', 'design', 'deps', 'scoring', 'enrollment', 'launches', 'attestation'],
  site: [
    'platform',
    'design',
    'deps',
    'judge',
    'scoring',
    'enrollment',
    'launches',
    'attestation',
    'rankings',
    'outcomes',
    'incidents',
    'evaluation',
    'reference',
  ],
}

/** The public files of a module: other modules can import these, beside schemas, tables, rules and the reads of its store. */
const publicFiles: Record<string, string[]> = {
  activity: ['names', 'store'],
  keys: [
    'commands/create-unknown-prefix-error',
    'consume',
    'describe-key',
    'guard',
    'key-deps',
    'usage/prune-key-usage',
    'schemas',
    'store',
    'to-api-key',
  ],
  delivery: ['delivery-body', 'log-store', 'queue-store', 'schemas', 'signing/sign', 'signing/sign-standard'],
  webhooks: ['outbox'],
  judge: [
    'find-rule-set',
    'judging',
    'panel',
    'prompts',
    'replay-judgement',
    'rules/lookalikes-1.0.0',
    'rules/memory-1.0.0',
    'store',
    'versions/active-prompt',
    'versions/list-prompts',
    'versions/prompt-diff',
    'versions/prompt-files',
  ],
  signals: [
    'facts',
    'measure',
    'mentioned-handles',
    'reading/read-effects',
    'recorded-rule-sets',
    'rule-sets',
    'schemas',
  ],
  scoring: [
    'admission/admission-deps',
    'admission/day-totals',
    'admission/payer',
    'aggregate',
    'band',
    'headline',
    'identity/mark-bound',
    'identity/mark-signed',
    'identity/search-names',
    'identity/sign-handles',
    'identity/standing',
    'memory/list-earlier',
    'replay/find-weights',
    'rescore',
    'schemas',
    'shown/create-score-not-found-error',
    'shown/find-speaking-score',
    'shown/list-signals',
    'shown/pending-signals',
    'shown/read-shown-score',
    'shown/shown-store',
    'shown/to-score-fields',
    'store',
    'takedown/get-shown-body',
    'takedown/refuse-hidden',
    'takedown/shown-cache',
    'takedown/take-down',
    'takedown/takedown-reason',
    'takedown/takedown-response',
    'takedown/takedown-store',
    'thumbnails',
    'warning-words',
  ],
  schedule: ['schedule-launch', 'slot-expiry', 'store'],
  enrollment: [
    'appeals/appeal-response',
    'appeals/appeal-store',
    'appeals/schemas',
    'check-issued',
    'check-schedule',
    'enrollment-response',
    'limit-chain',
    'message',
    'resolve-launch',
    'schemas',
    'set-schedule',
    'store',
    'verify-signature',
  ],
  launches: ['get-launch', 'launch-phase', 'list-page-edits', 'schemas'],
  attestation: ['attestation-response', 'claim', 'gas-store', 'publishing/job-store', 'store'],
  rankings: [
    'explore/get-token',
    'explore/list-creator-launches',
    'explore/list-newest',
    'explore/list-tickets',
    'get-creator',
    'get-percentile',
    'leaderboard-cursor',
    'list-launches',
    'list-leaderboards',
    'list-planned-launches',
    'schemas',
    'search/schemas',
    'search/search',
    'position/create-position-reader',
  ],
  incidents: ['incident', 'store'],
  evaluation: ['drift', 'list-evaluations', 'schemas'],
  reference: ['api-changelog', 'guides/load-guides', 'guides/search-guides'],
  health: ['attester-status', 'budgets', 'store'],
}

const getModule = (file: string) => (file.includes('/') ? file.split('/')[0] : file.replace(/\.ts$/, '')) ?? ''

interface Import {
  from: string
  to: string
  isTypeOnly: boolean
}

const imports: Import[] = sources.flatMap((file) =>
  [...toText(file).matchAll(/^import (type )?[^'"]*?from '(\.[^']+)'/gms)].map(([, type, path]) => ({
    from: file,
    to: relative(src, join(src, dirname(file), path ?? '')),
    isTypeOnly: type !== undefined,
  })),
)

test('modules import only from the modules below them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [module, other] = [getModule(from), getModule(to)]
    return module !== other && module !== 'main' && !mayImport[module]?.includes(other)
  })
  assert.deepEqual(wrong, [])
})

test('each module imports only modules listed before it, so that there is no cycle', () => {
  const modules = Object.keys(mayImport)
  const rising = Object.entries(mayImport).filter(([module, others]) => {
    const below = modules.slice(0, modules.indexOf(module))
    return others.some((other) => !below.includes(other))
  })
  assert.deepEqual(rising, [])
})

test('at most 160 pairs of modules import from each other', () => {
  const pairs = new Set(imports.map(({ from, to }) => `${getModule(from)} > ${getModule(to)}`))
  assert.ok([...pairs].filter((pair) => !/^(.*) > \1$/.test(pair)).length <= 160)
})

test('ARCHITECTURE.md has the same table', () => {
  const document = readFileSync(join(src, '../ARCHITECTURE.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `([a-z-]+)` +\| ([^|]*)\|$/gm)]
  const documented = rows.map(([, module = '', others = '']) => [module, others.match(/(?<=`)[a-z-]+(?=`)/g) ?? []])
  assert.deepEqual(Object.fromEntries(documented), mayImport)
})

test('ARCHITECTURE.md follows a score in three files and a delivery in five', () => {
  const document = readFileSync(join(src, '../ARCHITECTURE.md'), 'utf8')
  const section = /^## Follow a request$(.*?)^## /ms.exec(document)?.[1] ?? ''
  const [score = [], delivery = []] = section
    .split(/^To follow /m)
    .slice(1)
    .map((list) => [...list.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file = '']) => file))
  assert.deepEqual([score.length, delivery.length], [3, 5])
  // the database leads from the outbox to the worker
  for (const [first = '', ...others] of [score, delivery.slice(1)]) {
    const imported = imports.filter(({ from }) => [first, ...others].includes(from)).map(({ to }) => to)
    assert.deepEqual(
      others.filter((file) => !imported.includes(file)),
      [],
    )
  }
})

test('every pair of modules that is allowed is used', () => {
  const used = new Set(imports.map(({ from, to }) => `${getModule(from)} > ${getModule(to)}`))
  const allowed = Object.entries(mayImport).flatMap(([module, others]) => others.map((other) => `${module} > ${other}`))
  assert.deepEqual(
    allowed.filter((pair) => !used.has(pair)),
    [],
  )
})

test('every public file of a module is used', () => {
  const entered = new Set(imports.filter(({ from, to }) => getModule(from) !== getModule(to)).map(({ to }) => to))
  const named = Object.entries(publicFiles).flatMap(([module, names]) => names.map((name) => `${module}/${name}.ts`))
  assert.deepEqual(
    named.filter((file) => !entered.has(file)),
    [],
  )
})

test('a module is imported only through its public files', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [module, other] = [getModule(from), getModule(to)]
    const isFree = module === other || module === 'main' || !(other in publicFiles)
    return !isFree && !publicFiles[other]?.includes(to.slice(other.length + 1, -3))
  })
  assert.deepEqual(wrong, [])
})

test('web/ knows of src/ only the rules that its three files name', () => {
  const web = join(src, '../web/src')
  const own = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const reaching = own.filter((file) => /from '(\.\.\/)+src\//.test(readFileSync(join(web, file), 'utf8')))
  assert.deepEqual(reaching.sort(), ['page-rules.ts', 'proofs.ts', 'rules.ts'])
  const named = reaching.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/^export \{.*src\/([^']+)'/gm)].map(([, path]) => path ?? ''),
  )
  assert.deepEqual(
    named.filter((file) => !rules.includes(file)),
    [],
  )
})

/** The other folders of web/src/ from which a folder may import. Files beside the folders are free. */
const webMayImport: Record<string, string[]> = {
  props: [],
  words: ['props'],
  browser: [],
  ui: ['props', 'words'],
  islands: ['props', 'words', 'browser', 'ui'],
  pages: ['props', 'words', 'ui', 'islands'],
}

test('web/: folders import only from the folders below them', () => {
  const web = join(src, '../web/src')
  const folders = Object.keys(webMayImport)
  const inFolders = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\/.*\.tsx?$/.test(file))
  const pairs = inFolders.flatMap((file) =>
    listImports(file, readFileSync(join(web, file), 'utf8')).map((to) => [getModule(file), getModule(to)] as const),
  )
  const used = pairs.filter(([from, to]) => from !== to && folders.includes(to)).map((pair) => pair.join(' > '))
  const allowed = Object.entries(webMayImport).flatMap(([from, others]) => others.map((to) => `${from} > ${to}`))
  assert.deepEqual([...new Set(used)].toSorted(), allowed.toSorted())
})

test('Deps has at most 12 fields', () => {
  const fields = toText('deps.ts').match(/^ {2}\w+: /gm) ?? []
  assert.ok(fields.length <= 12, `${fields.length} fields`)
})

test('deps.ts is types only', () => {
  assert.deepEqual(
    imports.filter(({ from, isTypeOnly }) => from === 'deps.ts' && !isTypeOnly),
    [],
  )
})

const isStore = (file: string) => file.endsWith('store.ts') || file.startsWith('database/')
const hasSql = (file: string) =>
  /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(toText(file))

test('columns have their names in camelCase outside stores', () => {
  const columns = [...toText('database/tables.ts').matchAll(/\b([a-z]\w*_\w+): /g)].map(([, name]) => name ?? '')
  const used = new RegExp(`(?<!\\bfields\\??)\\.(${columns.join('|')})\\b`) // a provider's fields have its names
  assert.deepEqual(
    sources.filter((file) => !isStore(file) && used.test(toText(file))),
    [],
  )
})

test('SQL lives in stores', () => {
  assert.deepEqual(
    sources.filter((file) => !isStore(file) && hasSql(file)),
    [],
  )
})

const rules = [
  ...sources.filter((file) => /^(judge|signals)\/rules\//.test(file)),
  'design/tokens.ts',
  'scoring/aggregate.ts',
  'signals/total-spread.ts',
  'scoring/band.ts',
  'scoring/explain.ts',
  'scoring/headline.ts',
  'scoring/build-score.ts',
  'scoring/normalise-submission.ts',
  'scoring/warnings.ts',
  'scoring/advice/list-raises.ts',
  'scoring/warning-words.ts',
  'scoring/shown/list-signals.ts',
  'scoring/shown/pending-signals.ts',
  'scoring/shown/to-score-fields.ts',
  'share/launch-card-path.ts',
  'signals/rule-sets.ts',
  'signals/recorded-rule-sets.ts',
  'signals/mentioned-handles.ts',
  'signals/reading/fact.ts',
  'signals/reading/read-effects.ts',
  'signals/reading/read-reason.ts',
  'signals/reading/sentence-forms.ts',
  'signals/other-deployer-of.ts',
  'judge/find-rule-set.ts',
  'platform/address.ts',
  'platform/text.ts',
  'platform/instant.ts',
  'platform/crypto/canonical-json.ts',
  'platform/network/public-address.ts',
  'enrollment/message.ts',
  'enrollment/enrollment-response.ts',
  'schedule/slots.ts',
  'enrollment/check-schedule.ts',
  'launches/page-message.ts',
  'launches/page-fields.ts',
  'launches/cta-url.ts',
  'launches/launch-phase.ts',
  'launches/normalise-page-edit.ts',
  'launches/calendar.ts',
  'rankings/percentile.ts',
  'rankings/position/to-position.ts',
  'rankings/launch-item.ts',
  'rankings/board-entry.ts',
  'rankings/leaderboard-cursor.ts',
  'rankings/cohort.ts',
  'rankings/windows.ts',
  'notifications/channels/notice.ts',
  'notifications/channels/email-html.ts',
  'notifications/send-result.ts',
  'notifications/next-attempt.ts',
  'schedule/slot-expiry.ts',
  'attestation/claim.ts',
  'attestation/verification/check.ts',
  'attestation/verification/check-record.ts',
  'attestation/verification/checks.ts',
  'attestation/verification/recompute.ts',
  'attestation/receipt.ts',
  'attestation/publishing/fees.ts',
  'attestation/attestation-response.ts',
  'providers/chain/eas.ts',
  'providers/chain/eas-reads.ts',
  'platform/crypto/keccak.ts',
  'platform/crypto/abi-tuple.ts',
  'platform/crypto/typed-data.ts',
  'platform/crypto/recover-address.ts',
  'providers/chain/send-outcome.ts',
  'admin/activity-totals.ts',
  'activity/names.ts',
  'reference/llms-text.ts',
  'reference/guides/search-guides.ts',
  'reference/mcp/tools.ts',
  'reference/mcp/tool-schema.ts',
  'reference/api-changelog.ts',
  'site/pages/to-accuracy.ts',
  'site/pages/to-judged.ts',
  'site/pages/read-score-ids.ts',
  'site/page-headers.ts',
  'site/pages/line-diff.ts',
  'site/pages/prompt-history.ts',
  'incidents/incident.ts',
  'evaluation/attack-outcome.ts',
  'evaluation/drift.ts',
  'evaluation/format-report.ts',
  'evaluation/sets/hide-text.ts',
  'evaluation/sets/list-questions.ts',
  'evaluation/statistics.ts',
  'evaluation/summarise.ts',
  'feeds/entries.ts',
  'feeds/feed.ts',
  'share/badge.ts',
  'share/badge-svg.ts',
  'share/cards/card-layout.ts',
  'share/cards/card-nodes.ts',
  'share/cards/card-parts.ts',
  'share/cards/launch-card-layout.ts',
  'share/oembed-page.ts',
  'share/text-width.ts',
  'webhooks/event.ts',
  'delivery/signing/sign.ts',
  'delivery/next-attempt.ts',
  'delivery/outcome.ts',
  'delivery/delivery-body.ts',
  'delivery/signing/sign-standard.ts',
  'webhooks/subscriptions/subscription-fields.ts',
  'webhooks/delivery-response.ts',
  'keys/key-form.ts',
  'keys/limits.ts',
  'keys/to-api-key.ts',
]

test('rules are pure: no waiting, no clock, no chance, no database', () => {
  const impure = /\bawait\b|\basync\b|Date\.now\(|new Date\(\)|Math\.random|\bfetch\(|from 'node:(fs|net|http)/
  assert.deepEqual(
    rules.filter((file) => impure.test(toText(file))),
    [],
  )
})

test('only config.ts reads the environment', () => {
  assert.deepEqual(
    sources.filter((file) => file !== 'config.ts' && toText(file).includes('process.env')),
    [],
  )
})

test('no file re-exports a folder or is longer than 300 lines', () => {
  const wrong = files.filter((file) => file.endsWith('index.ts') || toText(file).split('\n').length > 301)
  assert.deepEqual(
    wrong.filter((file) => !file.endsWith('.test.ts') && file !== 'database/tables.ts'), // which is generated
    [],
  )
})

test('no folder has more than 18 files besides tests', () => {
  const counts = new Map<string, number>()
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  assert.deepEqual(
    // frozen modules stay, so the folders of rules only grow
    [...counts].filter(([folder, count]) => count > 18 && !folder.endsWith('/rules')),
    [],
  )
})

/** State of a module that all services of a process may share, and why. */
const sharedState: Record<string, string> = {
  'judge/order-criteria.ts: made': 'schemas made of released prompt versions, which never change',
  'judge/prompts.ts: loaded': 'released prompt versions never change',
  'platform/check-value.ts: validators': 'code compiled from schemas, which never change',
  'platform/http/compilers.ts: bySharedSchemas': 'code compiled from schemas, which never change',
  'platform/log.ts: standardOutput': 'standard output belongs to the process',
  'platform/metrics.ts: processMetrics': 'memory and event loop belong to the process',
  'database/embedded/folder-lock.ts: heldLocks': 'file locks belong to the process',
}

test('no module keeps state: two services in one process share nothing', () => {
  const found = sources.flatMap((file) => listState(toText(file)).map((name) => `${file}: ${name}`))
  assert.deepEqual(found.toSorted(), Object.keys(sharedState).toSorted())
})

const toChanges = (name: string) =>
  new RegExp(`\\b${name}(?:\\.(?:set|add|delete|clear|push|pop|shift|splice)\\(|\\[[^\\]]+\\] \\??\\??=[^=])`)

/** The names of variables, static properties, and collections that the module changes. */
function listState(source: string): string[] {
  const variables = [...source.matchAll(/^(?:export )?(?:let|var) (\w+)|^ +static (?!async )#?(\w+)(?: =|:|;)/gm)]
  const collections = [...source.matchAll(/^(?:export )?const (\w+)[^=\n]*= (?:new \w+[<(]|\[\]|\{\})/gm)]
  return [
    ...variables.map(([, variable, property]) => variable ?? property ?? ''),
    ...collections.flatMap(([, name = '']) => (toChanges(name).test(source) ? [name] : [])),
  ]
}

test('no function is longer than 60 lines', () => {
  const long = sources.flatMap((file) =>
    listFunctions(toText(file))
      .filter(({ lines }) => lines > 60)
      .map(({ name, lines }) => `${file}: ${name} has ${lines} lines`),
  )
  assert.deepEqual(long, [])
})

test('half of the files have at most 45 lines of code, half of the functions 8 lines', () => {
  const ofFiles = sources.map((file) => toText(file).split('\n').filter(isCode).length)
  const ofFunctions = sources.flatMap((file) => listFunctions(toText(file)).map(({ lines }) => lines))
  assert.ok(findMedian(ofFiles) <= 45)
  assert.ok(findMedian(ofFunctions) <= 8)
})

const isCode = (line: string) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)

const findMedian = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function listFunctions(source: string): { name: string; lines: number }[] {
  const program = parse(stripTypeScriptTypes(source), { ecmaVersion: 'latest', sourceType: 'module', locations: true })
  return listNodes(program)
    .filter(({ type }) => type.includes('Function'))
    .map((node) => ({ name: getName(node), lines: (node.loc?.end.line ?? 0) - (node.loc?.start.line ?? 0) + 1 }))
}

test('web/: no function is longer than 60 lines', () => {
  const web = join(src, '../web')
  const inSource = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
  const own = [...readdirSync(web), ...inSource].filter((file) => /\.tsx?$/.test(file))
  assert.ok(own.length > 100)
  const long = own.flatMap((file) =>
    listComponents(readFileSync(join(web, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts')
      .filter(({ lines }) => lines > 60)
      .map(({ name, lines }) => `${file}: ${name} has ${lines} lines`),
  )
  assert.deepEqual(long, [])
})

/** Node can't strip the types of a file with JSX. This parser names no lines. */
function listComponents(source: string, lang: 'ts' | 'tsx'): { name: string; lines: number }[] {
  const program = parseAst(source, { lang }) as Node // both parsers name nodes as ESTree does
  return listNodes(program)
    .filter(({ type }) => type.includes('Function'))
    .map((node) => ({ name: getName(node), lines: source.slice(node.start, node.end).split('\n').length }))
}

const listNodes = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(listNodes)]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const getName = (node: Node & { id?: { name?: string } | null }): string => node.id?.name ?? 'a function without a name'
