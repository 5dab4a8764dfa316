import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Kept responses would take more than five times as much: 20,000 of 3 kB, and 2,000 of 150 kB. */
const allowedBytes = 64 * 1024 * 1024

test('20,000 statements and 2,000 image reads leave the embedded database’s memory flat', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    join(import.meta.dirname, 'embedded-soak.ts'),
  ])
  const { grownBytes } = JSON.parse(stdout) as { grownBytes: number }
  assert.ok(grownBytes < allowedBytes, `${grownBytes} bytes are kept`)
})
