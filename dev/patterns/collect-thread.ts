import { parentPort, workerData } from 'node:worker_threads'
import type { Pattern } from './collect.ts'

// Writes down what is made while the modules load. The thread has globals of its own.
const files = workerData as string[]
const made: Pattern[] = []
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args: [string | RegExp, string?], newTarget) {
    const pattern = Reflect.construct(target, args, newTarget) as RegExp
    const stack = new Error().stack ?? ''
    // The module that asked for it stands below the one whose function made it.
    const [file] = files
      .filter((one) => stack.includes(one))
      .sort((a, b) => stack.lastIndexOf(b) - stack.lastIndexOf(a))
    if (file) made.push({ file, source: pattern.source, flags: pattern.flags })
    return pattern
  },
})
for (const file of files) {
  const module = (await import(file)) as Record<string, unknown>
  for (const name of ['markData', 'unmarkData']) {
    const make = module[name]
    if (typeof make === 'function') (make as (text: string, marker: string) => string)('a b', 'ˆ')
  }
}
parentPort?.postMessage(made)
