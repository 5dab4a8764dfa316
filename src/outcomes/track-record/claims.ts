import { keccak256, toHex } from 'viem'
import type { Deps } from '../../deps.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import type { ClaimedShares } from '../figures/launch-record.ts'
import { findClaims, insertClaims } from './store.ts'

export const claimsVersion = 'outcome-claims@1.0.0'

/** The claims as canonical JSON. Without shares of the operator H3 and H4 are left out. */
function writeClaims(shares: ClaimedShares | null): string {
  const claims = [
    {
      id: 'H1',
      claim: 'AUC > 0.5 among committed launches, one per creator, at 30 days',
      decided: 'at the first 100, 300 and 1,000 known in the order of their beginning; |z| > 2.394',
    },
    {
      id: 'H2',
      claim: 'survival differs between the bands in the order green, amber, red',
      decided:
        'log-rank of three groups at the same looks; chi-square > 8.189, and the curves at 30 days in that order',
    },
    ...(shares
      ? [
          {
            id: 'H3',
            claim: `good at 30 days: green ${shares.green}, amber ${shares.amber}, red ${shares.red}`,
            decided: 'holds while the share lies in the Wilson interval of its band, from 50 known of the band',
          },
          {
            id: 'H4',
            claim: `of green launches at most ${shares.rugged} rugged by 30 days`,
            decided: 'refuted when the interval’s lower end is above it, from 50 known',
          },
        ]
      : []),
  ]
  return canonicalJson({ version: claimsVersion, claims, shares })
}

/** Fixes the claims once, before the first outcome. What the configuration says later changes nothing. */
export async function fixClaims({ db, clock, config }: Deps): Promise<void> {
  if (config.marketData === null || (await findClaims(db))) return
  const body = writeClaims(config.outcomeClaims)
  const digest = Buffer.from(keccak256(toHex(body)).slice(2), 'hex')
  await insertClaims(db, { version: claimsVersion, body, digest, fixedAt: clock.now() })
}

export const readShares = (body: string): ClaimedShares | null =>
  (JSON.parse(body) as { shares: ClaimedShares | null }).shares
