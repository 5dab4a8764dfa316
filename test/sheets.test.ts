import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('../web/src/styles/', import.meta.url)
const readSheet = (name: string) => readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))

/** Sheets for every page: the tokens, elements, layout, and the smallest parts. */
const shared = ['tokens.css', 'base.css', 'components.css', 'main.css']

/** Sheets of pages that are not redrawn yet. A page that is redrawn takes its sheet off the list. */
const unscoped = ['form.css', 'frame.css', 'lists.css', 'parts.css', 'score.css', 'warning.css']

const scoped = sheets.filter((name) => !shared.includes(name) && !unscoped.includes(name))
const scopePattern = /^\s*@scope \(\.([\w-]+)\) \{(.*)\}\s*$/s

test('every sheet is one scope, whose root class is its own', () => {
  assert.deepEqual(
    scoped.filter(
      (name) => (readSheet(name).match(/@scope/g) ?? []).length !== 1 || !scopePattern.test(readSheet(name)),
    ),
    [],
  )
  const roots = scoped.map((name) => scopePattern.exec(readSheet(name))?.[1])
  assert.deepEqual(
    roots.filter((root, at) => roots.indexOf(root) !== at),
    [],
  )
})

test('no bare class is defined in two sheets', () => {
  const bare = [...shared, ...unscoped].flatMap((name) => listClasses(readSheet(name)).map((one) => ({ one, name })))
  const roots = scoped.flatMap(
    (name) =>
      scopePattern
        .exec(readSheet(name))
        ?.slice(1, 2)
        .map((one) => ({ one, name })) ?? [],
  )
  const places = Map.groupBy([...bare, ...roots], ({ one }) => one)
  const twice = [...places].filter(
    ([one, found]) => new Set(found.map(({ name }) => name)).size > 1 && !collisions.includes(one),
  )
  assert.deepEqual(
    twice.map(([one, found]) => `${one}: ${found.map(({ name }) => name).join(', ')}`),
    [],
  )
})

test('the list of sheets without a scope, and of their collisions, holds nothing that is gone', () => {
  assert.deepEqual(
    unscoped.filter((name) => !sheets.includes(name) || scopePattern.test(readSheet(name))),
    [],
  )
})

/** Of the sheets that are not redrawn yet. */
const collisions = ['fault-words', 'lede', 'needs-script']

/** The classes that stand alone as a selector, in whatever media query. */
function listClasses(sheet: string): string[] {
  const selectors = [...sheet.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','))
  return [...new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.slice(1) ?? []))]
}

test('sheets use no size of type beside those of the tokens', () => {
  const wrong = scoped.flatMap((name) =>
    [...readSheet(name).matchAll(/(?:font-size|font|line-height):\s*([^;]+);/g)]
      .map(([, value = '']) => value)
      .filter((value) => /\d(px|rem|em)\b/.test(value))
      .map((value) => `${name}: ${value}`),
  )
  assert.deepEqual(wrong, [])
})
