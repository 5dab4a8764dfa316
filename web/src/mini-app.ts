// Runs in a Farcaster client that opened a ticket as a mini app. The client shows a splash screen until `ready()`. It
// listens with Comlink, as https://miniapps.farcaster.xyz/docs/specification describes: in a browser by messages to the
// parent, in an app by those of its web view.
import { type Endpoint, windowEndpoint, wrap } from 'comlink'

interface Host {
  ready: (options: object) => Promise<void>
  openUrl: (url: string) => Promise<void>
}

declare global {
  interface Window {
    ReactNativeWebView?: { postMessage: (text: string) => void }
  }
}

const host = wrap<Host>(createEndpoint(window))
await host.ready({})

// A mini app opens no tabs of its own.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  void host.openUrl(link.href)
})

function createEndpoint({ ReactNativeWebView: webView, parent }: Window): Endpoint {
  if (!webView) return windowEndpoint(parent)
  return {
    postMessage: (message) => webView.postMessage(JSON.stringify(message)),
    addEventListener: (_type, listener) => document.addEventListener('FarcasterFrameCallback', listener),
    removeEventListener: (_type, listener) => document.removeEventListener('FarcasterFrameCallback', listener),
  }
}
