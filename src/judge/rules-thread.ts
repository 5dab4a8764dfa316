import { parentPort } from 'node:worker_threads'

/** One call of a function that a rule module exports. */
export interface RuleCall {
  /** The module's file name in `rules/`. */
  module: string
  name: string
  args: unknown[]
}

type Exports = Record<string, (...args: unknown[]) => unknown>

const modules: Record<string, () => Promise<object>> = {
  'clean-1.0.0.ts': () => import('./rules/clean-1.0.0.ts'),
  'scan-1.0.0.ts': () => import('./rules/scan-1.0.0.ts'),
  'gates-1.0.0.ts': () => import('./rules/gates-1.0.0.ts'),
  'reason-1.0.0.ts': () => import('./rules/reason-1.0.0.ts'),
}

// The main module of the thread that isolated-rules.ts starts. If a call throws, the thread ends with its error.
parentPort?.on('message', (call: RuleCall) => void response(call))

async function response({ module, name, args }: RuleCall): Promise<void> {
  const exported = (await modules[module]?.()) as Exports
  parentPort?.postMessage({ begun: true })
  parentPort?.postMessage({ result: exported[name]?.(...args) })
}
