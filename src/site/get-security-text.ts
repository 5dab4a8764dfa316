import type { Deps } from '../deps.ts'
import { dayMs } from '../../contract/durations.ts'
import type { App } from '../platform/http/app.ts'

const lifetimeMs = 90 * dayMs

export function getSecurityTextRoute(app: App, { config, clock }: Deps) {
  const { contactUrl, publicUrl } = config
  if (contactUrl === null) return
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true }, config: { limit: 'file' } }, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + lifetimeMs).toISOString()
    const lines = [
      `Contact: ${contactUrl}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${path}`,
    ]
    reply.header('cache-control', 'public, max-age=86400')
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
