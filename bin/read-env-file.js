import { existsSync } from 'node:fs'

// Variables that are set win over those of the file.
if (existsSync('.env')) process.loadEnvFile('.env')
