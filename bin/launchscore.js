#!/usr/bin/env node
// These files act when they are loaded, before any TypeScript is.
import './require-node.js' // oxlint-disable-line import/no-unassigned-import
import './allow-sqlite.js' // oxlint-disable-line import/no-unassigned-import
import './read-env-file.js' // oxlint-disable-line import/no-unassigned-import

await import('../src/main/cli.ts')
