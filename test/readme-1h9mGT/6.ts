import { createClient } from 'file:///work/wt/time/client/src/index.ts'
import { privateKeyToAccount } from 'viem/accounts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })
const account = privateKeyToAccount('0x0101010101010101010101010101010101010101010101010101010101010101')
const scoreId = '01a225b7-a33f-7be7-8a48-f1e0d08a33d3'
const made = { creatorAddress: account.address, issuedAt: new Date().toISOString() }

const edit = { ...made, tagline: 'It was in the machine all along.' }
const asked = await launchscore.getPageMessage(scoreId, edit)
const signature = await account.signMessage({ message: asked.message })
const page = await launchscore.editPage(scoreId, { ...edit, signature })
console.log(page.tagline)

const draft = { ...made, reason: 'The image shows a sock, not a copy of another token.' }
const { message } = await launchscore.getAppealMessage(scoreId, draft)
const appeal = await launchscore.appealScore(scoreId, { ...draft, signature: await account.signMessage({ message }) })
console.log(appeal.reason)
