// Imported before an example: `@launchscore/client` is the source of the client, as if it were installed.
import { registerHooks } from 'node:module'

const source = new URL('../../client/src/index.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === '@launchscore/client' ? source : specifier, context),
})
