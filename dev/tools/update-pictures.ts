// Writes the pictures that `npm run test:web` compares the gallery with, and those of README.md: `npm run pictures`. Look at what changed before you commit it.
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { buildGallery } from '../../web/build-gallery.ts'
import { picturesFolder, shootGallery } from '../../test/web/gallery-pictures.ts'
import { shootDocs } from './shoot-docs.ts'

await buildGallery()
await rm(picturesFolder, { recursive: true, force: true })
await mkdir(picturesFolder)
for await (const { name, png } of shootGallery()) {
  const small = sharp(png).png({ palette: true, colours: 256, dither: 0, effort: 10 })
  await small.toFile(fileURLToPath(new URL(`${name}.png`, picturesFolder)))
}
await shootDocs()
