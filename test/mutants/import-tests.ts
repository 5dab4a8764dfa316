// Runs the given test files in one process, as `npm test` does, and removes the database that they shared.
import { resolve } from 'node:path'

for (const file of process.argv.slice(2)) await import(resolve(file))
await import('../close-shared-db.ts')
