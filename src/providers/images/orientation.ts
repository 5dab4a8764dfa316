const orientationTag = 0x0112
const shortType = 3

/** 1 to 8, in the first directory of EXIF; 1 by default. */
export function findOrientation(exif: Buffer): number {
  if (exif.length < 14) return 1
  const isLittle = exif.toString('latin1', 0, 2) === 'II'
  const at = (offset: number, size: 2 | 4) => (isLittle ? exif.readUIntLE(offset, size) : exif.readUIntBE(offset, size))
  const directory = at(4, 4)
  if (directory + 2 > exif.length) return 1
  const entries = at(directory, 2)
  for (let entry = directory + 2; entry + 12 <= exif.length && entry < directory + 2 + 12 * entries; entry += 12)
    if (at(entry, 2) === orientationTag && at(entry + 2, 2) === shortType) return toKnown(at(entry + 8, 2))
  return 1
}

const toKnown = (orientation: number) => (orientation >= 1 && orientation <= 8 ? orientation : 1)

/** EXIF with an orientation and nothing else. */
export function toExif(orientation: number): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('II*\0', 'latin1')
  exif.writeUInt32LE(8, 4)
  exif.writeUInt16LE(1, 8)
  exif.writeUInt16LE(orientationTag, 10)
  exif.writeUInt16LE(shortType, 12)
  exif.writeUInt32LE(1, 14)
  exif.writeUInt16LE(orientation, 18)
  return exif
}
