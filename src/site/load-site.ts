import { toChecksumAddress } from '../../contract/address.ts'
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextIteration } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Assets } from '../../contract/props/assets.ts'
import type { FrameProps, FrameSite, RenderFrame } from '../../contract/props/embed.ts'
import type { Pages, Render } from '../../contract/props/pages.ts'
import type { Language, Site } from '../../contract/props/site.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { ApiError } from '../platform/errors.ts'
import { listLooks } from '../signals/registry.ts'

export interface SiteRenderer {
  headers: Record<string, string>
  /** Without a build, 503 with a page that says how to build. */
  send: <Name extends keyof Pages>(reply: FastifyReply, page: Shown<Name>) => Promise<FastifyReply>
  /** A frame for other sites (D95). */
  sendFrame: (reply: FastifyReply, frame: Frame) => Promise<FastifyReply>
  /** Missing without a build. */
  assetsFolder: URL
  assets: Assets | null
  /** null without a build. */
  pushWorker: string | null
  /** The script that defines `<launch-score>`; null without a build. */
  elementScript: string | null
}

interface Shown<Name extends keyof Pages> {
  name: Name
  props: Pages[Name]
  /** The canonical path, for sharing. */
  path: string
  status?: number
  /** Caches the rendered page by the reader's preferences, if it never changes while the process runs. */
  rendered?: Map<string, Buffer>
}

interface Frame extends Partial<Pick<FrameSite, 'theme' | 'isMiniApp'>> {
  props: FrameProps
  status?: number
}

/** The page of a token; on CHAIN_ID without its chain. */
export const toTokenPath = (address: string, chainId: number, config: Pick<Deps['config'], 'chainId'>): string =>
  `/token/${toChecksumAddress(address)}${chainId === config.chainId ? '' : `?chainId=${chainId}`}`

const built = new URL('../../web/dist/', import.meta.url)

/** The service also runs without a build. */
export async function loadSite(deps: Deps, from = built): Promise<SiteRenderer> {
  const { config, log } = deps
  const { tokenRisk } = sourcesOf(deps)
  const { render, renderFrame, frameStyle = '', assets = null } = await loadBundle(from)
  if (!render) log.warn('the web pages are not built; run `npm run build` and start again')
  const { serviceName, publicUrl, contactUrl, chainId, walletConnect } = config
  const deployment = {
    name: serviceName,
    url: publicUrl,
    contactUrl,
    credit: tokenRisk && tokenRisk.source.credit,
    walletConnect: walletConnect && { ...walletConnect, chainId },
    looks: listLooks(deps),
    hasMiniApp: config.farcasterManifest !== null,
    chains: config.chains.map((chain) => chain.chainId),
  }
  const headers = makePageHeaders(config)
  const takeTurn = createLoopTurns() // a page takes milliseconds to render
  return {
    headers,
    assetsFolder: new URL('browser/assets/', from),
    assets,
    pushWorker: readScript(from, 'push-worker.js'),
    elementScript: readScript(from, 'embed.js'),
    send: async (reply, { name, props, path, status = 200, rendered }) => {
      const preferences = readPreferences(reply.request)
      const key = rendered ? JSON.stringify(preferences) : ''
      let html = rendered?.get(key)
      if (html === undefined) {
        await takeTurn()
        // Encoded once for the ETag and the compression.
        const query = rendered ? '' : readChoices(reply.request.url)
        html = Buffer.from(render ? render(name, props, { ...deployment, path, query, ...preferences }) : notBuilt)
        rendered?.set(key, html)
      }
      return reply
        .code(render ? status : 503)
        .headers(headers)
        .header('vary', 'Accept-Language, Cookie')
        .type('text/html; charset=utf-8')
        .send(html)
    },
    sendFrame: async (reply, { props, theme = 'auto', isMiniApp = false, status = 200 }) => {
      const { language } = readPreferences(reply.request)
      const html = renderFrame?.(props, { ...deployment, language, theme, isMiniApp }) ?? notBuilt
      return reply
        .code(renderFrame ? status : 503)
        .headers(makeFrameHeaders(frameStyle, isMiniApp))
        .header('vary', 'Accept-Language')
        .type('text/html; charset=utf-8')
        .send(html)
    },
  }
}

interface Bundle {
  render: Render
  renderFrame: RenderFrame
  frameStyle: string
  assets: Assets
}

async function loadBundle(from: URL): Promise<Partial<Bundle>> {
  try {
    return (await import(new URL('server/server.js', from).href)) as Bundle // web/src/server.tsx
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return {}
    throw error
  }
}

function readScript(from: URL, name: string): string | null {
  const file = new URL(`browser/${name}`, from)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>No pages yet</title>
<h1>The web pages are not built</h1>
<p>Run <code>npm run build</code> and start the service again. The API works without them: <a href="/api/v1/docs">its documentation</a>.</p></html>`

/** Pages load only from this origin and nothing inline, and no other site may frame them (D57). */
const makePageHeaders = ({ walletConnect }: Pick<Deps['config'], 'walletConnect'>) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    walletConnect ? `connect-src 'self' ${new URL(walletConnect.relayUrl).origin}` : "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
})

/** Any site may frame it. It has one style, which its hash names, and no script outside a Farcaster client. */
const makeFrameHeaders = (style: string, isMiniApp: boolean) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "img-src 'self'",
    ...(isMiniApp ? ["script-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-robots-tag': 'noindex',
})

/**
 * Of the callers that wait at once, one continues per iteration of the event loop, so that other requests are served in
 * between.
 */
export function createLoopTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    const turn = last.then(() => nextIteration())
    last = turn
    await turn
  }
}

type Preferences = Pick<Site, 'language' | 'isLanguageChosen' | 'theme'>

const languages: Language[] = ['en', 'es', 'zh']

/** Longer headers are cut. */
const maxRead = 1000

/** `?lang=` comes before Accept-Language; the theme is the only cookie. */
export function readPreferences({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Preferences {
  const chosen = findLanguage(readQuery(url).get('lang') ?? '')
  return {
    language: chosen ?? findAccepted(headers['accept-language'] ?? ''),
    isLanguageChosen: chosen !== undefined,
    theme: readTheme(headers.cookie ?? ''),
  }
}

/** A redirect must keep the language that the reader chose. */
export function keepLanguage(path: string, request: Pick<FastifyRequest, 'url' | 'headers'>): string {
  const { language, isLanguageChosen } = readPreferences(request)
  return isLanguageChosen ? `${path}${path.includes('?') ? '&' : '?'}lang=${language}` : path
}

/** The query without the language, for links to other languages. */
function readChoices(url: string): string {
  const query = readQuery(url)
  for (const name of ['lang', 'new']) query.delete(name) // `new` opens an editor once
  return query.toString()
}

const readQuery = (url: string) => new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length, maxRead))

/** `es` for `es-MX`. */
const findLanguage = (tag: string): Language | undefined =>
  languages.find((language) => language === tag.trim().toLowerCase().split('-', 1)[0])

/** The preferred one of the languages that the pages have. */
function findAccepted(header: string): Language {
  const wishes = header.slice(0, maxRead).split(',').map(parseWish)
  const liked = wishes.filter(({ language, quality }) => language !== undefined && quality > 0)
  return liked.toSorted((a, b) => b.quality - a.quality)[0]?.language ?? 'en'
}

/** `es-MX;q=0.8` */
function parseWish(wish: string): { language: Language | undefined; quality: number } {
  const [tag = '', ...parameters] = wish.split(';')
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  return { language: findLanguage(tag), quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

function readTheme(header: string): Site['theme'] {
  const cookies = header
    .slice(0, maxRead)
    .split(';')
    .map((cookie) => cookie.trim())
  if (cookies.includes('theme=light')) return 'light'
  return cookies.includes('theme=dark') ? 'dark' : null
}

/** Pages answer 404 for a malformed id, while the API answers 400. */
export const IdParam = Type.Object({ id: Type.String() })

/** Throws `not_found` for a malformed id. */
export function getPageId(id: string, what: string): string {
  if (!isUuid(id)) throw createPageNotFoundError(what)
  return id.toLowerCase()
}

export const createPageNotFoundError = (what: string) =>
  new ApiError('not_found', `There is no ${what} with this id. Check the link: it may be incomplete or mistyped.`)
