import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { Type } from 'typebox'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import type { Site } from './load-site.ts'

const params = Type.Object({ name: Type.String() })

export function getAssetRoute(app: App, { assetsFolder }: Pick<Site, 'assetsFolder'>) {
  const root = fileURLToPath(assetsFolder)
  const names = new Set(existsSync(root) ? readdirSync(root).filter((name) => !/\.(br|gz)$/.test(name)) : [])
  if (names.size > 0) app.register(fastifyStatic, { root, serve: false, ...sending })
  app.get('/assets/:name', { schema: { hide: true, params }, config: { limit: 'file' } }, async (request, reply) => {
    const { name } = request.params
    if (!names.has(name)) throw new ApiError('not_found', 'This file does not exist. Reload the page.')
    reply.header('vary', 'accept-encoding')
    return reply.sendFile(name)
  })
}

const sending = { preCompressed: true, immutable: true, maxAge: '365d', acceptRanges: false, lastModified: false }
