/** Lower case, without @; at most 20. */
export function mentionedHandles(description: string): string[] {
  const handles = new Set<string>()
  for (const [, handle = ''] of description.matchAll(mention)) {
    handles.add(handle.toLowerCase())
    if (handles.size === 20) break
  }
  return [...handles]
}

// Excludes e-mail addresses, URL paths and longer words (before the @), and addresses of other networks (a second @).
const mention = /(?<![\p{L}\p{M}\p{N}_@＠/+~#$%&*!-])@([A-Za-z0-9_]{1,15})(?![\p{L}\p{M}\p{N}_@＠])/gu
