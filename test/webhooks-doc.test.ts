import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createSignedHeaders } from '../src/webhooks/signing.ts'

const document = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
const codeIn = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(document)?.[1] ?? ''

const at = new Date('2025-12-01T08:00:00Z')
const secret = 'whsec-of-the-documentation'
const body = '{"hello":"world"}'
const signed = (secret: string) => {
  const headers = createSignedHeaders({ serviceName: 'Launchscore', event: 'e', deliveryId: 'd', body, secret, at })
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
const nowSeconds = at.getTime() / 1000

interface Case {
  what: string
  headers: Record<string, string>
  body: string
  now: number
  isGenuine: boolean
}

const cases: Case[] = [
  { what: 'one signature', headers: signed(secret), body, now: nowSeconds, isGenuine: true },
  { what: 'another secret', headers: signed('another-secret'), body, now: nowSeconds, isGenuine: false },
  { what: 'another body', headers: signed(secret), body: `${body} `, now: nowSeconds, isGenuine: false },
  { what: 'too old', headers: signed(secret), body, now: nowSeconds + 301, isGenuine: false },
  { what: 'too new', headers: signed(secret), body, now: nowSeconds - 301, isGenuine: false },
  { what: 'nothing', headers: {}, body, now: nowSeconds, isGenuine: false },
]

test('the documented signature matches the delivery', () => {
  assert.ok(document.includes(`\`${signed(secret)['x-launchscore-signature']}\``))
})

function toVerdicts(t: TestContext, { program, file, code }: { program: string; file: string; code: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-doc-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, file)
  writeFileSync(path, code)
  return spawnSync(program, [path], { input: JSON.stringify(cases), encoding: 'utf8' })
}

test('the documented Node.js check accepts only genuine deliveries', (t) => {
  const code = `${codeIn('js')}
import { readFileSync } from 'node:fs'
const cases = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(cases.map((one) => isGenuine(one.headers, Buffer.from(one.body), '${secret}', one.now))))`
  const { stdout, stderr } = toVerdicts(t, { program: process.execPath, file: 'check.mjs', code })
  assert.equal(stderr, '')
  assert.deepEqual(
    JSON.parse(stdout),
    cases.map(({ isGenuine }) => isGenuine),
  )
})

const hasPython = spawnSync('python3', ['--version']).status === 0
test('the documented Python check accepts only genuine deliveries', { skip: !hasPython }, (t) => {
  const code = `${codeIn('python')}
import json, sys
cases = json.load(sys.stdin)
print(json.dumps([is_genuine(c["headers"], c["body"].encode(), "${secret}", c["now"]) for c in cases]))`
  const { stdout, stderr } = toVerdicts(t, { program: 'python3', file: 'check.py', code })
  assert.equal(stderr, '')
  assert.deepEqual(
    JSON.parse(stdout),
    cases.map(({ isGenuine }) => isGenuine),
  )
})
