import { after } from 'node:test'
import { closeSharedTestDb } from './database.ts'

// the run ends once nothing holds it
after(() => closeSharedTestDb())
