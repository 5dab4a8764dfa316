import { parentPort, workerData } from 'node:worker_threads'
import { hostileTexts } from './hostile-texts.ts'
import type { Pattern } from './collect.ts'

// Reports the pattern that it runs next, so that the main thread knows which one does not end.
const patterns = workerData as Pattern[]
for (const [index, { source, flags }] of patterns.entries()) {
  parentPort?.postMessage(index)
  const pattern = new RegExp(source, flags.replace('y', ''))
  for (const text of hostileTexts(source)) text.replace(pattern, '')
}
parentPort?.postMessage(patterns.length)
