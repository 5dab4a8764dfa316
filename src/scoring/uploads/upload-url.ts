const path = '/v1/images/'

export const toUploadUrl = (publicUrl: string, hash: string): string => `${publicUrl}${path}${hash}`

export function findUploadHash(publicUrl: string, url: string): string | null {
  const base = new URL(`${publicUrl}${path}`).href
  const { href = '' } = URL.parse(url) ?? {}
  const hash = href.slice(base.length)
  return href.startsWith(base) && hashForm.test(hash) ? hash : null
}

const hashForm = /^[0-9a-f]{64}$/
