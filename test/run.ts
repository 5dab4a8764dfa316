// Runs Node's test runner with these arguments, on embedded databases.
import { runNodeTests } from './run-node-tests.ts'

process.exit(await runNodeTests(process.argv.slice(2)))
