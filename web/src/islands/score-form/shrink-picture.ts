/** Sides in pixels to try until the file is small enough. The service keeps 768. */
const longestSides = [1536, 1024, 768]

/**
 * Redraws a picture at a smaller size, rotated as its EXIF says and in sRGB. Transparency is kept. Null: this browser
 * can't read the file.
 */
export async function shrinkPicture(file: Blob, maxBytes: number): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  try {
    for (const side of longestSides) {
      const drawn = draw(bitmap, side)
      if (!drawn) return null
      // Safari can't write WebP, and gives a PNG instead.
      for (const type of hasTransparency(drawn) ? ['image/webp', 'image/png'] : ['image/jpeg']) {
        const blob = await encode(drawn.canvas, type)
        if (blob && blob.size <= maxBytes) return blob
      }
    }
    return null
  } finally {
    bitmap.close()
  }
}

function draw(bitmap: ImageBitmap, side: number): CanvasRenderingContext2D | null {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context
}

function hasTransparency(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true
  return false
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.92))
