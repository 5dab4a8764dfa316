import type { Deps } from '../deps.ts'

/** Pages load only from this origin and nothing inline, and no other site may frame them (D57). */
export const makePageHeaders = ({ walletConnect }: Pick<Deps['config'], 'walletConnect'>) => ({
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
