import { importPart } from './import-part.ts'

await importPart(3)
