import { createClient } from 'file:///work/wt/time/client/src/index.ts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })

const score = await launchscore.createScore({
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'http://127.0.0.1:36069/a.png',
  xHandle: '@leftsock',
  creatorAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
})
console.log(score.aggregate, score.band)
