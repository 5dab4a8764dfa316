import { existsSync, readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { Assets } from '../../contract/props/assets.ts'
import type { Pages, Render } from '../../contract/props/pages.ts'
import type { Deps } from '../deps.ts'
import { listLooks } from '../signals/registry.ts'
import { createLoopTurns } from './loop-turns.ts'
import { makePageHeaders } from './page-headers.ts'
import { readChoices, readPreferences } from './read-preferences.ts'

export interface Site {
  headers: Record<string, string>
  /** Without a build, 503 with a page that says how to build. */
  send: <Name extends keyof Pages>(reply: FastifyReply, page: Shown<Name>) => Promise<FastifyReply>
  /** Missing without a build. */
  assetsFolder: URL
  assets: Assets | null
  /** null without a build. */
  pushWorker: string | null
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

const built = new URL('../../web/dist/', import.meta.url)

/** The service also runs without a build. */
export async function loadSite(deps: Deps, from = built): Promise<Site> {
  const { config, log, tokenRisk } = deps
  const { render, assets = null } = await loadBundle(from)
  if (!render) log.warn('the web pages are not built; run `npm run build` and start again')
  const { serviceName, publicUrl, contactUrl, chainId, walletConnect } = config
  const deployment = {
    name: serviceName,
    url: publicUrl,
    contactUrl,
    credit: tokenRisk && tokenRisk.source.credit,
    walletConnect: walletConnect && { ...walletConnect, chainId },
    looks: listLooks(deps),
  }
  const headers = makePageHeaders(config)
  const takeTurn = createLoopTurns() // a page takes milliseconds to render
  return {
    headers,
    assetsFolder: new URL('browser/assets/', from),
    assets,
    pushWorker: readPushWorker(from),
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
  }
}

interface Bundle {
  render: Render
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

function readPushWorker(from: URL): string | null {
  const file = new URL('browser/push-worker.js', from)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>No pages yet</title>
<h1>The web pages are not built</h1>
<p>Run <code>npm run build</code> and start the service again. The API works without them: <a href="/api/v1/docs">its documentation</a>.</p></html>`
