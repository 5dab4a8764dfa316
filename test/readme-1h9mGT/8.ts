import { createClient } from 'file:///work/wt/time/client/src/index.ts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })
const tokenAddress = '0x32dCAB0EF3FB2De2fce1D2E0799D36239671F04A'

let standing: string | null = null
const onHeaders = (headers: Headers) => (standing = headers.get('x-launchscore-standing'))
const score = await launchscore.getScoreByToken(tokenAddress, { onHeaders })
console.log(score.aggregate, standing)
