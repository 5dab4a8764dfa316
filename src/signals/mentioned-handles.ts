/** The distinct X handles that a pitch names as `@handle`, lower-case and without @, the first 20 at most. */
export function mentionedHandles(description: string): string[] {
  const handles = new Set<string>()
  for (const [, handle = ''] of description.matchAll(mention)) {
    handles.add(handle.toLowerCase())
    if (handles.size === 20) break
  }
  return [...handles]
}

// Before the @ nothing that could belong to an e-mail address, an URL's path or a longer word; after the handle no
// letter, and no second @ as in the addresses of other networks.
const mention = /(?<![\p{L}\p{M}\p{N}_@＠/+~#$%&*!-])@([A-Za-z0-9_]{1,15})(?![\p{L}\p{M}\p{N}_@＠])/gu
