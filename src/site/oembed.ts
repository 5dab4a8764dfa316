import { type Static, Type } from 'typebox'
import { getLaunchCardPath, getScoreCardPath } from '../../contract/card-paths.ts'
import { ref } from '../../contract/schema.ts'
import { formatHeadline } from '../../contract/headline.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { getLaunch } from '../launches/get-launch.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { ErrorBody, errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { escapeMarkup } from '../platform/values.ts'
import { getScoreOrThrow } from '../scoring/shown-body.ts'
import { createScoreNotFoundError } from '../scoring/visibility.ts'
import { findLeadState } from '../tokens/launch-outcome.ts'
import { cardSizes } from './cards/card-layout.ts'

const cacheSeconds = 300

const maxSize = (side: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: `The maximum ${side} in pixels` }))

const Query = Type.Object({
  url: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'The address of a score’s page or a launch’s page of this deployment',
  }),
  format: Type.Optional(
    Type.String({
      maxLength: 20,
      description: '`json`, the default, or `photo` for the card as an image, also as JSON',
    }),
  ),
  maxwidth: maxSize('width'),
  maxheight: maxSize('height'),
})

const about = {
  version: Type.Literal('1.0'),
  title: Type.String({
    description: 'Name, ticker and score; the outcome of the launch or a critical warning comes first',
  }),
  provider_name: Type.String(),
  provider_url: Type.String({ format: 'uri' }),
  cache_age: Type.Integer({ description: 'The number of seconds to cache the response' }),
}

export const OembedRich = Type.Object(
  {
    ...about,
    type: Type.Literal('rich'),
    html: Type.String({ description: 'An iframe with the ticket of the score or the launch' }),
    width: Type.Integer({ minimum: 1, description: 'The width of the iframe' }),
    height: Type.Integer({ minimum: 1, description: 'The height of the iframe' }),
    thumbnail_url: Type.String({ format: 'uri', description: 'The card of the score or the launch, a PNG' }),
    thumbnail_width: Type.Integer({ minimum: 1 }),
    thumbnail_height: Type.Integer({ minimum: 1 }),
  },
  { $id: 'OembedRich', description: 'The frame that a site shows instead of a link (oEmbed 1.0)' },
)

export const OembedPhoto = Type.Object(
  {
    ...about,
    type: Type.Literal('photo'),
    url: Type.String({ format: 'uri', description: 'The card of the score or the launch, a PNG' }),
    width: Type.Integer({ minimum: 1, description: 'The width at which to show the image' }),
    height: Type.Integer({ minimum: 1, description: 'The height at which to show the image' }),
  },
  {
    $id: 'OembedPhoto',
    description: 'With `format=photo`: the image that a site shows instead of a link (oEmbed 1.0)',
  },
)

/** GET /oembed: the frame or the card of a score or a launch, for sites that show links as previews (D95). */
export function getOembedRoute(app: App, { reads, config }: Deps) {
  const schema = {
    operationId: 'getOembed',
    summary: 'Describe a link to a score or a launch (oEmbed)',
    tags: ['scoring'],
    querystring: Query,
    response: {
      200: Object.assign(Type.Union([ref(OembedRich), ref(OembedPhoto)]), {
        description: 'The ticket in a frame; with `format=photo`, the card as a photo',
      }),
      304: unchanged,
      501: response(ErrorBody, 'Another format than `json` and `photo`'),
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/oembed', { schema, onSend: setEtag }, async (request, reply) => {
    const { url, format = 'json', ...max } = request.query
    if (format !== 'json' && format !== 'photo') return reply.code(501).send(onlyJson)
    const page = findPage(url, config.publicUrl)
    if (!page) throw createNotFoundError()
    const launch = page.kind === 'launch' ? await findLaunchOrThrow(reads, page.id) : null
    const id = launch?.score.id ?? page.id
    const [score, state] = await Promise.all([getScoreOrThrow(reads, id), findLeadState(reads, id)])
    if (!state) throw createScoreNotFoundError()
    reply.header('cache-control', 'public, max-age=300')
    const title = formatHeadline(score, state)
    const card = config.publicUrl + (launch ? getLaunchCardPath(launch, state) : getScoreCardPath(id, state))
    const provider = { provider_name: config.serviceName, provider_url: config.publicUrl, cache_age: cacheSeconds }
    if (format === 'photo')
      return { version: '1.0' as const, type: 'photo' as const, title, url: card, ...scaleCard(max), ...provider }
    const frame = `${config.publicUrl}/embed/${launch ? `launch/${launch.enrollment.enrollmentId}` : `score/${id}`}`
    const size = fitFrame(max)
    const { width, height } = cardSizes.wide
    return {
      version: '1.0' as const,
      type: 'rich' as const,
      title,
      html: `<iframe src="${escapeMarkup(frame)}" width="${size.width}" height="${size.height}" title="${escapeMarkup(title)}" style="border:0;max-width:100%" loading="lazy"></iframe>`,
      ...size,
      thumbnail_url: card,
      thumbnail_width: width,
      thumbnail_height: height,
      ...provider,
    }
  })
}

/** A ticket is higher where it is narrow; a frame that is lower than its ticket scrolls. */
function fitFrame({ maxwidth = Infinity, maxheight = Infinity }: Pick<Static<typeof Query>, 'maxwidth' | 'maxheight'>) {
  const width = Math.min(480, maxwidth)
  return { width, height: Math.min(width < 440 ? 400 : 300, maxheight) }
}

/** The oEmbed specification requires this status, which no error code has. */
const onlyJson = { error: { code: 'bad_request', message: 'Only format=json and format=photo are supported.' } }

const createNotFoundError = () =>
  new ApiError('not_found', 'This is not the URL of a score page or a launch page of this deployment.')

async function findLaunchOrThrow(reads: Deps['reads'], id: string) {
  const launch = await getLaunch(reads, id)
  if (!launch) throw createNotFoundError()
  return launch
}

/** The size at which the card is shown; the image has more pixels for dense screens. */
function scaleCard({
  maxwidth = Infinity,
  maxheight = Infinity,
}: Pick<Static<typeof Query>, 'maxwidth' | 'maxheight'>) {
  const { width, height } = cardSizes.wide
  const scale = Math.min(1, maxwidth / width, maxheight / height)
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

interface Page {
  kind: 'score' | 'launch'
  /** Lower case; of an enrollment or a score. */
  id: string
}

/** Null for every address that isn't a score's or a launch's page of this service. */
export function findPage(address: string, publicUrl: string): Page | null {
  const [url, site] = [URL.parse(address), new URL(publicUrl)]
  if (!url || url.origin !== site.origin || url.username !== '' || url.password !== '') return null
  const base = site.pathname.replace(/\/$/, '')
  if (!url.pathname.startsWith(`${base}/`)) return null
  const [kind, id = '', ...more] = url.pathname
    .slice(base.length + 1)
    .replace(/\/$/, '')
    .split('/')
  if ((kind !== 'score' && kind !== 'launch') || !isUuid(id) || more.length > 0) return null
  return { kind, id: id.toLowerCase() }
}
