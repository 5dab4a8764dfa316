import type { App } from '../http/app.ts'
import type { Log } from '../log.ts'
import { createProxyCheck } from './trusted-proxies.ts'

/** Behind a proxy that isn't configured, all clients share limits. */
export function warnOfUntrustedForwarding(app: App, { log, trustProxy }: { log: Log; trustProxy: string[] }): void {
  const isProxy = createProxyCheck(trustProxy)
  let isTold = false
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    const peer = socket.remoteAddress
    if (!isTold && headers['x-forwarded-for'] !== undefined && peer !== undefined && !isProxy(peer)) {
      isTold = true
      log.warn(
        { peer },
        'a request with X-Forwarded-For came from an address that is not in TRUST_PROXY; the header is ignored, and limits count the address. If it is your proxy, add it to TRUST_PROXY',
      )
    }
    done()
  })
}
