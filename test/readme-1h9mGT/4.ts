import { createClient } from 'file:///work/wt/time/client/src/index.ts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })

const addresses = ['0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c6']
const { tokens } = await launchscore.lookup({ tokens: addresses.map((address) => ({ address })) })
for (const [n, ticket] of tokens.entries()) console.log(addresses[n], ticket?.band ?? 'no score', ticket?.warnings)
