/**
 * Whether the registry has the packages. Until then their names can belong to anybody, so no page, message or document asks
 * its readers to run or install them by name. The commit of the first release sets this to true.
 */
export const isPublished: boolean = false

/** The repository, which has the issues too. The package files get their addresses from it. */
export const repository = 'https://launchscore.example/source'

/** The commands that run the command-line tool and the verifier: a checkout runs them until the packages are published. */
export const programs = isPublished
  ? { tool: 'npx @launchscore/server', verify: 'npx @launchscore/verify' }
  : { tool: 'npm run cli --', verify: 'npm run verify --' }
