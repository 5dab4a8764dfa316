// The one door to the service's own code: rules without a side effect, bundled so that browsers apply the very same ones.
export { isReadable, normaliseText } from '../../src/platform/text.ts'
export { aggregateX100 } from '../../src/scoring/aggregate.ts'
export { bandOf } from '../../src/scoring/band.ts'
export { scoreName } from '../../src/signals/name.ts'
export { scoreSocial } from '../../src/signals/social.ts'
