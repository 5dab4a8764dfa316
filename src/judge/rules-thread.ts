import { parentPort } from 'node:worker_threads'

/** One call of a function that a rule module exports. */
export interface RuleCall {
  /** The module's file name in `rules/`. */
  module: string
  name: string
  args: unknown[]
}

type Exports = Record<string, (...args: unknown[]) => unknown>

// The main module of the thread that isolated-rules.ts starts. If a call throws, the thread ends with its error.
parentPort?.on('message', (call: RuleCall) => void response(call))

async function response({ module, name, args }: RuleCall): Promise<void> {
  const exported = (await import(`./rules/${module}`)) as Exports
  parentPort?.postMessage({ begun: true })
  parentPort?.postMessage({ result: exported[name]?.(...args) })
}
