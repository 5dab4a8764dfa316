import { isUuid } from '../../contract/uuid.ts'

export interface Page {
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
