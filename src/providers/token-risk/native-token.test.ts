import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { hasRole, type NativeAct, toNativeLog, toRole } from '../../../dev/stand-ins/rpc-natives.ts'
import { findNativeKind, type NativeState, powerRoles, replayRoles, roleEvents, toNativeFacts } from './native-token.ts'

const kinds: [address: string, kind: string | null][] = [
  ['0xb200000000000000000000000000000000000901', 'B20'],
  ['0xb200000000000000000001ffffffffffffffffff', 'B20'],
  ['0xb200000000000000000002ffffffffffffffffff', null],
  ['0xb200000000000000000100ffffffffffffffffff', null],
  ['0xb20f000000000000000000000000000000000000', null],
  ['0xca52000000000000000000abcdef000000000001', 'CAS20'],
  ['0xca52000000000000000001abcdef000000000001', 'CAS20'],
  ['0xca5f000000000000000000000000000000000000', null],
  ['0x70ce110000000000000000000000000000000901', null],
]

for (const [address, kind] of kinds)
  test(`${address} is ${kind ?? 'a contract'}`, () => assert.equal(findNativeKind(address), kind))

test('the roles and events have the hashes of their names', () => {
  assert.equal(powerRoles.mint, toRole('MINT_ROLE'))
  assert.equal(powerRoles.pause, toRole('PAUSE_ROLE'))
  assert.equal(powerRoles.seize, toRole('SEIZE_ROLE'))
  assert.equal(powerRoles.burnBlocked, toRole('BURN_BLOCKED_ROLE'))
  assert.equal(powerRoles.spend, toRole('PREAUTHORIZED_SPENDER_ROLE'))
  const someone = `0x${'1'.repeat(40)}`
  const events = [
    toNativeLog({ grant: 'MINT_ROLE', to: someone }),
    toNativeLog({ revoke: 'MINT_ROLE', from: someone }),
    toNativeLog({ lastAdmin: someone }),
    toNativeLog({ policy: 'TRANSFER_SENDER_POLICY', id: 1n }),
  ]
  assert.deepEqual(
    events.map(({ topics }) => topics[0]),
    Object.values(roleEvents),
  )
})

const accounts = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`)
const roles = ['DEFAULT_ADMIN_ROLE', 'MINT_ROLE', 'PAUSE_ROLE', 'SEIZE_ROLE'] as const
const someAccount = fc.constantFrom(...accounts)
const someAct: fc.Arbitrary<NativeAct> = fc.oneof(
  fc.record({ grant: fc.constantFrom(...roles), to: someAccount }),
  fc.record({ revoke: fc.constantFrom(...roles), from: someAccount }),
  fc.record({ lastAdmin: someAccount }),
)

test('replaying the logs in any order gives what hasRole answers', () => {
  const someActs = fc.array(someAct, { maxLength: 30 }).chain((acts) => {
    const logs = acts.map((act, at) => ({ ...toNativeLog(act), block: BigInt(at >> 2), index: at }))
    return fc.record({
      acts: fc.constant(acts),
      logs: fc.shuffledSubarray(logs, { minLength: logs.length }),
    })
  })
  fc.assert(
    fc.property(someActs, ({ acts, logs }) => {
      const { held, everGranted } = replayRoles(logs)
      for (const name of roles)
        for (const account of accounts) {
          const isHeld = held.some((grant) => grant.role === toRole(name) && grant.account === account)
          assert.equal(isHeld, hasRole(acts, toRole(name), account))
        }
      for (const grant of held) assert.ok(everGranted.includes(grant))
    }),
  )
})

const nobody: NativeState = {
  name: 'Native',
  symbol: 'NTV',
  held: [],
  adminRoles: {},
  hasTransferPolicy: false,
  isPaused: false,
  isComplete: true,
}
const [ada = '', bob = ''] = accounts
const held = (role: string, account = ada) => ({ role: toRole(role), account })

type Rights = Partial<ReturnType<typeof toNativeFacts>>
const none: Rights = {
  isMintable: false,
  ownerCanPauseTransfers: false,
  ownerCanChangeBalances: false,
  ownerCanBlockHolders: false,
  isHoneypot: false,
  cannotSellAll: false,
}
const renounced = `0x${'0'.repeat(40)}`
const states: [name: string, state: Partial<NativeState>, rights: Rights][] = [
  ['nobody holds anything', {}, { ...none, owner: renounced }],
  ['a harmless role', { held: [held('METADATA_ROLE')] }, { ...none, owner: renounced }],
  ['mint', { held: [held('MINT_ROLE')] }, { ...none, isMintable: true, owner: ada }],
  ['pause', { held: [held('PAUSE_ROLE')] }, { ...none, ownerCanPauseTransfers: true, owner: ada }],
  ['seize', { held: [held('SEIZE_ROLE')] }, { ...none, ownerCanChangeBalances: true, owner: ada }],
  ['burn blocked', { held: [held('BURN_BLOCKED_ROLE')] }, { ...none, ownerCanChangeBalances: true, owner: ada }],
  ['spend', { held: [held('PREAUTHORIZED_SPENDER_ROLE')] }, { ...none, ownerCanChangeBalances: true, owner: ada }],
  [
    'an administrator, who could grant all of them',
    { held: [held('DEFAULT_ADMIN_ROLE')] },
    {
      ...none,
      isMintable: true,
      ownerCanPauseTransfers: true,
      ownerCanChangeBalances: true,
      ownerCanBlockHolders: true,
      owner: ada,
    },
  ],
  [
    'a role whose administrator is another role',
    { held: [held('KEEPER_ROLE', bob)], adminRoles: { [toRole('MINT_ROLE')]: toRole('KEEPER_ROLE') } },
    { ...none, isMintable: true, owner: bob },
  ],
  [
    'roles that administer each other',
    {
      held: [held('MINT_ROLE')],
      adminRoles: { [toRole('MINT_ROLE')]: toRole('KEEPER_ROLE'), [toRole('KEEPER_ROLE')]: toRole('MINT_ROLE') },
    },
    { ...none, isMintable: true, owner: ada },
  ],
  ['a policy', { hasTransferPolicy: true }, { ...none, ownerCanBlockHolders: true, isHoneypot: null, owner: null }],
  ['paused', { isPaused: true }, { ...none, isHoneypot: null, cannotSellAll: true, owner: renounced }],
  ['silent about a pause', { isPaused: null }, { ...none, isHoneypot: null, cannotSellAll: null, owner: renounced }],
  [
    'read in part',
    { isComplete: false, held: [held('MINT_ROLE')] },
    {
      isMintable: true,
      ownerCanPauseTransfers: null,
      ownerCanChangeBalances: null,
      ownerCanBlockHolders: null,
      isHoneypot: null,
      owner: ada,
    },
  ],
  ['read in part, without a role', { isComplete: false }, { isMintable: null, isHoneypot: null, owner: null }],
]

for (const [name, state, rights] of states)
  test(`the rights of a native token: ${name}`, () =>
    assert.partialDeepStrictEqual(toNativeFacts({ ...nobody, ...state }), rights))
