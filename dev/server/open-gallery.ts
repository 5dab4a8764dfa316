import { readFile, stat } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname } from 'node:path'
import type { Assets } from '../../contract/props/assets.ts'

type Theme = 'light' | 'dark' | null

interface Gallery {
  renderGallery: (options: { theme: Theme; isCompared: boolean }, assets: Assets) => string
  listMissing: () => string[]
}

const built = new URL('../../web/dist/', import.meta.url)
/** In few colours, so that pictures of the gallery stay small. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#2fa79c" d="M0 0h8v8H0z"/><path fill="#fff" d="M3 1h2v3l2 1v2H3z"/></svg>'
const types: Record<string, string> = { '.css': 'text/css', '.woff2': 'font/woff2', '.png': 'image/png' }

/** Serves the built gallery of components at `/gallery?theme=dark` on a port of its own; the service knows nothing of it. */
export async function openGallery(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(({ url = '/' }, response) => {
    answer(new URL(url, 'http://gallery'), response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo // listening on TCP
  return {
    url: `http://127.0.0.1:${own}/gallery`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The components of web/src/ui that the gallery doesn't show. */
export const listMissing = async (): Promise<string[]> =>
  (await loadNewest<Gallery>('gallery/gallery.js')).listMissing()

async function answer({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
  if (pathname === '/gallery') {
    const theme = searchParams.get('theme')
    const isCompared = searchParams.has('compared')
    const { renderGallery } = await loadNewest<Gallery>('gallery/gallery.js')
    const { assets } = await loadNewest<{ assets: Assets }>('server/server.js')
    const shown: Theme = theme === 'light' || theme === 'dark' ? theme : null
    return send(response, 'text/html; charset=utf-8', renderGallery({ theme: shown, isCompared }, assets))
  }
  if (pathname.endsWith('/picture') || pathname.endsWith('.png')) return send(response, 'image/svg+xml', picture)
  if (!pathname.startsWith('/assets/')) return void response.writeHead(404).end()
  const file = new URL(`browser/assets/${basename(pathname)}`, built)
  return send(response, types[extname(pathname)] ?? 'application/octet-stream', await readFile(file))
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}

/** A bundle as it was built last: Node keeps modules by their address. */
async function loadNewest<Bundle>(path: string): Promise<Bundle> {
  const file = new URL(path, built)
  return (await import(`${file.href}?${(await stat(file)).mtimeMs}`)) as Bundle // web/gallery/gallery.tsx, web/src/server.tsx
}
