import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { holds, sendUnchanged } from '../platform/http/responses.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { findShownDraft } from '../scoring/drafts.ts'
import { createShownCache, ifFound } from '../scoring/shown-body.ts'
import { ApiError } from '../platform/errors.ts'
import { findImage } from '../scoring/store.ts'
import { findKeptImage } from '../scoring/upload-store.ts'
import type { GetThumbnail } from '../scoring/thumbnails.ts'
import { IdParam, createPageNotFoundError, getPageId } from './load-site.ts'

interface ShownImage {
  bytes: Buffer
  mediaType: string
}

const imageHeaders = { 'content-security-policy': "default-src 'none'; sandbox" }

const maxCachedBytes = 32 * 1024 * 1024

const sizes = ['64', '128', '192', '344'] as const

const Query = Type.Object({ size: Type.Optional(Type.Enum(sizes)) })

/** So that pages load nothing from other servers (D20). `size` requests a square thumbnail. */
export function getImageRoute(app: App, deps: Deps, thumbnail: GetThumbnail) {
  const cache = createShownCache<ShownImage>(deps, {
    maxBytes: maxCachedBytes,
    getSize: ({ bytes }) => bytes.length,
  })
  const options = { schema: { hide: true, params: IdParam, querystring: Query }, config: { limit: 'route' as const } }
  app.get('/score/:id/picture', options, async (request, reply) => {
    const id = getPageId(request.params.id, 'score')
    const { size } = request.query
    const etag = `"${id}-${size ?? 'image'}"`
    const read = () => (size ? getThumbnail(deps, { id, size, thumbnail }) : cache(id, () => getImage(deps.reads, id)))
    const image = await ifFound<ShownImage | null>(read)
    if (image === undefined) return sendDraftImage(reply, await getDraftImage(deps, { id, size }))
    if (!image) return sendPlaceholder(reply)
    const { bytes, mediaType } = image
    reply.headers({
      etag,
      // The bytes never change; caches learn of a take-down within the hour.
      'cache-control': 'public, max-age=3600, immutable',
      ...imageHeaders,
    })
    return holds(request, etag) ? sendUnchanged(request, reply) : reply.type(mediaType).send(bytes)
  })
}

type Size = (typeof sizes)[number]

async function getDraftImage(deps: Deps, { id, size }: { id: string; size: Size | undefined }): Promise<ShownImage> {
  const draft = await findShownDraft(deps, id)
  const image = draft && (await findKeptImage(deps.db, draft.imageHash))
  if (!image?.bytes) throw createPageNotFoundError('score')
  const { bytes, mediaType } = image
  return size ? { bytes: await deps.images.shrink(bytes, Number(size)), mediaType: 'image/webp' } : { bytes, mediaType }
}

const sendDraftImage = (reply: FastifyReply, { bytes, mediaType }: ShownImage) =>
  reply
    .headers({ 'cache-control': 'no-store', ...imageHeaders })
    .type(mediaType)
    .send(bytes)

interface ImageRequest {
  id: string
  size: Size
  thumbnail: GetThumbnail
}

/** Null: the image was deleted. */
async function getThumbnail({ reads }: Deps, { id, size, thumbnail }: ImageRequest): Promise<ShownImage | null> {
  const bytes = await thumbnail(id, Number(size))
  return bytes ? { bytes, mediaType: 'image/webp' } : findShown(reads, id) // Its error says why the bytes are missing.
}

async function getImage(reads: Deps['reads'], id: string): Promise<ShownImage> {
  const image = await findShown(reads, id)
  if (!image) throw new ApiError('not_found', 'This image was deleted while the score was taken down.')
  return image
}

async function findShown(reads: Deps['reads'], id: string): Promise<ShownImage | null> {
  const image = await findImage(reads, id)
  if (!image) throw createPageNotFoundError('score')
  const { bytes, mediaType, hiddenReason } = image
  refuseHidden(hiddenReason)
  return bytes && { bytes, mediaType }
}

/** Browsers show the body of a 404 too. */
const sendPlaceholder = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({ ...imageHeaders, 'cache-control': 'no-cache' })
    .type('image/svg+xml')
    .send(placeholder)

const placeholder =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 32 32"><path fill="none" stroke="gray" stroke-linejoin="round" d="M2.5 4a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 11l3-3 2.5 2.5 2-2 3.5 3"/></svg>'
