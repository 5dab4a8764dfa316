import type { Environment } from '../platform/env.ts'

/** A line about a variable that is set. */
export interface VariableNote {
  variable: string
  text: string
}

/**
 * Finds variables that are probably meant for the service but are none of `known`: every other name in the file `.env`, and
 * names in the environment that differ from a known one in a letter or two.
 */
export function findUnknownVariables(
  environment: Environment,
  known: ReadonlySet<string>,
  namesInFile: ReadonlySet<string>,
): VariableNote[] {
  return Object.keys(environment)
    .filter((name) => !known.has(name) && environment[name]?.trim() && !isLink(environment[name]))
    .flatMap((name) => {
      const isInFile = namesInFile.has(name)
      const likely = findLikely(name, known)
      if (likely === null && (!isInFile || ofOthers.test(name))) return []
      const place = isInFile ? ' in .env' : ''
      const question = likely === null ? '' : `; did you mean ${likely}?`
      return [{ variable: name, text: `${name}${place} is not a variable of the service and has no effect${question}` }]
    })
}

/** Kubernetes and Docker set such variables for a service called launchscore, like LAUNCHSCORE_PORT. */
const isLink = (value: string) => /^(?:tcp|udp):\/\//.test(value)

/** Names that a `.env` file has for other programs: Node.js, npm, Docker Compose, PostgreSQL, proxies and locales. */
const ofOthers =
  /^(NODE_|npm_|NPM_|COMPOSE_|DOCKER_|POSTGRES_|PG|REDIS_|OTEL_|SSL_CERT_|LC_|LANG$|TZ$|PATH$|HOME$|USER$|TMPDIR$|DOMAIN$|FORCE_COLOR$|NO_COLOR$|https?_proxy$|no_proxy$|HTTPS?_PROXY$|NO_PROXY$)/

/** Finds the most similar known name; a tie goes to the first one in the alphabet. */
function findLikely(name: string, known: ReadonlySet<string>): string | null {
  const bare = simplify(name)
  const rated = [...known]
    .toSorted()
    .map((other) => ({ other, distance: simplify(other) === bare ? 0 : countEdits(name.toUpperCase(), other) }))
    .filter(({ other, distance }) => distance <= (other.length < 8 ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance)
  return rated[0]?.other ?? null
}

/** Without what people add and leave out: case, separators and the name of the product. */
const simplify = (name: string) =>
  name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^LAUNCHSCORE(?=.)/, '')

/** The number of letters to insert, delete, replace or swap with their neighbour; 3 stands for more than two. */
function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => (up === 0 ? row : (rows[i - up] ?? []))[j - left] ?? 3
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (isSame ? 0 : 1), isSwapped ? at(2, 2) + 1 : 3))
    }
    if (Math.min(...row) > 2) return 3
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 3
}
