import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
const variables = new Set([...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name))

/** Every name is that of a variable of the service, or of Node. */
export function assertVariables(names: string[]): void {
  assert.ok(names.length > 0)
  for (const name of names)
    assert.ok(variables.has(name) || name === 'NODE_ENV', `${name} is no variable of the service`)
}
