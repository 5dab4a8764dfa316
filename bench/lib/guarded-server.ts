// The routes whose guards are measured, on a socket. Prints the keys.
import { openGuardedRoutes } from './guarded-routes.ts'

const { app, keys } = await openGuardedRoutes(new AsyncDisposableStack(), process.env)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ msg: 'listening', url, keys })}\n`)
process.once('SIGTERM', () => process.exit())
