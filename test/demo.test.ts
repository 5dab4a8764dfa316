import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { samples } from '../dev/samples.ts'

const demo = fileURLToPath(new URL('../dev/demo.ts', import.meta.url))

interface Ended {
  status: number | null
  output: string
  errors: string
}

/** Runs the demo with nothing of this machine's settings but where programs and temporary files are. */
function runDemo(args: string[], settings: Record<string, string>): Promise<Ended> {
  const { PATH, TMPDIR = tmpdir() } = process.env
  const env = { PATH, TMPDIR, PORT: '0', ...settings }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [demo, ...args], { env, timeout: 60_000 }, (_error, output, errors) => {
      resolve({ status: child.exitCode, output, errors })
    })
  })
}
