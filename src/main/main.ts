import { exitOnSignal } from '../platform/cli/process.ts'

exitOnSignal() // before the import, which takes a while
const [{ serve }, { runCommand }] = await Promise.all([import('./start.ts'), import('./commands.ts')])
const { status, stderr } = await serve(runCommand)
process.stderr.write(stderr)
process.exitCode = status
