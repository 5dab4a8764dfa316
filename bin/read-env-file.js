import { existsSync, statSync } from 'node:fs'

if (existsSync('.env')) readVariables()

// Variables that are set win over those of the file. A fault is one line, as every other fault of the settings is.
function readVariables() {
  // Docker makes a folder of this name when it mounts a file that does not exist.
  if (statSync('.env').isDirectory())
    refuse('is a folder, not a file: remove it, or replace it with a file of variables')
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    refuse(`can't be read (${error.code}): allow this account to read it, or remove it`)
  }
}

function refuse(fault) {
  process.stderr.write(`.env ${fault}.\n`)
  process.exit(2)
}
