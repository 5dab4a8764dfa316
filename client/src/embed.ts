// `/embed.js` of a deployment: defines `<launch-score>` for the deployment that serves it.
import { defineLaunchScore } from './element.ts'

defineLaunchScore({ baseUrl: import.meta.url.replace(/\/embed\.js.*$/, '') })
