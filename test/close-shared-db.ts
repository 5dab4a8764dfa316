import { after } from 'node:test'
import { closeSharedTestDb } from './test-db.ts'

// the run ends once nothing holds it
after(() => closeSharedTestDb())
