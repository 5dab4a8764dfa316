import { configureGlobal } from 'fast-check'

/** The same inputs each time: a run fails only by a change. `npm run test:properties` searches with random seeds. */
export const fixSeed = () => configureGlobal({ seed: 20261122 })
