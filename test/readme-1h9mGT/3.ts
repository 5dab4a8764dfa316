import { createClient } from 'file:///work/wt/time/client/src/index.ts'

const launchscore = createClient({ baseUrl: 'http://127.0.0.1:36983' })

for await (const launch of launchscore.listLaunches.each({ band: 'green' })) console.log(launch.name)
for await (const score of launchscore.listScores.each({ signed: true })) console.log(score.name, score.aggregate)
