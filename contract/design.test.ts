import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { colors, spaces, type } from './design.ts'

const sheet = readFileSync(new URL('../web/src/styles/tokens.css', import.meta.url), 'utf8')

/** `onBtn` is `--on-btn`. */
const toVariable = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const readVariable = (name: string) => new RegExp(`^ *${toVariable(name)}: (.*);$`, 'm').exec(sheet)?.[1]

test('tokens.css has the colours of tokens.ts, light and dark', () => {
  for (const [name, { light, dark }] of Object.entries(colors))
    assert.equal(readVariable(name), light === dark ? light : `light-dark(${light}, ${dark})`, name)
})

test('tokens.css has the type scale and the distances of tokens.ts', () => {
  for (const [name, { weight, size, line }] of Object.entries(type))
    assert.equal(readVariable(name), `${weight} ${size / 16}rem/${line / 16}rem var(--sans)`, name)
  for (const [name, pixels] of Object.entries(spaces)) assert.equal(readVariable(name), `${pixels}px`, name)
})

const pairs = ['green', 'amber', 'red'] as const

test('text in every colour of the tokens has a contrast of at least 4.5 to 1', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const on = (ground: keyof typeof colors, ink: keyof typeof colors) => {
      const ratio = contrast(colors[ground][scheme], colors[ink][scheme])
      assert.ok(ratio >= 4.5, `${ink} on ${ground}, ${scheme}: ${ratio.toFixed(2)}`)
    }
    for (const ground of ['bg', 'card', 'sunk'] as const)
      for (const ink of ['ink', 'muted', 'accent'] as const) on(ground, ink)
    for (const band of pairs) {
      on(`${band}Wash`, `${band}Ink`)
      on('card', `${band}Ink`)
    }
    on('btn', 'onBtn')
    on('crit', 'onCrit')
    on('grad', 'onGrad')
  }
})

/** WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
