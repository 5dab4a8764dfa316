import { serve } from './serve.ts'

const { status, stderr } = await serve()
process.stderr.write(stderr)
process.exitCode = status
