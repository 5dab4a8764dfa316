/** The servers that a URL of PostgreSQL names, and the one that is wanted of them. */
interface DatabaseServers {
  /** The URL for each server alone. */
  urls: [string, ...string[]]
  /** null: not given. */
  session: string | null
  /** Follows the name of the variable. */
  sslProblem: string | null
  sslFiles: { parameter: string; path: string }[]
}

export function parseDatabaseUrl(text: string): DatabaseServers | null {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(text) ?? []
  const names = hosts.split(',')
  const [first = text, ...others] = names.length > 1 ? names.map((name) => start + name + end) : [text]
  const urls: DatabaseServers['urls'] = [verifyFully(first), ...others.map(verifyFully)]
  if (!urls.every(isPostgresUrl) || (names.length > 1 && !names.every(namesHost))) return null
  const parameters = new URL(first).searchParams
  if (parameters.get('host')?.includes(',')) return null
  return {
    urls,
    session: parameters.get('target_session_attrs'),
    sslProblem: findSslProblem(parameters),
    sslFiles: listSslFiles(parameters),
  }
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

function findSslProblem(parameters: URLSearchParams): string | null {
  const modes = parameters.getAll('sslmode')
  if (!modes.every((mode) => sslModes.includes(mode)))
    return `has an sslmode that must be one of ${sslModes.join(', ')}`
  if (isAsInLibpq(parameters) && modes.includes('verify-ca') && !parameters.get('sslrootcert'))
    return 'has sslmode=verify-ca with uselibpqcompat=true, which requires sslrootcert'
  return null
}

const listSslFiles = (parameters: URLSearchParams): DatabaseServers['sslFiles'] =>
  ['sslrootcert', 'sslcert', 'sslkey'].flatMap((parameter) => {
    const path = parameters.get(parameter)
    return path ? [{ parameter, path }] : []
  })

/** `pg` verifies fully in these modes too, but warns that it won't in its next version. */
function verifyFully(url: string): string {
  const [, start = '', parameters = '', end = ''] = /^([^?#]*)(\?[^#]*)(.*)$/s.exec(url) ?? []
  if (parameters === '' || isAsInLibpq(new URLSearchParams(parameters))) return url
  return start + parameters.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full') + end
}

const isAsInLibpq = (parameters: URLSearchParams): boolean => parameters.get('uselibpqcompat') === 'true'

/** The host may be a parameter, or be left to PGHOST. */
function isPostgresUrl(text: string): boolean {
  const url = /^postgres(ql)?:\/\//i.test(text) && !/\p{Cc}/u.test(text) ? URL.parse(text) : null
  return url !== null && (url.hostname !== '' || url.pathname.length > 1 || url.searchParams.has('host'))
}

/** A port alone would name the default host again. */
const namesHost = (name: string): boolean => name !== '' && !name.startsWith(':')
