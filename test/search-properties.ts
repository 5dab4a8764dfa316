import { configureGlobal } from 'fast-check'

// A thousand random inputs for each property that names no number of its own.
configureGlobal({ numRuns: 1000 })
