import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { UploadedImage } from '../../contract/schemas/score.ts'
import { dayMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField, unavailable } from '../platform/errors.ts'
import { addScope, type App } from '../platform/http/app.ts'
import { ClientGone, isDeadline, startDeadline } from '../platform/http/responses.ts'
import { ErrorBody, errorResponses, response } from '../platform/http/schema.ts'
import { createAdmissionQueue } from '../platform/queues/admission-queue.ts'
import { type Image, ImageRefused, type Images, maxCopyBytes, maxImageMib } from '../providers/images/images.ts'
import { findPayer, type Payer } from './daily-scores.ts'
import { upsertUpload } from './upload-store.ts'
import { toUploadUrl } from './uploads.ts'

const imageField = 'image'

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
    const config = { takesPublishableKeys: true }
    scope.post('/v1/images', { schema, config, validatorCompiler: () => () => true }, async (request, reply) => {
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

const notMultipart = () =>
  new UploadRefused(415, `The body must be sent as multipart/form-data, with the file in the field "${imageField}".`)

const tooLarge = () => new UploadRefused(413, `The image is larger than ${maxImageMib} MiB.`)

/** Reads the only file of a form and refuses everything else. `isAwaited` says whether others wait for the permit. */
async function readUpload(request: FastifyRequest, isAwaited: () => boolean): Promise<Buffer> {
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

const isForm = (mediaType: string): boolean => /^multipart\/form-data(?:;|\s|$)/i.test(mediaType)

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

/** In bytes a second. */
const minPace = 64_000
const graceMs = 2000
const checkEveryMs = 500
const retrySeconds = 5

interface Pace {
  received: () => number
  isAwaited: () => boolean
}

/**
 * Throws `unavailable` when a body arrives too slowly while other requests wait for its permit: two dozen idle clients
 * would hold all permits.
 */
async function keepPace<Body>(reading: Promise<Body>, { received, isAwaited }: Pace): Promise<Body> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const [startedAt, before] = [performance.now(), received()]
  const check = () => {
    const ms = performance.now() - startedAt
    if (ms < graceMs || !isAwaited() || (received() - before) / ms >= minPace / 1000) return
    reject(unavailable('The upload is too slow, and other uploads are waiting.', retrySeconds))
  }
  const timer = setInterval(check, checkEveryMs)
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(timer)
  }
}

interface FormPart {
  name: string
  /** It has a file name, or the media type of bytes. */
  isFile: boolean
  bytes: Buffer
}

/** `malformed`, or more than `maxParts` parts. */
type FormFault = 'malformed' | 'too many parts'

const maxParts = 2
const maxHeaderBytes = 4096
const maxHeaders = 16

const lineBreak = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

export function findBoundary(mediaType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(mediaType)) return null
  const boundary = readParameters(mediaType).get('boundary') ?? ''
  return boundary !== '' && boundary.length <= 256 ? boundary : null
}

/**
 * The sender chooses the number of boundaries, so the search ends at the first part beyond the bound. Parts without a
 * name are left out.
 */
export function parseForm(body: Buffer, boundary: string): FormPart[] | FormFault {
  const parts: FormPart[] = []
  if (body.length === 0) return parts
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may begin the body; the others follow a line break.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2)) ? -2 : body.indexOf(delimiter)
  if (at === -1) return 'malformed'
  for (let count = 0; ; count++) {
    const from = at + delimiter.length
    if (body[from] === dash && body[from + 1] === dash) return parts
    if (count === maxParts) return 'too many parts'
    const next = body.indexOf(delimiter, from)
    if (next === -1) return 'malformed'
    const part = parsePart(body.subarray(from, next))
    if (part === 'malformed') return part
    if (part) parts.push(part)
    at = next
  }
}

const dash = 45

/** null: the part has no name. `content` begins after its delimiter. */
function parsePart(content: Buffer): FormPart | 'malformed' | null {
  const end = content.subarray(0, maxHeaderBytes).indexOf(headersEnd)
  if (end === -1) return content.length > maxHeaderBytes ? 'malformed' : null
  const lines = content
    .subarray(content.indexOf(lineBreak) + 2, Math.max(2, end))
    .toString('utf8')
    .split('\r\n')
  if (lines.length > maxHeaders) return 'malformed'
  const headers = new Map(lines.map(splitHeader))
  const disposition = headers.get('content-disposition') ?? ''
  if (!/^form-data\s*(;|$)/i.test(disposition)) return null
  const parameters = readParameters(disposition)
  const name = parameters.get('name')
  if (name === undefined || /[\r\n]/.test(name)) return null
  if (name in Object.prototype) return 'malformed'
  const isFile = parameters.has('filename') || /^application\/octet-stream\s*$/i.test(headers.get('content-type') ?? '')
  return { name, isFile, bytes: content.subarray(end + headersEnd.length) }
}

function splitHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon === -1 ? ['', ''] : [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

/** Names in lower case; the first of duplicates counts. */
function readParameters(value: string): Map<string, string> {
  const parameters = new Map<string, string>()
  let at = value.indexOf(';')
  while (at !== -1) {
    const equals = value.indexOf('=', at)
    if (equals === -1) break
    const name = value
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const { text, end } = readValue(value, equals + 1)
    if (!parameters.has(name)) parameters.set(name, text)
    at = value.indexOf(';', end)
  }
  return parameters
}

/** A token, or a quoted text in which a backslash escapes a quote. */
function readValue(value: string, from: number): { text: string; end: number } {
  let at = from
  while (value[at] === ' ') at++
  if (value[at] !== '"') {
    const end = value.indexOf(';', at)
    const stop = end === -1 ? value.length : end
    return { text: value.slice(at, stop).trim(), end: stop }
  }
  const characters: string[] = []
  for (at++; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '\\' && (value[at + 1] === '"' || value[at + 1] === '\\')) at++
    characters.push(value[at] ?? '')
  }
  return { text: characters.join(''), end: at }
}
