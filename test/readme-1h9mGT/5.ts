import { createClient } from 'file:///work/wt/time/client/src/index.ts'
import { privateKeyToAccount } from 'viem/accounts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })
const account = privateKeyToAccount('0x0101010101010101010101010101010101010101010101010101010101010101')
const submission = {
  name: 'Signed Sock',
  symbol: 'SOCK',
  description: 'A sock with a signature.',
  imageUrl: 'http://127.0.0.1:36069/a.png',
  xHandle: '@leftsock',
  creatorAddress: account.address,
}
const own = await launchscore.getSubmissionMessage({ submission })
const creatorSignature = await account.signMessage({ message: own.message })
const score = await launchscore.createScore({ ...submission, creatorSignature })
console.log(score.creatorProof)

const ids = { scoreRequestId: score.id, creatorAddress: account.address }
const { message } = await launchscore.getEnrollmentMessage(ids)
const enrollment = await launchscore.enroll({ ...ids, signature: await account.signMessage({ message }) })
console.log(enrollment.enrolledAt)
