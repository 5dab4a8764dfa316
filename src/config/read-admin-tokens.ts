import type { EnvReader } from '../platform/env.ts'
import { bearerTokenRule, isBearerToken } from '../platform/http/bearer.ts'

/** A bearer token of the operators' routes. */
export interface AdminToken {
  /** Names its user in the log. */
  name: string
  token: string
  isReadOnly: boolean
}

/** Reads ADMIN_TOKEN: one token, or several as `name:token` or `name:ro:token`. A token without a name is `admin`'s. */
export function readAdminTokens(env: EnvReader): AdminToken[] {
  const entries = env.list(
    'ADMIN_TOKEN',
    isEntry,
    `must have at least ${minLength} characters of ${bearerTokenRule} in each token`,
  )
  const tokens = entries.map(parseEntry)
  if (new Set(tokens.map(({ name }) => name)).size < tokens.length)
    env.problem('ADMIN_TOKEN', 'must have a different name for each token, like alice:token,bob:token')
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length)
    env.problem('ADMIN_TOKEN', 'must not have the same token twice')
  // a name that isn't one would be a part of the token
  if (entries.some((entry) => entry.includes(':') && parseEntry(entry).token === entry))
    env.problem('ADMIN_TOKEN', 'must have names of at most 64 letters, digits, ".", "@", "_" and "-", like alice:token')
  // it would have full access
  if (tokens.some(({ name, token }) => /^ro$/i.test(name) || /^ro:/i.test(token)))
    env.problem('ADMIN_TOKEN', 'must have read-only tokens in the form name:ro:token')
  return tokens
}

const minLength = 32

function isEntry(entry: string): boolean {
  const { token } = parseEntry(entry)
  return token.length >= minLength && isBearerToken(token)
}

function parseEntry(entry: string): AdminToken {
  const [, name = 'admin', mode, token = ''] = /^(?:([\w.@-]{1,64}):(ro:)?)?(.*)$/s.exec(entry) ?? []
  return { name, token, isReadOnly: mode !== undefined }
}
