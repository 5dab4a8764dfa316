import { exitOnSignal } from '../platform/cli/exit-on-signal.ts'

exitOnSignal() // before the import, which takes a while
const { serve } = await import('./serve.ts')
const { status, stderr } = await serve()
process.stderr.write(stderr)
process.exitCode = status
