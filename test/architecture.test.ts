import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listImports } from './list-imports.ts'

const root = join(import.meta.dirname, '..')
const patterns = ['{contract,src,dev,bench,test,client/src,verify/src}/**/*.ts', 'web/**/*.{ts,tsx}']
const exclude = (path: string) => /(^|\/)(node_modules|dist)$/.test(path)
const files = globSync(patterns, { cwd: root, exclude })
const sources = files.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))
const toText = (file: string) => readFileSync(join(root, file), 'utf8')
const isDeps = (file: string) => file === 'src/deps.ts'
const imports = new Map(files.map((file) => [file, isDeps(file) ? [] : listImports(file, toText(file))]))

/** What a file loads when it runs. */
const listLoaded = (file: string): string[] =>
  [...toText(file).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path = '']) => join(file, '..', path))
const reached = new Map(files.map((file) => [file, [...(imports.get(file) ?? []), ...listLoaded(file)]]))

/**
 * The modules of src/ from the lowest to the highest. A module imports only from itself and those before it. `deps.ts` alone
 * has no place: it is types only, from every module, and every module imports it.
 */
const modules = [
  'platform',
  'database',
  'config',
  'providers',
  'keys',
  'activity',
  'creators',
  'webhooks',
  'signals',
  'scoring',
  'launches',
  'attestation',
  'notifications',
  'rankings',
  'tokens',
  'record',
  'evaluation',
  'operations',
  'site',
  'main',
]

/** The folders of web/src/, in the same order. Files beside them are free. */
const webFolders = ['words', 'browser', 'ui', 'islands', 'pages']

test('the imports of a file are found, whatever their form', () => {
  const source =
    "import './a.ts'\nimport {\n  b,\n} from '../b.ts'\nexport type { C } from './c.ts'\nimport d from 'd'\n"
  assert.deepEqual(listImports('x/y.ts', source), ['x/a.ts', 'b.ts', 'x/c.ts'])
})

for (const [parent, order] of [
  ['src/', modules],
  ['web/src/', webFolders],
] as const)
  test(`${parent}: a folder imports only from itself and from folders below it`, () => {
    const toRank = (file: string) =>
      file.startsWith(parent) ? order.indexOf(/^\w+/.exec(file.slice(parent.length))?.[0] ?? '') : -1
    const inFolders = files.filter((file) => toRank(file) >= 0 && !file.endsWith('.test.ts'))
    assert.deepEqual(new Set(inFolders.map(toRank)), new Set(order.keys()))
    assert.deepEqual(
      inFolders.flatMap((file) =>
        (imports.get(file) ?? []).flatMap((to) => (toRank(to) > toRank(file) ? [[file, to]] : [])),
      ),
      [],
    )
  })

test('contract/ imports nothing else of the project', () => {
  const own = files.filter((file) => file.startsWith('contract/') && !file.endsWith('.test.ts'))
  assert.ok(own.length > 0)
  assert.deepEqual(
    own.flatMap((file) =>
      (imports.get(file) ?? []).filter((to) => !to.startsWith('contract/')).map((to) => [file, to]),
    ),
    [],
  )
})

/** The client's own entry to the verifier, which its bundle contains. */
const isOfClient = (file: string) => file === 'verify/src/for-client.ts'

test('the service, the pages, the client and the verifier have only contract/ in common', () => {
  const parts = ['src/', 'web/src/', 'client/', 'verify/']
  const partOf = (file: string) => parts.find((part) => file.startsWith(part))
  const own = files.filter((file) => partOf(file) !== undefined && !isOfClient(file) && !file.endsWith('.test.ts'))
  const crossing = own.flatMap((file) =>
    [...(imports.get(file) ?? []), ...listLoaded(file)]
      .filter((to) => partOf(to) !== undefined && partOf(to) !== partOf(file))
      .map((to) => [file, to]),
  )
  assert.deepEqual(crossing, [])
  const packages = own.filter((file) => /from 'launchscore-(web|contract)|from '@launchscore\//.test(toText(file)))
  assert.deepEqual(packages, [])
})

test('every folder of src/ has its place in the order', () => {
  const found = sources.filter((file) => !isDeps(file)).map((file) => /^src\/(\w+)/.exec(file)?.[1])
  assert.deepEqual(new Set(found), new Set(modules))
})

test('no file imports itself through other files', () => {
  assert.deepEqual(
    files.flatMap((file) => findWayBack(file) ?? []),
    [],
  )
})

const isStore = (file: string) => file.endsWith('store.ts') || file.startsWith('src/database/')

test('SQL is in stores and in database/ only', () => {
  const sql = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/
  assert.deepEqual(
    sources.filter((file) => !isStore(file) && sql.test(toText(file))),
    [],
  )
})

test('what is in a folder rules/ is pure: no waiting, clock, random values, files or network', () => {
  const impure = /\bawait\b|\basync\b|Date\.now\(|new Date\(\)|Math\.random|\bfetch\(|from 'node:(fs|net|http)/
  const rules = files.filter((file) => /^(src|contract)\/.*\/rules\//.test(file) && !file.endsWith('.test.ts'))
  assert.ok(rules.length > 0)
  assert.deepEqual(
    rules.filter((file) => impure.test(toText(file))),
    [],
  )
})

/** The shortest path of imports, dynamic ones too, from a file to itself, as one line; null if no path leads back. */
function findWayBack(start: string): string | null {
  const ways = new Map(reached.get(start)?.map((file) => [file, [start, file]]))
  for (const [file, way] of ways) {
    if (file === start) return way.join(' → ')
    for (const next of reached.get(file) ?? []) if (!ways.has(next)) ways.set(next, [...way, next])
  }
  return null
}
