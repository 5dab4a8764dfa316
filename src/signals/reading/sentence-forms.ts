import { coreFields, tokenRights } from '../rules/token-rights-1.0.0.ts'
import type { FactMark } from './fact.ts'

/** A sentence that the frozen rules of `creator` and `risk` write. */
interface SentenceForm {
  code: string
  mark: FactMark | 'caveat'
  /** With a group for each value. */
  form: RegExp
}

interface ReadSentence {
  code: string
  mark: FactMark | 'caveat'
  values: string[]
}

/** The meaning of a sentence; undefined when no rule set of this release writes it. */
export function readSentence(sentence: string): ReadSentence | undefined {
  const fixed = fixedSentences.get(sentence)
  if (fixed) return { ...fixed, values: [] }
  const unknown = readUnknown(sentence)
  if (unknown) return unknown
  for (const { code, mark, form } of forms) {
    const match = form.exec(sentence)
    if (match) return { code, mark, values: match.slice(1).map((value) => value ?? '') }
  }
  return undefined
}

const forms: SentenceForm[] = [
  { code: 'wallet_age', mark: 'neutral', form: /^Wallet is (\d{1,6}) days? old on this chain\.$/ },
  { code: 'transactions', mark: 'neutral', form: /^It has sent (\d{1,9}) transactions?\.$/ },
  {
    code: 'launches',
    mark: 'neutral',
    form: /^It has launched (\d{1,6}) tokens?, (none|\d{1,6})(?: of them)? in the last 7 days\.$/,
  },
  {
    code: 'launches_at_least',
    mark: 'neutral',
    form: /^It has launched at least (\d{1,6}) tokens?, (none|\d{1,6})(?: of them)? in the last 7 days\.$/,
  },
  {
    code: 'transactions_unread',
    mark: 'caveat',
    form: /^Of its newest transactions, (\d{1,6}) could not be read\.$/,
  },
  {
    code: 'named_wallet',
    mark: 'bad',
    form: /^Another wallet \((0x[0-9a-fA-F]{40})\) deployed the contract, and this one has not signed for the launch: at most 50\.$/,
  },
  {
    code: 'honeypots',
    mark: 'bad',
    form: /^GoPlus records (\d{1,9}) honeypots or malicious contracts by this wallet\.$/,
  },
  {
    code: 'no_entry',
    mark: 'good',
    form: /^GoPlus has no entry against this wallet \((\d{4}-\d\d-\d\d)\); that is not proof of a clean past\.$/,
  },
  { code: 'honeypot_with_same_creator', mark: 'bad', form: /^GoPlus counts (\d{1,9}) honeypots? by its creator\.$/ },
  { code: 'sell_tax', mark: 'bad', form: /^Selling costs ([\d.]{1,9}) %\.$/ },
  { code: 'buy_tax', mark: 'bad', form: /^Buying costs ([\d.]{1,9}) %\.$/ },
  { code: 'transfer_tax', mark: 'bad', form: /^A transfer costs ([\d.]{1,9}) %\.$/ },
  {
    code: 'unknown_tax',
    mark: 'caution',
    form: /^What (buying and selling cost|buying costs|selling costs) is not known\.$/,
  },
  { code: 'insider', mark: 'caution', form: /^Its creator or owner holds ([\d.]{1,9}) % of it\.$/ },
]

const good: Record<string, string> = {
  clean_token: 'GoPlus finds no honeypot in this token.',
  clean_prior_token: 'GoPlus finds no honeypot in its newest prior token.',
  contract_clean: 'GoPlus’ checks of the contract found nothing to hold against it.',
  renounced: 'Ownership was given up, so the owner’s rights count half.',
}

const neutral: Record<string, string> = {
  wallet_age_unknown: 'The wallet’s age is not known.',
  transactions_unknown: 'How many transactions it has sent is not known.',
  no_launches: 'It has launched no token.',
  no_recent_launches: 'No launch is among its newest transactions; older ones were not read.',
  no_read_launches: 'No launch is among the transactions that could be read.',
  no_token_record: 'GoPlus has no record of a token by this wallet.',
  no_contract: 'There is no contract to examine yet; this only reflects what is listed about the deployer.',
  no_record: 'GoPlus has no record of this contract yet; this only reflects what is listed about the deployer.',
}

const caution: Record<string, string> = {
  no_history: 'Wallet has no transactions on this chain.',
  suspected: 'Under suspicion in GoPlus’ list (not confirmed).',
  mixer: 'Listed as a mixer address.',
  unclear_token: 'GoPlus can’t tell whether this token is a honeypot.',
  unclear_prior_token: 'GoPlus can’t tell whether its newest prior token is a honeypot.',
  not_creator: 'GoPlus does not name this wallet as the token’s creator.',
  unsigned: 'At most 50, because nobody has signed with this wallet.',
  name_mismatch: 'GoPlus reports another name or ticker for this contract: at most 55.',
  is_proxy: 'It is a proxy: the code behind it can be replaced.',
}

const bad: Record<string, string> = {
  honeypot_related: 'Linked to a honeypot or scam token.',
  is_honeypot: 'It is a honeypot: who buys it can’t sell it.',
  is_airdrop_scam: 'It is an airdrop scam.',
  is_true_token: 'It is not the token it claims to be.',
  fake_token: 'It imitates another token.',
  gas_abuse: 'It spends its users’ gas on its own ends.',
  cannot_sell_all: 'Holders can’t sell all they have.',
  is_open_source: 'The source code is not published, so most checks are impossible.',
}

const caveats: Record<string, string> = {
  launches_unseen: 'Launches through launchpads, on other chains or by other wallets are not seen.',
  lists_partial: 'GoPlus’ lists answered only in part.',
  lists_not_asked: 'The address lists were not asked: no token-risk provider is configured.',
  token_partial: 'GoPlus has only part of its data yet.',
}

/** From so many points on, a right of the contract is a mark against it. */
const gravePoints = 15

const fixedSentences = new Map<string, Omit<ReadSentence, 'values'>>([
  ...Object.entries({ good, neutral, caution, bad, caveat: caveats }).flatMap(([mark, sentences]) =>
    Object.entries(sentences).map(([code, sentence]): [string, Omit<ReadSentence, 'values'>] => [
      sentence,
      { code, mark: mark as ReadSentence['mark'] }, // the keys above
    ]),
  ),
  ...tokenRights.flatMap(({ field, points, words }): [string, Omit<ReadSentence, 'values'>][] =>
    words === null ? [] : [[words, { code: field, mark: points >= gravePoints ? 'bad' : 'caution' }]],
  ),
])

const fieldsByWords = new Map([...coreFields].map(([field, words]) => [words, field]))

/** `Not known: a hidden owner, changed taxes.` */
function readUnknown(sentence: string): ReadSentence | undefined {
  const start = 'Not known: '
  if (!sentence.startsWith(start)) return undefined
  const fields = sentence
    .slice(start.length, -1)
    .split(', ')
    .map((words) => fieldsByWords.get(words))
  return fields.every((field) => field !== undefined) ? { code: 'unknown', mark: 'caution', values: fields } : undefined
}
