import { normaliseText } from './text.ts'

/** `@leftsock`, from a handle with or without its @ or from the URL of a profile. The fault follows the field's name. */
export function parseXHandle(given: string): { value: string } | { fault: string } {
  const result = normaliseText(given, 'line')
  if ('fault' in result) return result
  const { text } = result
  if (bareHandle.test(text)) return { value: `@${text.replace(/^[@＠]/u, '')}` }
  const path = findProfilePath(text)
  const [, handle = ''] = /^\/@?([A-Za-z0-9_]{1,15})(?:\/|$)/.exec(path ?? '') ?? []
  if (handle === '') return { fault: form }
  return reservedPaths.has(handle.toLowerCase())
    ? { fault: `must be a handle: x.com/${handle} is no profile` }
    : { value: `@${handle}` }
}

const form = 'must be an X handle of 1–15 letters, digits or underscores, or the URL of its profile'

const bareHandle = /^[@＠]?[A-Za-z0-9_]{1,15}$/u

function findProfilePath(text: string): string | null {
  if (!/^[a-z]/i.test(text) || text.includes('\\')) return null
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const isPlain = url !== null && url.username === '' && url.password === '' && url.port === ''
  return isPlain && profileHost.test(url.hostname) ? url.pathname : null
}

const profileHost = /^(?:(?:www|mobile)\.)?(?:x|twitter)\.com$/

/** First parts of paths on x.com that are pages of X. */
const reservedPaths = new Set([
  'about',
  'account',
  'bookmarks',
  'communities',
  'compose',
  'download',
  'explore',
  'following',
  'followers',
  'hashtag',
  'help',
  'home',
  'i',
  'intent',
  'jobs',
  'lists',
  'login',
  'logout',
  'messages',
  'notifications',
  'oauth',
  'privacy',
  'search',
  'settings',
  'share',
  'signup',
  'statuses',
  'tos',
  'who_to_follow',
])
