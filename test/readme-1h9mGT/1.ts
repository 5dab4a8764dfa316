import { createClient } from 'file:///work/wt/time/client/src/index.ts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983', apiKey: 'lsc_live_QUXrSycrU4TEbIs6aZIBz7etvZ1kowAvg0_b0jbyTU0akB_0' })

const { limits } = await launchscore.getMe()
console.log(limits)
const { launches } = await launchscore.listLaunches({ band: 'green', limit: 5 })
for (const { name, scoreRequestId } of launches) {
  const percentile = await launchscore.getPercentile(scoreRequestId, { window: 'all' }, { timeoutMs: 2000 })
  console.log(name, percentile)
}
