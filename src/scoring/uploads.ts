import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { holds, sendUnchanged } from '../platform/http/responses.ts'
import { errorResponses, unchanged } from '../platform/http/schema.ts'
import { type Image, ImageRefused } from '../providers/images/images.ts'
import { deleteUploads, findKeptImage, lockExpired } from './upload-store.ts'
import { refuseHiddenHash } from './visibility.ts'

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

async function findShownUpload(db: Deps['reads'], hash: string): Promise<Image | undefined> {
  const image = await findKeptImage(db, hash)
  if (!image?.bytes) {
    if (image) await refuseHiddenHash(db, hash)
    return undefined
  }
  return { ...image, bytes: image.bytes }
}

export function checkImageUrl({ config, images }: Deps, url: string): void {
  if (findUploadHash(config.publicUrl, url) !== null) return
  try {
    images.check(url)
  } catch (error) {
    refuse(error)
  }
}

/** An uploaded image comes from the store. Every failure is a fault of the caller's `imageUrl` (D20). */
export function fetchImage({ config, db, images }: Deps, url: string, signal: AbortSignal): Promise<Image> {
  const hash = findUploadHash(config.publicUrl, url)
  return hash === null ? images.fetch(url, signal).catch(refuse) : readUploaded(db, hash)
}

async function readUploaded(db: Deps['db'], hash: string): Promise<Image> {
  const image = await findShownUpload(db, hash)
  if (!image) throw badField('imageUrl', 'names an upload that is not stored: upload the image again')
  return image
}

function refuse(error: unknown): never {
  throw error instanceof ImageRefused ? badField('imageUrl', error.message) : error
}

const batchSize = 100

/** Deletes images that no submission used in time, and returns their bytes to the budget. */
export async function pruneUploads({ db, clock, budgets }: Deps, signal: AbortSignal): Promise<number> {
  const now = clock.now()
  let total = 0
  for (let deleted = batchSize; !signal.aborted && deleted >= batchSize; total += deleted) {
    const { count, unused } = await db.transaction().execute(async (tx) => {
      const hashes = await lockExpired(tx, { now, limit: batchSize })
      return hashes.length === 0 ? { count: 0, unused: [] } : deleteUploads(tx, hashes, now)
    })
    deleted = count
    await Promise.all(unused.map(({ payer, bytes }) => budgets.giveBack(payer, { stored_bytes: bytes })))
  }
  return total
}

const path = '/v1/images/'

export const toUploadUrl = (publicUrl: string, hash: string): string => `${publicUrl}${path}${hash}`

function findUploadHash(publicUrl: string, url: string): string | null {
  const base = new URL(`${publicUrl}${path}`).href
  const { href = '' } = URL.parse(url) ?? {}
  const hash = href.slice(base.length)
  return href.startsWith(base) && hashForm.test(hash) ? hash : null
}

const hashForm = /^[0-9a-f]{64}$/
