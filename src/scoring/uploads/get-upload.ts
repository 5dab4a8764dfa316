import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { holds, sendUnchanged } from '../../platform/http/responses.ts'
import { errorResponses, unchanged } from '../../platform/http/schema.ts'
import type { Image } from '../../providers/images/images.ts'
import { refuseHiddenHash } from '../takedown/refuse-hidden.ts'
import { findKeptImage } from './upload-store.ts'

const Params = Type.Object({
  hash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'the hash of an image: 64 hex digits in lower case',
  }),
})

const binary = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })
const imageContent = {
  description: 'The stored copy',
  content: { 'image/png': { schema: binary }, 'image/jpeg': { schema: binary } },
}

export function getUploadRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getImage',
    summary: 'Fetch an uploaded image',
    tags: ['scoring'],
    params: Params,
    response: { 200: imageContent, 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/images/:hash', { schema }, async (request, reply) => {
    const { hash } = request.params
    const image = await findShownUpload(deps.reads, hash)
    if (!image) throw new ApiError('not_found', 'There is no image at this address. It may have expired.')
    const etag = `"${hash}"`
    reply.headers({
      etag,
      'cache-control': 'public, max-age=3600', // caches notice a take-down within the hour
      'content-security-policy': "default-src 'none'; sandbox",
    })
    return holds(request, etag) ? sendUnchanged(request, reply) : reply.type(image.mediaType).send(image.bytes)
  })
}

export async function findShownUpload(db: Deps['reads'], hash: string): Promise<Image | undefined> {
  const image = await findKeptImage(db, hash)
  if (!image?.bytes) {
    if (image) await refuseHiddenHash(db, hash)
    return undefined
  }
  return { ...image, bytes: image.bytes }
}
