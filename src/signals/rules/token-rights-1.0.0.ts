/** What a token's contract allows, and what it costs when it does. */
export interface TokenRight {
  field: string
  points: number
  /** Worth half when nobody is left to use it. */
  isOwners: boolean
  /** null: a cap's sentence says it. */
  words: string | null
}

const owners = (field: string, points: number, words: string): TokenRight => ({ field, points, isOwners: true, words })
const anyones = (field: string, points: number, words: string | null): TokenRight => ({
  field,
  points,
  isOwners: false,
  words,
})

export const tokenRights: TokenRight[] = [
  owners('owner_change_balance', 40, 'The owner can change balances.'),
  anyones('hidden_owner', 30, 'The contract has a hidden owner.'),
  anyones('can_take_back_ownership', 25, 'Ownership that was given up can be taken back.'),
  anyones('selfdestruct', 25, 'The contract can destroy itself.'),
  owners('personal_slippage_modifiable', 20, 'The owner can set taxes for single holders.'),
  owners('slippage_modifiable', 15, 'The owner can change the taxes.'),
  owners('is_mintable', 15, 'The owner can create more tokens.'),
  owners('transfer_pausable', 15, 'The owner can stop transfers.'),
  owners('is_blacklisted', 15, 'The owner can block holders.'),
  anyones('cannot_buy', 15, 'It can’t be bought.'),
  anyones('is_proxy', 10, null),
  anyones('trading_cooldown', 5, 'Trades must keep a pause between them.'),
  owners('anti_whale_modifiable', 5, 'The owner can change the limits on trades.'),
  anyones('external_call', 5, 'It calls other contracts.'),
]

/** What every token should be known about, in words for "Not known: …". */
export const coreFields = new Map([
  ['is_honeypot', 'whether it can be sold again'],
  ['owner_change_balance', 'changed balances'],
  ['hidden_owner', 'a hidden owner'],
  ['can_take_back_ownership', 'ownership taken back'],
  ['is_mintable', 'more tokens'],
  ['transfer_pausable', 'stopped transfers'],
  ['is_blacklisted', 'blocked holders'],
  ['slippage_modifiable', 'changed taxes'],
])
