import type { FastifyRequest } from 'fastify'
import { ApiError, badField } from '../../platform/errors.ts'
import { ClientGone } from '../../platform/http/responses.ts'
import { maxImageMib } from '../../providers/images/images.ts'
import { keepPace } from './keep-pace.ts'

/** The field that carries the image. */
export const imageField = 'image'

/** The bounds of a form: one file, and little beside it. */
const uploadLimits = {
  fileSize: maxImageMib * 1024 * 1024,
  files: 1,
  fields: 1,
  fieldSize: 100,
  fieldNameSize: 100,
  parts: 2,
  headerPairs: 16,
}

/** The body violates HTTP or is too large. Fastify reads the status. */
class UploadRefused extends Error {
  readonly statusCode: 413 | 415

  constructor(statusCode: 413 | 415, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const notMultipart = () =>
  new UploadRefused(415, `The body must be sent as multipart/form-data, with the file in the field "${imageField}".`)

/**
 * Reads the file of a form. Everything else in the form is refused, and the client is told the field. `isAwaited` says whether
 * others wait for the permit of this request.
 */
export async function readUpload(request: FastifyRequest, isAwaited: () => boolean): Promise<Buffer> {
  if (!request.isMultipart()) throw notMultipart()
  const reading = readFile(request)
  reading.catch(() => {}) // it ends later than the wait for it
  try {
    return await keepPace(reading, { received: () => request.socket.bytesRead, isAwaited })
  } catch (error) {
    drain(request)
    throw toRefusal(error, request)
  }
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  let bytes: Buffer | undefined
  for await (const part of request.parts({ limits: uploadLimits })) {
    if (part.fieldname !== imageField)
      throw badField(isNameable(part.fieldname) ? part.fieldname : 'body', 'is not a field of this request')
    if (part.type !== 'file') throw badField(imageField, 'must be a file')
    bytes = await part.toBuffer()
  }
  if (!bytes) throw badField(imageField, 'is required')
  if (bytes.length === 0) throw badField(imageField, 'must not be empty')
  return bytes
}

/** Another name, of a form that no client writes by hand, is not repeated in the error. */
const isNameable = (field: string): boolean => /^[\w.[\]-]{1,100}$/.test(field)

/** Reads on without keeping anything: a client that is still sending would not see the response. */
function drain({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/** Any text that the parser can't read is a fault of the form. */
function toRefusal(error: unknown, { raw }: FastifyRequest): unknown {
  if (error instanceof ApiError || error instanceof UploadRefused) return error
  if (raw.destroyed && !raw.complete) return new ClientGone('The client went away.')
  const { code = '' } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new UploadRefused(413, `The image is larger than ${maxImageMib} MiB.`)
  if (code === 'FST_FILES_LIMIT') return badField(imageField, 'must be one file')
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return badField('body', `must contain only the field "${imageField}"`)
  return badField(imageField, 'must be one file in a well-formed multipart/form-data body')
}
