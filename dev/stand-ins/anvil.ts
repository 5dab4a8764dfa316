import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

export interface Anvil {
  url: string
  stop: () => Promise<void>
}

/** A local chain on a free port, gone with its owner. Throws where the platform's binary is missing. */
export async function startAnvil(options: string[] = []): Promise<Anvil> {
  // not through npm's shim: killing that one would leave the chain running
  const child = spawn(anvilBinary(), ['--host', '127.0.0.1', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  const { promise: port, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const read = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4096) // read to the end: a full pipe would stop the chain
    const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
    if (found) resolve(found)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${output}`)))
  const stop = async () => {
    process.off('exit', kill)
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await gone
  }
  return { url: `http://127.0.0.1:${await port}`, stop }
}

/** Whether this machine can run one: the package is optional, and there is none for every platform. */
export const hasAnvil = (): boolean => (isFound ??= spawnSync(anvilBinary(), ['--version']).status === 0)

let isFound: boolean | undefined

/** From the platform's package where there is one, else whatever `anvil` the PATH has. */
function anvilBinary(): string {
  const machine = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${machine}/bin/anvil`)
  } catch {
    return 'anvil'
  }
}
