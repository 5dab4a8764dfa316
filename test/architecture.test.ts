import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const src = join(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const sources = files.filter((file) => !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(join(src, file), 'utf8')

/** Which rooms a room may import from, beside itself. A new pair is a decision of design. */
const mayImport: Record<string, string[]> = {
  platform: [],
  providers: ['platform'],
  config: ['platform'],
  deps: [
    'config',
    'platform',
    'providers',
    'judge',
    'signals',
    'scoring',
    'webhooks',
    'enrollment',
    'launches',
    'notifications',
    'keys',
    'standings',
    'activity',
    'attestation',
    'incidents',
  ],
  activity: ['deps', 'platform'],
  keys: ['deps', 'platform'],
  webhooks: ['deps', 'platform', 'keys'],
  judge: ['deps', 'platform', 'providers', 'activity'],
  signals: ['deps', 'platform', 'providers', 'judge'],
  scoring: ['deps', 'platform', 'providers', 'judge', 'signals', 'webhooks'],
  enrollment: ['deps', 'platform', 'providers', 'scoring', 'webhooks'],
  launches: ['deps', 'platform', 'providers', 'scoring', 'enrollment', 'keys'],
  attestation: ['deps', 'platform', 'providers', 'activity', 'judge', 'signals', 'scoring', 'webhooks'],
  notifications: ['deps', 'platform', 'providers', 'scoring', 'enrollment', 'launches'],
  standings: ['deps', 'platform', 'judge', 'scoring', 'enrollment'],
  health: ['deps', 'platform', 'webhooks', 'notifications', 'attestation'],
  admin: ['deps', 'platform', 'keys', 'activity', 'scoring', 'attestation'],
  reference: ['platform'],
  site: [
    'deps',
    'platform',
    'judge',
    'signals',
    'scoring',
    'enrollment',
    'launches',
    'attestation',
    'standings',
    'incidents',
    'reference',
  ],
  incidents: ['deps', 'platform'],
  feeds: ['deps', 'platform', 'incidents', 'reference'],
  pictures: ['deps', 'platform', 'signals', 'scoring', 'attestation'],
}
const roof = [
  'app',
  'worker',
  'start',
  'main',
  'cli',
  'commands',
  'open-deps',
  'open-providers',
  'open-callers',
  'open-secrets',
  'migrations-folder',
]

/** Doors: what a room shows to rooms that stand on it, beside schemas, tables, rules and the reads of its store. */
const doors: Record<string, string[]> = {
  activity: ['note-activity', 'names', 'store', 'tables'],
  keys: ['guard', 'spend', 'schemas', 'tables', 'store', 'open-keys', 'shown-key'],
  webhooks: ['outbox', 'event', 'store', 'queue-store', 'dispatcher', 'tables'],
  judge: ['judge-content', 'prompts', 'prompt-files', 'store', 'tables'],
  signals: ['measure', 'mentioned-handles', 'name', 'social', 'schemas', 'tables', 'store'],
  scoring: ['schemas', 'tables', 'mark-signed', 'aggregate', 'band', 'store', 'replay-store'],
  enrollment: [
    'schemas',
    'tables',
    'store',
    'answered-enrollment',
    'message',
    'schedule-launch',
    'check-schedule',
    'verify-signature',
    'slots',
    'signed-message',
  ],
  launches: ['schemas', 'tables', 'store', 'known-launch', 'get-launch', 'list-page-edits'],
  notifications: ['schemas', 'tables', 'store', 'transport'],
  incidents: ['incident', 'store', 'tables'],
  attestation: ['answered-attestation', 'attester-status', 'claim', 'store', 'job-store', 'tables'],
}

const roomOf = (file: string) => (file.includes('/') ? file.split('/')[0] : file.replace(/\.ts$/, '')) ?? ''

interface Import {
  from: string
  to: string
  isTypeOnly: boolean
}

const imports: Import[] = sources.flatMap((file) =>
  [...textOf(file).matchAll(/^import (type )?[^'"]*?from '(\.[^']+)'/gms)].map(([, type, path]) => ({
    from: file,
    to: relative(src, join(src, dirname(file), path ?? '')),
    isTypeOnly: type !== undefined,
  })),
)

test('rooms import only from the rooms below them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    return room !== other && !roof.includes(room) && !mayImport[room]?.includes(other)
  })
  assert.deepEqual(wrong, [])
})

test('a room is entered by its doors', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    const isFree = room === other || roof.includes(room) || !(other in doors)
    return !isFree && !doors[other]?.includes(to.replace(/^.*\/|\.ts$/g, ''))
  })
  assert.deepEqual(wrong, [])
})

test('web/ knows of src/ only the rules that its three doors name', () => {
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

test('deps.ts is types only', () => {
  assert.deepEqual(
    imports.filter(({ from, isTypeOnly }) => from === 'deps.ts' && !isTypeOnly),
    [],
  )
})

const isStore = (file: string) => file.endsWith('store.ts') || file.startsWith('platform/')
const hasSql = (file: string) =>
  /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(textOf(file))

test('SQL lives in stores', () => {
  assert.deepEqual(
    sources.filter((file) => !isStore(file) && hasSql(file)),
    [],
  )
})

const rules = [
  ...['aggregate', 'band', 'explain', 'build-score', 'normalise-submission'].map((name) => `scoring/${name}.ts`),
  ...['name', 'social', 'mentioned-handles', 'creator', 'risk'].map((n) => `signals/${n}.ts`),
  ...['clean', 'scan', 'gates', 'combine', 'spotlight', 'public-reason'].map((name) => `judge/${name}.ts`),
  ...['address', 'text', 'instant', 'canonical-json', 'public-address'].map((name) => `platform/${name}.ts`),
  ...['message', 'slots', 'check-schedule', 'answered-enrollment'].map((name) => `enrollment/${name}.ts`),
  ...['page-message', 'page-fields', 'plain-text', 'cta-url', 'normalise-page-edit'].map((n) => `launches/${n}.ts`),
  ...['percentile', 'launch-item', 'board-entry', 'board-cursor', 'cohort', 'windows'].map(
    (name) => `standings/${name}.ts`,
  ),
  ...['notice', 'ending', 'next-attempt', 'useful-until'].map((name) => `notifications/${name}.ts`),
  ...['claim', 'check', 'checks', 'recomputations', 'receipt', 'fees', 'answered-attestation'].map(
    (name) => `attestation/${name}.ts`,
  ),
  ...['eas', 'send-outcome'].map((name) => `providers/${name}.ts`),
  'admin/activity-totals.ts',
  'activity/names.ts',
  'reference/llms-text.ts',
  ...['spread', 'page-headers', 'launch-phase', 'line-diff', 'prompt-history', 'pending-signals'].map(
    (name) => `site/${name}.ts`,
  ),
  'reference/api-changelog.ts',
  'launches/calendar.ts',
  'incidents/incident.ts',
  ...['entries', 'feed'].map((name) => `feeds/${name}.ts`),
  ...['badge', 'badge-colors', 'badge-svg', 'card', 'card-nodes', 'text-width'].map((name) => `pictures/${name}.ts`),
  ...['event', 'sign', 'retry', 'answered-delivery'].map((name) => `webhooks/${name}.ts`),
  ...['key-form', 'limits', 'shown-key'].map((name) => `keys/${name}.ts`),
]

test('rules are pure: no waiting, no clock, no chance, no database', () => {
  const impure = /\bawait\b|\basync\b|Date\.now\(|new Date\(\)|Math\.random|\bfetch\(|from 'node:(fs|net|http)/
  assert.deepEqual(
    rules.filter((file) => impure.test(textOf(file))),
    [],
  )
})

test('only config.ts reads the environment', () => {
  assert.deepEqual(
    sources.filter((file) => file !== 'config.ts' && textOf(file).includes('process.env')),
    [],
  )
})

test('no file climbs two floors, gathers a room, or is longer than 300 lines', () => {
  const wrong = files.filter(
    (file) =>
      textOf(file).includes("from '../../") || file.endsWith('index.ts') || textOf(file).split('\n').length > 301,
  )
  assert.deepEqual(
    wrong.filter((file) => !file.endsWith('.test.ts')),
    [],
  )
})
