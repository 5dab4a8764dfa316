import type { FastifyReply, FastifyRequest } from 'fastify'
import { holds, sendUnchanged } from '../../platform/http/responses.ts'
import type { Card } from './render-card.ts'

/** Other sites may embed it. */
export function sendCard(request: FastifyRequest, reply: FastifyReply, { png, etag }: Card) {
  reply.headers({
    etag,
    'cache-control': 'public, max-age=300', // caches notice an outcome, a warning or a take-down within minutes
    'cross-origin-resource-policy': 'cross-origin',
  })
  return holds(request, etag) ? sendUnchanged(request, reply) : reply.type('image/png').send(png)
}
