/** What the configuration checks in the URL of a PostgreSQL server. */
interface DatabaseUrl {
  namesSeveralHosts: boolean
  /** The fault of `sslmode`, after the name of the variable; null: none. */
  sslProblem: string | null
  sslFiles: { parameter: string; path: string }[]
}

/** Null: this is no URL of PostgreSQL. */
export function parseDatabaseUrl(text: string): DatabaseUrl | null {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(text) ?? []
  const [first = '', ...others] = hosts.split(',') // libpq's form, which URL does not parse
  const url = start + first + end
  if (!isPostgresUrl(url)) return null
  const parameters = new URL(url).searchParams
  return {
    namesSeveralHosts: others.length > 0 || parameters.getAll('host').join().includes(','),
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

const listSslFiles = (parameters: URLSearchParams): DatabaseUrl['sslFiles'] =>
  ['sslrootcert', 'sslcert', 'sslkey'].flatMap((parameter) => {
    const path = parameters.get(parameter)
    return path ? [{ parameter, path }] : []
  })

/**
 * The URL as `pg` gets it. `pg` verifies certificates fully in these modes too, but warns that it will not in its next
 * version; libpq has weaker ones.
 */
export function toConnectionString(url: string): string {
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
