import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/platform/env.ts'

/** Runs the command-line tool as an operator would; what it prints. */
export async function runTool(args: string[], environment: Environment): Promise<string> {
  const tool = fileURLToPath(new URL('../../bin/launchscore.js', import.meta.url))
  const child = spawn(process.execPath, [tool, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (output === '') throw new Error(`launchscore ${args.join(' ')}: ${errors}`)
  return output
}
