import { openDialogs } from './browser/open-dialogs.ts'
import { enableCopying } from './browser/copying.ts'
import { startIslands } from './browser/start-islands.ts'
import { enableThemeToggle } from './browser/toggle-theme.ts'
import { enableSuggestions, enableTopBar } from './browser/top-bar.ts'

startIslands()
enableCopying()
openDialogs()
enableThemeToggle()
enableTopBar()
enableSuggestions()
