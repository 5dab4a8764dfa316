import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calibrationPictures } from './calibration-pictures.ts'
import { drawAttackPictures } from './attack-pictures.ts'
import { writeHeldOutPictures } from './held-out-pictures.ts'
import { renderPicture } from './render-picture.ts'

// Writes evaluation/pictures and the lists of its pictures: node dev/tools/evaluation-pictures/draw-evaluation-pictures.ts

const root = join(import.meta.dirname, '../../../evaluation')
await mkdir(join(root, 'pictures'), { recursive: true })
for (const { item, drawing } of calibrationPictures)
  await writeFile(join(root, 'pictures', item.picture), await renderPicture(drawing))
const items = calibrationPictures.map(({ item }) => item)
await writeFile(join(root, 'calibration/pictures.json'), `${JSON.stringify({ items }, null, 2)}\n`)
for (const [name, bytes] of await drawAttackPictures()) await writeFile(join(root, 'pictures', name), bytes)
await writeHeldOutPictures(root)
