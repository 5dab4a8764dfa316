import { readConfigureGlobal } from 'fast-check'

/**
 * The number of runs of a property that takes long: some in `npm test`, and all in `npm run test:properties`, which sets the
 * number of runs of all properties.
 */
export const countRuns = ({ test, search }: { test: number; search: number }): number =>
  (readConfigureGlobal().numRuns ?? 0) >= 1000 ? search : test
