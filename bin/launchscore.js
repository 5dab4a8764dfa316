#!/usr/bin/env node
// These files act when they are loaded, before any TypeScript is.
import './require-node.js' // oxlint-disable-line import/no-unassigned-import
import './compile-cache.js' // oxlint-disable-line import/no-unassigned-import
import './allow-sqlite.js' // oxlint-disable-line import/no-unassigned-import
import './read-env-file.js' // oxlint-disable-line import/no-unassigned-import

const [{ runTool }, { addDemoCommand }] = await Promise.all([
  import('../src/main/tool.ts'),
  import('../dev/demo/add-demo-command.ts'),
])
await runTool(process.argv.slice(2), [addDemoCommand])
