import type { Fact } from '../../../contract/signals/schemas.ts'

/** The direction in which a fact moves its signal; a caveat qualifies the others. */
export type FactMark = 'good' | 'neutral' | 'caution' | 'bad' | 'caveat'

export function markOf({ code, effect, values: { cap, of } }: Fact): FactMark {
  const own = marks.get(code)
  if (own) return own
  if (cap !== undefined) return 'bad'
  if (effect === null) return 'neutral'
  if (typeof of === 'number' && code !== 'mentions') return markByShare(effect / of)
  if (effect === 0) return 'neutral'
  if (effect > 0) return 'good'
  return effect <= -15 ? 'bad' : 'caution'
}

/** A fact that gives points is as good as the share of its points that it gave. */
function markByShare(share: number): FactMark {
  if (share >= 0.75) return 'good'
  return share >= 0.4 ? 'neutral' : 'caution'
}

/** Those that neither effect nor cap decides. */
const marks = new Map<string, FactMark>(
  Object.entries({
    good: ['faultless', 'no_entry', 'clean_token', 'clean_prior_token', 'contract_clean', 'renounced'],
    neutral: ['no_contract', 'no_record'],
    caution: [
      'suspected',
      'mixer',
      'unclear_token',
      'unclear_prior_token',
      'not_creator',
      'unsigned',
      'name_mismatch',
      'proxy',
      'unknown',
      'lowered',
    ],
    caveat: [
      'launches_unseen',
      'transactions_unread',
      'lists_partial',
      'lists_not_asked',
      'no_lists',
      'token_partial',
      'no_proof',
      'deployer_only',
    ],
  } satisfies Partial<Record<FactMark, string[]>>).flatMap(
    ([mark, codes]) => codes.map((code): [string, FactMark] => [code, mark as FactMark]), // the keys above
  ),
)
