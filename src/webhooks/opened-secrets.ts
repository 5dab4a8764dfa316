import { LRUCache } from 'lru-cache'
import type { SecretBox } from '../platform/secret-box.ts'

/** So many subscriptions at work at once are served without opening a secret twice. */
const most = 5000

/** Opens sealed secrets, each once: what is sealed anew is another text, so that no old secret is taken for it. */
export function rememberOpened(box: SecretBox): SecretBox['open'] {
  const opened = new LRUCache<string, string>({ max: most })
  return (sealed, context) => {
    const name = `${context} ${sealed}`
    const known = opened.get(name)
    if (known !== undefined) return known
    const secret = box.open(sealed, context)
    opened.set(name, secret)
    return secret
  }
}
