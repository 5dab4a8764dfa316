/** A host apart at the name that its owner has registered: `accounts.trusted.` and `evil.example`. */
export function splitHost(host: string): { before: string; owner: string } {
  if (/^[\d.:[\]]+$/.test(host)) return { before: '', owner: host }
  const labels = host.split('.')
  const count = isUnderCountry(labels) ? 3 : 2
  const owner = labels.slice(-count).join('.')
  return { before: host.slice(0, host.length - owner.length), owner }
}

/** As in `evil.co.uk`: names are registered one level deeper. Other suffixes of that kind only show more of the host as bold. */
function isUnderCountry(labels: string[]): boolean {
  const [second = '', last = ''] = labels.slice(-2)
  return last.replace(/:\d+$/, '').length === 2 && second.length <= 3 && labels.length > 2
}
