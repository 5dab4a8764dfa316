import { privateKeyToAccount } from 'viem/accounts'

/** A wallet with a public test key. */
export const creator = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')

/** The fields of an enrollment message by this wallet. */
export const messageFields = {
  serviceName: 'Launchscore',
  scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
  creatorAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  domain: 'launch.example',
}
