import { parentPort } from 'node:worker_threads'

const text = JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ index, name: `launch ${index}` })))
const since = performance.now()
for (let round = 0; round < 40; round++) JSON.stringify(JSON.parse(text))
parentPort?.postMessage(performance.now() - since)
