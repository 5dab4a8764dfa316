import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { dayMs } from '../../../contract/durations.ts'
import { badField, unavailable } from '../../platform/errors.ts'
import { type App, addScope } from '../../platform/http/app.ts'
import { isDeadline, startDeadline } from '../../platform/http/responses.ts'
import { ErrorBody, errorResponses, response } from '../../platform/http/schema.ts'
import { createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import { type Image, type Images, ImageRefused, maxCopyBytes, maxImageMib } from '../../providers/images/images.ts'
import { type Payer, findPayer } from '../admission/payer.ts'
import { UploadedImage } from '../../../contract/schemas/score.ts'
import { imageField, isForm, notMultipart, readUpload } from './read-upload.ts'
import { upsertUpload } from './upload-store.ts'
import { toUploadUrl } from './upload-url.ts'

const Form = Type.Object(
  {
    [imageField]: Type.String({
      format: 'binary',
      description: `A PNG, JPEG, WebP or GIF image of at most ${maxImageMib} MiB`,
    }),
  },
  { description: 'A form with one file' },
)

// At most 24 × 5 MiB of memory, as for downloads.
const maxUploads = 24
const maxUploadsPerNetwork = 4

const Location = Type.String({ format: 'uri', description: 'The URL of the image' })

export function uploadImageRoute(app: App, deps: Deps) {
  const { metrics } = deps
  const limits = { maxRunning: maxUploads, maxRunningPerNetwork: maxUploadsPerNetwork }
  const uploads = createAdmissionQueue({ name: 'uploads', ...limits, metrics })
  const schema = {
    operationId: 'uploadImage',
    summary: 'Upload the image of a submission',
    tags: ['scoring'],
    consumes: ['multipart/form-data'],
    body: Form,
    response: {
      200: {
        ...response(UploadedImage, 'The image was stored before; it is kept for another day'),
        headers: { Location },
      },
      201: { ...response(UploadedImage, 'The image is stored'), headers: { Location } },
      ...errorResponses(400, 451, 500),
      413: response(ErrorBody, `The image is larger than ${maxImageMib} MiB`),
      415: response(ErrorBody, 'The body is not sent as multipart/form-data'),
    },
  }
  void addScope(app, 'uploads', (scope) => {
    acceptFormsOnly(scope)
    // The handler reads the form within the bounds of uploads; the schema is for the document.
    scope.post('/v1/images', { schema, validatorCompiler: () => () => true }, async (request, reply) => {
      const signal = startDeadline(reply, deps.config.scoreDeadlineMs)
      const payer = await findPayer(deps, request)
      const held = await deps.budgets.hold(payer, { stored_bytes: maxCopyBytes + rowOverheadBytes })
      const read = () => readUpload(request, () => uploads.waiting() > 0)
      const receive = async () => {
        const image = await uploads.run(async () => decode(deps.images, await read(), signal), { signal }).catch(toBusy)
        return storeUpload(deps, payer, image)
      }
      // The bytes of a refused image are returned to the budget.
      const { isNew, stored, charged } = await receive().catch((error: unknown) => {
        void held.settle({})
        throw error
      })
      void held.settle({ stored_bytes: charged })
      return reply
        .code(isNew ? 201 : 200)
        .header('location', stored.imageUrl)
        .send(stored)
    })
  })
}

function acceptFormsOnly(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, _payload, done) =>
    isForm(request.headers['content-type'] ?? '') ? done(null) : done(notMultipart()),
  )
}

const busyRetrySeconds = 10

/** No provider is involved, so only our own work can have taken too long. */
function toBusy(error: unknown): never {
  if (!isDeadline(error)) throw error
  throw unavailable('The service could not decode the image in time. Try again later.', busyRetrySeconds)
}

async function decode(images: Images, bytes: Buffer, signal: AbortSignal): Promise<Image> {
  try {
    return await images.decode(bytes, signal)
  } catch (error) {
    throw error instanceof ImageRefused ? badField(imageField, error.message) : error
  }
}

/** Unused uploads are deleted after this. */
const keptMs = dayMs

/** The rows and index entries of an upload, without its bytes. */
const rowOverheadBytes = 512

async function storeUpload(
  deps: Deps,
  { level, bucket, site }: Payer,
  image: Image,
): Promise<{ isNew: boolean; charged: number; stored: UploadedImage }> {
  const { db, clock, config } = deps
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + keptMs)
  const { hash, width, height, bytes } = image
  const cost = { bytes: rowOverheadBytes + bytes.length, payer: { level, bucket, site } }
  const isNew = await upsertUpload(db, { image, now, expiresAt, cost })
  const imageUrl = toUploadUrl(config.publicUrl, hash)
  return {
    isNew,
    charged: isNew ? cost.bytes : 0, // a renewal stores nothing
    stored: { imageUrl, width, height, bytes: bytes.length, expiresAt: expiresAt.toISOString() },
  }
}
