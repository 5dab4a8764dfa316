import { readFileSync } from 'node:fs'
import type { Assets } from '../../contract/props/assets.ts'
import { colors } from '../../contract/design.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import type { Site } from './load-site.ts'

/** Browsers and phones request these fixed paths. */
const fixed = [
  { path: '/favicon.ico', icon: 'ico', type: 'image/x-icon' },
  { path: '/apple-touch-icon.png', icon: 'apple', type: 'image/png' },
] as const

export function getIconRoutes(
  app: App,
  { serviceName }: { serviceName: string },
  { assets, assetsFolder }: Pick<Site, 'assets' | 'assetsFolder'>,
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
