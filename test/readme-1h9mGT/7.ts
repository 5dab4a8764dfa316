import { createClient } from 'file:///work/wt/time/client/src/index.ts'
import { privateKeyToAccount } from 'viem/accounts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })
const account = privateKeyToAccount('0x0101010101010101010101010101010101010101010101010101010101010101')
const scoreId = '01a225b7-a33f-7be7-8a48-f1e0d08a33d3'

const tokenAddress = '0x32dCAB0EF3FB2De2fce1D2E0799D36239671F04A'
const creationTx = '0xc86e85a2ae7d9bab9672f80764594305f022c5bd55589fc3522559e960d1d696'
const { message } = await launchscore.getTokenMessage(scoreId, { tokenAddress })
const signed = { creatorAddress: account.address, signature: await account.signMessage({ message }) }
const binding = await launchscore.bindToken(scoreId, { tokenAddress, creationTx, ...signed })
console.log(binding.state, binding.tokenAddress)
