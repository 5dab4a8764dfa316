import { runTool } from './tool.ts'

await runTool(process.argv.slice(2))
