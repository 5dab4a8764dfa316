import { freshAddress } from '../../test/world/fresh-address.ts'

/** Settings that make the service trust the addresses of `freshCaller`. */
export const believingUs = { TRUST_PROXY: '127.0.0.1' }

/** The headers of a caller who has not called before: what is measured are answers, not refusals of a limit. */
export const freshCaller = () => ({ 'x-forwarded-for': freshAddress() })
