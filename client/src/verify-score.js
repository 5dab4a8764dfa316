// The types are in verify-score.d.ts, because those of the checks are not the client's. The build bundles both packages.
export { verifyScore } from '../../verify/src/for-client.ts'
