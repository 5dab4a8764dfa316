import { join, normalize } from 'node:path'

/** Imports and re-exports, of types too. `import()` doesn't count: a command is loaded when it runs. */
const importPattern = /^(?:import|export)\b[^'"();]*?\bfrom '(\.[^']+)'|^import '(\.[^']+)'/gm

/** The own files that a file imports. All paths are from the root of the checkout. */
export function listImports(file: string, source: string): string[] {
  const paths = [...source.matchAll(importPattern)].map(([, from, alone]) => from ?? alone ?? '')
  return paths.map((path) => normalize(join(file, '..', path)))
}
