import { existsSync, readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'

if (existsSync('.env')) readVariables()

// Variables that are set win over those of the file. A fault is one line, as every other fault of the settings is.
function readVariables() {
  // Docker makes a folder of this name when it mounts a file that does not exist.
  if (statSync('.env').isDirectory())
    refuse('is a folder, not a file: remove it, or replace it with a file of variables')
  for (const [name, value] of Object.entries(parseEnv(readText()))) process.env[name] ??= value
}

// Node's own loadEnvFile takes a byte order mark, which some Windows editors write, for a part of the first name.
function readText() {
  try {
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    return refuse(`can't be read (${error.code}): allow this account to read it, or remove it`)
  }
}

function refuse(fault) {
  process.stderr.write(`.env ${fault}.\n`)
  process.exit(2)
}
