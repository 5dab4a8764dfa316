import type { FastifyReply } from 'fastify'
import type { Pages, Render } from 'launchscore-web/pages'
import type { Deps } from '../deps.ts'
import { type Asset, readAssets } from './read-assets.ts'
import { pageHeaders } from './page-headers.ts'

/** The pages of this deployment. */
export interface Site {
  /** Sends a page; 503 with what to do about it where the pages aren't built. */
  send: <Name extends keyof Pages>(reply: FastifyReply, page: Shown<Name>) => FastifyReply
  /** The files that the pages load, by name. */
  assets: ReadonlyMap<string, Asset>
}

interface Shown<Name extends keyof Pages> {
  name: Name
  props: Pages[Name]
  /** Its own, as people may pass it on. */
  path: string
  status?: number
}

const built = new URL('../../web/dist/', import.meta.url)

/** Loads what `npm run build` made; without that the service runs all the same. */
export async function openSite({ config, log }: Pick<Deps, 'config' | 'log'>, from = built): Promise<Site> {
  const render = await loadRender(from)
  if (!render) log.warn('the web pages are not built, so there are none: `npm run build`, then start again')
  const { serviceName, publicUrl } = config
  return {
    assets: readAssets(new URL('browser/assets/', from)),
    send: (reply, { name, props, path, status = 200 }) => {
      const site = { name: serviceName, url: publicUrl, path }
      const html = render ? render(name, props, site) : notBuilt
      return reply
        .code(render ? status : 503)
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(html)
    },
  }
}

/** Undefined: there is no build. */
async function loadRender(from: URL): Promise<Render | undefined> {
  try {
    const bundle = (await import(new URL('server/server.js', from).href)) as { render: Render } // web/src/server.tsx
    return bundle.render
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>No pages yet</title>
<h1>The web pages are not built</h1>
<p>Run <code>npm run build</code> and start the service again. The API works without them: <a href="/api/v1/docs">its documentation</a>.</p></html>`
