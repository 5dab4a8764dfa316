import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { toConnectionString } from './database-servers.ts'

const base = 'postgres://user@one:5432/scores?application_name=scores'

/** How `pg` encrypts the connection to the server of a URL; its types don't have `ssl`. */
const getSsl = (url: string): unknown =>
  (new Client({ connectionString: toConnectionString(url) }) as unknown as { ssl: unknown }).ssl

test('sslmode: pg verifies fully, or as told, and warns of nothing', async (t) => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => void (/sslmode/.test(message) && warnings.push(message))
  process.on('warning', onWarning)
  t.after(() => process.off('warning', onWarning))
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    for (const url of [`${base}&sslmode=${mode}`, `${base}&sslmode=${mode}&application_name=a#b`])
      assert.deepEqual(getSsl(url), {}, url)
  const exceptions: Record<string, unknown> = {
    'sslmode=disable': false,
    'sslmode=no-verify': { rejectUnauthorized: false },
    'sslmode=require&uselibpqcompat=true': { rejectUnauthorized: false },
  }
  for (const [parameters, ssl] of Object.entries(exceptions))
    assert.deepEqual(getSsl(`${base}&${parameters}`), ssl, parameters)
  await setImmediate() // warnings are emitted in the next tick
  assert.deepEqual(warnings, [])
})
