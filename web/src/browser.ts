import { openDialogs } from './browser/open-dialogs.ts'
import { enableCopying } from './browser/copying.ts'
import { startIslands } from './browser/start-islands.ts'

startIslands()
enableCopying()
openDialogs()
