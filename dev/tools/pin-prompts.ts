// Writes test/prompt-pins.json: the hashes of every prompt version that still gathers changes. A frozen one is never written again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readReleasedFiles } from '../../src/signals/judge/versions.ts'
import { type Pins, pinOf } from '../../test/prompt-pins.ts'

const path = new URL('../../test/prompt-pins.json', import.meta.url)
const pinned = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Pins) : {}
const pins = Object.fromEntries(
  readReleasedFiles().map((released) => {
    const known = pinned[released.id]
    return [released.id, known?.isFrozen ? known : { isFrozen: false, ...pinOf(released) }]
  }),
)
writeFileSync(path, `${JSON.stringify(pins, null, 2)}\n`)
