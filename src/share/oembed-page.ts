import { isUuid } from '../../contract/uuid.ts'

export interface Page {
  kind: 'score' | 'launch'
  /** Lower case. A launch is named by its enrollment or by its score. */
  id: string
}

/** The score or launch whose page an address leads to. Null for every other address, above all for those of other sites. */
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
