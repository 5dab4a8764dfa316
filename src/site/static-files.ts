import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { Type } from 'typebox'
import { colors } from '../../contract/design.ts'
import { expandParts } from '../../contract/expand-parts.ts'
import type { Assets } from '../../contract/props/assets.ts'
import type { DocsProps } from '../../contract/props/docs.ts'
import { dayMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { sendJsonText, setEtag } from '../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../platform/http/schema.ts'
import type { SiteRenderer } from './load-site.ts'

const params = Type.Object({ name: Type.String() })

export function getAssetRoute(app: App, { assetsFolder }: Pick<SiteRenderer, 'assetsFolder'>) {
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

export function docsPageRoute(app: App, site: SiteRenderer) {
  const schema = {
    operationId: 'getDocs',
    summary: 'Open the reference of the API',
    tags: ['public'],
    response: {
      200: textResponse('text/html', 'The page, which loads nothing from other hosts'),
      304: unchanged,
      ...errorResponses(500),
    },
  }
  const rendered = new Map<string, Buffer>() // A page has 440 kB, and takes 40 ms to render.
  app.get('/api/v1/docs', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const document = expandParts(app.swagger()) as unknown as DocsProps['document'] // `describeRoutes` made it
    return site.send(reply, { name: 'docs', props: { document }, path: '/api/v1/docs', rendered })
  })
}

/** Browsers and phones request these fixed paths. */
const fixed = [
  { path: '/favicon.ico', icon: 'ico', type: 'image/x-icon' },
  { path: '/apple-touch-icon.png', icon: 'apple', type: 'image/png' },
] as const

export function getIconRoutes(
  app: App,
  { serviceName }: { serviceName: string },
  { assets, assetsFolder }: Pick<SiteRenderer, 'assets' | 'assetsFolder'>,
) {
  const options = { schema: { hide: true }, config: { limit: 'file' as const } }
  for (const { path, icon, type } of fixed) {
    const bytes = assets && readFileSync(new URL(assets.icons[icon].slice('/assets/'.length), assetsFolder))
    app.get(path, options, async (_request, reply) => {
      if (!bytes) throw createNotBuiltError()
      return reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes)
    })
  }
  app.get('/site.webmanifest', { ...options, onSend: setEtag }, async (_request, reply) => {
    if (!assets) throw createNotBuiltError()
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return reply.send(JSON.stringify(describeApp(serviceName, assets)))
  })
}

const createNotBuiltError = () => new ApiError('not_found', 'The web pages are not built in this deployment.')

const describeApp = (name: string, { icons }: Assets) => ({
  name,
  short_name: name.slice(0, 24),
  start_url: '/',
  display: 'minimal-ui',
  background_color: colors.bg.light,
  theme_color: colors.bg.light,
  icons: [
    { src: icons.small, sizes: '192x192', type: 'image/png' },
    { src: icons.large, sizes: '512x512', type: 'image/png' },
    { src: icons.maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** Browsers expect the service worker, and its updates, at this path. */
export function getPushWorkerRoute(app: App, { pushWorker }: Pick<SiteRenderer, 'pushWorker'>) {
  app.get(
    '/push-worker.js',
    { schema: { hide: true }, config: { limit: 'file' }, onSend: setEtag },
    async (_request, reply) => {
      if (pushWorker === null) throw new ApiError('not_found', 'The web pages are not built in this deployment.')
      return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(pushWorker)
    },
  )
}

/** Personal or endless pages, and the API. */
const closed = [
  '/v1/',
  '/api/',
  '/admin',
  '/developer',
  '/search',
  '/compare',
  '/token/*/reading',
  '/enroll/',
  '/launch/*/leave',
  '/score/*/leave/',
]

export function getRobotsRoute(app: App, { publicUrl }: { publicUrl: string }) {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /api/v1/docs',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  app.get('/robots.txt', { schema: { hide: true }, config: { limit: 'file' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`),
  )
}

/** Without FARCASTER_MANIFEST, the path is not found. */
export function getFarcasterManifestRoute(app: App, { farcasterManifest }: Deps['config']) {
  if (farcasterManifest === null) return
  const options = { schema: { hide: true }, config: { limit: 'file' as const, isCrossOrigin: true }, onSend: setEtag }
  app.get('/.well-known/farcaster.json', options, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600')
    return sendJsonText(reply, farcasterManifest)
  })
}

const lifetimeMs = 90 * dayMs

export function getSecurityTextRoute(app: App, { config, clock }: Deps) {
  const { contactUrl, publicUrl } = config
  if (contactUrl === null) return
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true }, config: { limit: 'file' } }, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + lifetimeMs).toISOString()
    const lines = [
      `Contact: ${contactUrl}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${path}`,
    ]
    reply.header('cache-control', 'public, max-age=86400')
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
