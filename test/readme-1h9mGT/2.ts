import { createClient } from 'file:///work/wt/time/client/src/index.ts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })

const events = launchscore.streamScore({
  name: 'Right Sock',
  symbol: 'SOCK',
  description: 'The one that stays.',
  imageUrl: 'http://127.0.0.1:36069/a.png',
  xHandle: '@leftsock',
  creatorAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
})
for await (const event of events) {
  if (event.type === 'signal') console.log(event.signal, event.score)
  else console.log('score', event.score.aggregate)
}
