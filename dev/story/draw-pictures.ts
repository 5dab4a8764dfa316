import sharp from 'sharp'
import { storyLaunches } from './launches.ts'
import { toPictureName } from './launching.ts'

/** The pictures of the story's launches, by their file names. */
export async function drawPictures(): Promise<Record<string, Buffer>> {
  const files = storyLaunches.map(async (launch) => {
    const background = '<rect width="256" height="256" fill="#f4f1ea"/>'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${background}${launch.picture}</svg>`
    return [toPictureName(launch), await sharp(Buffer.from(svg)).png().toBuffer()] as const
  })
  return Object.fromEntries(await Promise.all(files))
}
