// Serves the sample images on this machine, for a first request without the internet: `npm run images -- [port]`.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startImageHost } from '../stand-ins/image-host.ts'
import { exitWith } from './exit-with.ts'

const folder = join(import.meta.dirname, '../images')
const names = readdirSync(folder).filter((name) => /\.(png|jpg|webp|gif)$/.test(name))
const images = Object.fromEntries(names.map((name) => [`/${name}`, readFileSync(join(folder, name))]))
const { url } = await startImageHost({ images, port: Number(process.argv[2] ?? 8090) }).catch(exitWith)
process.stdout.write(`${url}/left-sock.png and ${names.length - 1} more images; Ctrl-C stops\n`)
