import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('../web/src/styles/', import.meta.url)
const readSheet = (name: string) => readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))

/** Sheets for every page: the tokens, elements, layout, and the smallest parts. */
const shared = ['tokens.css', 'base.css', 'main.css']

const scoped = sheets.filter((name) => !shared.includes(name))
const scopePattern = /^@scope \(\.([\w-]+)\) \{\n(?:(?: .*)?\n)*\}$/gm
const keyframesPattern = /^@keyframes [\w-]+ \{\n(?:(?: .*)?\n)*\}$/gm
const roots = scoped.flatMap((name) =>
  [...readSheet(name).matchAll(scopePattern)].map(([, root = '']) => ({ name, root })),
)

test('every rule of a sheet but keyframes is in a scope, and no two scopes have the same root class', () => {
  assert.deepEqual(
    scoped.filter(
      (name) => readSheet(name).replaceAll(scopePattern, '').replaceAll(keyframesPattern, '').trim() !== '',
    ),
    [],
  )
  const found = roots.map(({ root }) => root)
  assert.deepEqual(
    found.filter((root, at) => found.indexOf(root) !== at),
    [],
  )
})

test('the root class of a scope is not a bare class of the sheets for every page', () => {
  const bare = new Set(shared.flatMap((name) => listClasses(readSheet(name))))
  assert.deepEqual(
    roots.filter(({ root }) => bare.has(root)),
    [],
  )
})

test('main.css imports every sheet once', () => {
  const imported = [...readSheet('main.css').matchAll(/@import '\.\/([\w-]+\.css)';/g)].map(([, name]) => name)
  assert.deepEqual(new Set(imported), new Set(sheets.filter((name) => name !== 'main.css')))
  assert.equal(imported.length, new Set(imported).size)
})

test('sheets use no size of type beside those of the tokens', () => {
  assert.deepEqual(
    findValues(/^(font|font-size|line-height)$/, (value) => /\d/.test(value)),
    [],
  )
})

test('sheets use no distance beside those of the tokens', () => {
  assert.deepEqual(
    findValues(/gap$|^padding|^margin/, (value) => /\d(px|r?em|ch)\b/.test(value)),
    [],
  )
})

test('buttons and fields have no hue', () => {
  assert.deepEqual(
    listDeclarations()
      .filter(({ selector }) => /\.btn\b|(^|[\s>+~(])(button|input|select|textarea)\b|\[aria-invalid\]/.test(selector))
      .filter(isColoured)
      .map(({ name, selector }) => `${name}: ${selector}`),
    [],
  )
})

const isColoured = ({ property, value }: Declaration) =>
  !property.startsWith('outline') && /var\(--(green|amber|red|crit|accent)\b/.test(value)

interface Declaration {
  name: string
  selector: string
  property: string
  value: string
}

/** `sheet: property: value` of all declarations but those of tokens. */
const findValues = (property: RegExp, isFound: (value: string) => boolean): string[] =>
  listDeclarations()
    .filter((one) => property.test(one.property) && isFound(one.value))
    .map(({ name, property, value }) => `${name}: ${property}: ${value}`)

function listDeclarations(): Declaration[] {
  return sheets
    .filter((name) => name !== 'tokens.css')
    .flatMap((name) =>
      [...readSheet(name).matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
        [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, property = '', value = '']) => ({
          name,
          selector: selector.trim(),
          property,
          value,
        })),
      ),
    )
}

/** The classes that stand alone as a selector, in whatever media query. */
function listClasses(sheet: string): string[] {
  const selectors = [...sheet.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','))
  return [...new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.slice(1) ?? []))]
}
