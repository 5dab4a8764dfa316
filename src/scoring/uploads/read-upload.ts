import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ApiError, badField } from '../../platform/errors.ts'
import { ClientGone } from '../../platform/http/responses.ts'
import { maxImageMib } from '../../providers/images/images.ts'
import { keepPace } from './keep-pace.ts'
import { findBoundary, parseForm } from './parse-form.ts'

export const imageField = 'image'

const maxFileBytes = maxImageMib * 1024 * 1024
/** The file with the headers and boundaries around it. */
const maxFormBytes = maxFileBytes + 16 * 1024

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

const tooLarge = () => new UploadRefused(413, `The image is larger than ${maxImageMib} MiB.`)

/** Reads the only file of a form and refuses everything else. `isAwaited` says whether others wait for the permit. */
export async function readUpload(request: FastifyRequest, isAwaited: () => boolean): Promise<Buffer> {
  const { raw } = request
  const mediaType = request.headers['content-type'] ?? ''
  if (!isForm(mediaType)) throw notMultipart()
  const boundary = findBoundary(mediaType)
  if (boundary === null) throw drained(raw, malformed())
  const collecting = collect(raw)
  collecting.body.catch(() => {}) // it may end later than the wait for it
  try {
    const body = await keepPace(collecting.body, { received: () => request.socket.bytesRead, isAwaited })
    return takeFile(body, boundary)
  } catch (error) {
    collecting.stop()
    throw drained(raw, toRefusal(error, raw))
  }
}

export const isForm = (mediaType: string): boolean => /^multipart\/form-data(?:;|\s|$)/i.test(mediaType)

/** Rejects when the body exceeds the bound. */
function collect(raw: IncomingMessage): { body: Promise<Buffer>; stop: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer) => {
    length += chunk.length
    if (length > maxFormBytes) reject(tooLarge())
    else chunks.push(chunk)
  }
  const onEnd = () => resolve(Buffer.concat(chunks))
  const onClose = () => reject(new ClientGone('The client closed the connection.'))
  raw.on('data', onData).once('end', onEnd).once('error', onClose).once('close', onClose)
  return {
    body: promise,
    stop: () => {
      raw.off('data', onData).off('end', onEnd)
      chunks.length = 0
    },
  }
}

function takeFile(body: Buffer, boundary: string): Buffer {
  const parts = parseForm(body, boundary)
  if (parts === 'malformed') throw malformed()
  if (parts === 'too many parts') throw badField('body', `must contain only the field "${imageField}"`)
  for (const { name, isFile } of parts) {
    if (name !== imageField) throw badField(isNameable(name) ? name : 'body', 'is not a field of this request')
    if (!isFile) throw badField(imageField, 'must be a file')
  }
  const [file, second] = parts
  if (!file) throw badField(imageField, 'is required')
  if (second) throw badField(imageField, 'must be one file')
  if (file.bytes.length > maxFileBytes) throw tooLarge()
  if (file.bytes.length === 0) throw badField(imageField, 'must not be empty')
  return file.bytes
}

const malformed = () => badField(imageField, 'must be one file in a well-formed multipart/form-data body')

/** Other names are not repeated in the error. */
const isNameable = (field: string): boolean => /^[\w.[\]-]{1,100}$/.test(field)

/** Discards the rest of the body: a client that is still sending would not see the response. */
function drained(raw: IncomingMessage, error: unknown): unknown {
  raw.resume()
  return error
}

function toRefusal(error: unknown, raw: IncomingMessage): unknown {
  if (error instanceof ApiError || error instanceof UploadRefused || error instanceof ClientGone) return error
  return raw.destroyed && !raw.complete ? new ClientGone('The client closed the connection.') : error
}
