// Runs Node's test runner with these arguments, on embedded databases.
import { runNodeTests } from './run-node-tests.ts'
import { prepareTemplate } from './world/database.ts'

await prepareTemplate() // once, and not by each of the processes that start together
process.exit(await runNodeTests(process.argv.slice(2)))
