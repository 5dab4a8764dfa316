/** An address with the choices that are made; those that aren't are left out. */
export function withQuery(path: string, choices: Record<string, string | number | null>): string {
  const made = Object.entries(choices).filter(([, value]) => value !== null)
  const query = new URLSearchParams(made.map(([name, value]) => [name, String(value)]))
  return made.length > 0 ? `${path}?${query}` : path
}
