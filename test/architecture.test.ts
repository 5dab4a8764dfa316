import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
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
  activity: ['platform', 'database', 'deps'],
  keys: ['platform', 'database', 'deps'],
  delivery: ['platform', 'database', 'deps'],
  webhooks: ['platform', 'database', 'deps', 'keys', 'delivery'],
  judge: ['platform', 'providers', 'database', 'deps', 'activity'],
  signals: ['platform', 'providers', 'deps', 'judge'],
  scoring: ['platform', 'providers', 'database', 'deps', 'activity', 'keys', 'webhooks', 'judge', 'signals'],
  schedule: ['database', 'deps', 'webhooks'],
  enrollment: ['platform', 'database', 'deps', 'keys', 'webhooks', 'scoring', 'schedule'],
  launches: ['platform', 'database', 'deps', 'activity', 'keys', 'scoring', 'enrollment'],
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
  evaluation: ['platform', 'providers', 'database', 'deps', 'activity', 'judge', 'scoring'],
  reference: ['platform'],
  health: ['platform', 'database', 'deps', 'activity', 'keys', 'delivery', 'attestation'],
  admin: ['platform', 'database', 'deps', 'activity', 'keys', 'scoring', 'health'],
  feeds: ['platform', 'database', 'deps', 'scoring', 'incidents', 'reference'],
  share: ['platform', 'design', 'deps', 'scoring', 'enrollment', 'launches', 'attestation', 'outcomes'],
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
  'scoring/drop-dollar-signs.ts',
  'scoring/explain.ts',
  'scoring/headline.ts',
  'scoring/build-score.ts',
  'scoring/normalise-submission.ts',
  'scoring/warnings.ts',
  'scoring/advice/list-raises.ts',
  'scoring/warning-words.ts',
  'scoring/lead.ts',
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
  'scoring/identity/standing.ts',
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
  'activity/budgets/shares.ts',
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
