import type { FastifyRequest } from 'fastify'

/**
 * Of a target in absolute form only the path counts: the client chooses the host, so it must appear in no link of ours.
 */
export function getPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [target = ''] = url.split('?')
  const path = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/')
  return path.startsWith('//') ? `/${path.replace(/^\/+/, '')}` : path
}
