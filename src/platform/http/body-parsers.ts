import type { Readable } from 'node:stream'
import { type FastifyRequest, errorCodes } from 'fastify'
import { ApiError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import type { App } from './app.ts'

/** Accepts uncompressed JSON in UTF-8 only (else 415). An empty body counts as none (D55, D76). */
export function acceptJsonOnly(app: App): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const isEmpty = body.length === 0 && takesNoBody(request)
    if (!isEmpty && !(isUtf8(request.headers['content-type']) && isUncompressed(request)))
      return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    const text = decodeUtf8(body as Buffer)
    if (text === null) done(new ApiError('bad_request', 'The body is not valid UTF-8.'))
    else if (text === '') done(null, undefined)
    else if (text.trim() === 'null') done(new ApiError('bad_request', 'The body must be a JSON object, not null.'))
    else
      void parseSafely(request, text, (error, value) =>
        // The parser reports members that could change a prototype like malformed JSON.
        done(error && parseJson(text) !== undefined ? createForbiddenMemberError() : error, value),
      )
  })
  app.addContentTypeParser('*', parseNothing)
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify refuses a malformed content type before it looks at the body.
    if (isBodyAbsent(request) && takesNoBody(request)) delete request.headers['content-type']
    done()
  })
}

const createForbiddenMemberError = () =>
  new ApiError('bad_request', 'The body has a member __proto__ or constructor.prototype, which is not allowed.', {
    details: [{ path: '__proto__', message: 'is not allowed, nor is constructor.prototype' }],
  })

/** The route accepts a request without a body. */
function takesNoBody({ routeOptions: { schema } }: FastifyRequest): boolean {
  const body = schema?.body as { type?: string | string[] } | undefined
  return body === undefined || [body.type].flat().includes('null')
}

const isBodyAbsent = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'

/** Refuses bodies of other types, except empty ones where none is needed. A chunked one shows only at its end. */
function parseNothing(request: FastifyRequest, payload: Readable, done: (error: Error | null) => void): void {
  const refused = new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
  if (request.is404) return done(null)
  if (!takesNoBody(request)) return done(refused)
  const end = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    done(error)
  }
  const onData = () => end(refused)
  const onEnd = () => end(null)
  payload.on('data', onData).on('end', onEnd).on('error', end)
}

const isUncompressed = ({ headers }: FastifyRequest): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'

function isUtf8(contentType = ''): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? []
  return /^utf-?8$/i.test(charset)
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
