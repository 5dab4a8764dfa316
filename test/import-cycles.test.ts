import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listImports } from './list-imports.ts'

const root = join(import.meta.dirname, '..')
const patterns = ['{src,dev,bench,test,client/src,verify/src}/**/*.ts', 'web/**/*.{ts,tsx}']
const exclude = (path: string) => /(^|\/)(node_modules|dist)$/.test(path)
const files = globSync(patterns, { cwd: root, exclude })

const imports = new Map(files.map((file) => [file, listImports(file, readFileSync(join(root, file), 'utf8'))]))

test('the imports of a file are found, whatever their form', () => {
  const source =
    "import './a.ts'\nimport {\n  b,\n} from '../b.ts'\nexport type { C } from './c.ts'\nimport d from 'd'\n"
  assert.deepEqual(listImports('x/y.ts', source), ['x/a.ts', 'b.ts', 'x/c.ts'])
})

test('no file imports itself through other files', () => {
  const cycles = files.flatMap((file) => findWayBack(file) ?? [])
  assert.ok(imports.size > 1000)
  assert.deepEqual(cycles, [])
})

/** The shortest path of imports from a file to itself, as one line; null if no path leads back. */
function findWayBack(start: string): string | null {
  const cameFrom = new Map<string, string>()
  const reached = [start]
  for (const file of reached)
    for (const next of imports.get(file) ?? []) {
      if (next === start) return formatWay(file, cameFrom, start)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      reached.push(next)
    }
  return null
}

function formatWay(last: string, cameFrom: ReadonlyMap<string, string>, start: string): string {
  const way = [start]
  for (let file: string | undefined = last; file !== undefined && file !== start; file = cameFrom.get(file))
    way.unshift(file)
  return [start, ...way].join(' → ')
}
