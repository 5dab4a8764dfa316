import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { spawnProgram } from '../../dev/server/start-program.ts'

test('npm run dev: the doctor finds no fault, a request that it prints gets a final score, and SIGTERM ends it with 0', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const child = spawnProgram(['dev/server/dev.ts'], { DATA_DIR: join(folder, 'data') })
  t.after(() => child.kill())
  let [output, errors] = ['', '']
  child.stderr.on('data', (part) => (errors += String(part)))
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`
    if ((/^}'$/m.test(output) && /the doctor has examined/.test(output)) || /Failed running/.test(output)) break
  }
  assert.match(output, /the doctor has examined the providers .*failed=\[\]/, output + errors)
  const [, url, body = ''] = /^curl -s (\S+\/v1\/score) .* -d '(\{\n[^']*)'$/m.exec(output) ?? []
  assert.ok(url, output + errors)
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const score = (await response.json()) as { confidence: string; warnings: unknown[] }
  assert.deepEqual([response.status, score.confidence, score.warnings.length], [201, 'final', 2])
  child.stdout.resume()
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
