// Runs the tests that start the built service and its commands as processes, on embedded databases.
import { listFiles } from './e2e/list-files.ts'
import { runNodeTests } from './run-node-tests.ts'
import { prepareTemplate } from './world/database.ts'

await prepareTemplate()
const options = ['--test-concurrency=3', '--test-force-exit']
process.exit(await runNodeTests([...options, ...listFiles('embedded')], { TEST_BUILT: '1' }))
