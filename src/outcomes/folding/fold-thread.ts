import { parentPort } from 'node:worker_threads'
import { type FoldRequest, createFolder } from './folder.ts'

// The main module of the thread that open-folder.ts starts.
const folder = createFolder()
parentPort?.on('message', (request: FoldRequest) => parentPort?.postMessage(folder(request)))
