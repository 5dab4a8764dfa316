import { crc32 } from 'node:zlib'
import { ImageRefused } from './images.ts'

/**
 * Keeps what decides the pixels of a PNG, JPEG or WebP file. Other parts can cost more than the pixels: texts that
 * unpack to gigabytes, EXIF that refers to itself. Throws `ImageRefused` for too many scans or parts.
 */
export function stripFile(bytes: Buffer): StrippedFile {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return stripJpeg(bytes)
  return { bytes: stripOther(bytes), isUnended: false }
}

interface StrippedFile {
  bytes: Buffer
  /** A JPEG got a missing end marker: its pixels may end early. */
  isUnended: boolean
}

function stripOther(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 8).equals(pngSignature)) return stripPng(bytes)
  if (toName(bytes, 0) === 'RIFF' && toName(bytes, 8) === 'WEBP') return stripWebp(bytes)
  return bytes
}

const toName = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

interface Part {
  content: Buffer
  whole: Buffer
}

/** More segments or chunks only cost time. */
const maxParts = 10_000

function* bounded<Listed extends Part>(parts: Iterable<Listed>): Generator<Listed> {
  let count = 0
  for (const part of parts) {
    if (++count > maxParts) throw new ImageRefused(`must have at most ${maxParts.toLocaleString('en')} parts`)
    yield part
  }
}

/** Cameras and browsers write about ten. The decoder goes over all pixels for each, without a timeout. */
const maxScans = 50

const exifHeader = Buffer.from('Exif\0\0')
const iccHeader = Buffer.from('ICC_PROFILE\0')
const startOfScan = 0xda
const endOfImage = 0xd9

function stripJpeg(bytes: Buffer): StrippedFile {
  const kept: Buffer[] = []
  let exifOrientation: number | undefined
  let scans = 0
  let isEnded = false
  for (const { marker, content, whole } of bounded(listSegments(bytes))) {
    // Browsers read the first EXIF of several.
    if (marker === 0xe1 && content.subarray(0, exifHeader.length).equals(exifHeader))
      exifOrientation ??= findOrientation(content.subarray(exifHeader.length))
    if (marker === endOfImage) isEnded = true
    if (marker === startOfScan && ++scans > maxScans)
      throw new ImageRefused(`must have at most ${maxScans} scans, if it is a JPEG image`)
    if (isOfPixels(marker, content)) kept.push(whole)
  }
  const orientation = exifOrientation ?? 1
  const exif = toExif(orientation)
  const header = Buffer.concat([Buffer.of(0xff, 0xe1, 0, exif.length + exifHeader.length + 2), exifHeader, exif])
  const end = isEnded ? [] : [Buffer.of(0xff, endOfImage)]
  return {
    bytes: Buffer.concat([bytes.subarray(0, 2), ...(orientation === 1 ? [] : [header]), ...kept, ...end]),
    isUnended: !isEnded,
  }
}

/** Colours need JFIF's, Adobe's and the profile's segments; others don't matter. */
function isOfPixels(marker: number, content: Buffer): boolean {
  if (marker === 0xe2) return content.subarray(0, iccHeader.length).equals(iccHeader)
  const isOfApplication = marker >= 0xe0 && marker <= 0xef
  return marker === 0xe0 || marker === 0xee || !(isOfApplication || marker === 0xfe)
}

/** Up to the end of the image; with its scan, where one begins. */
function* listSegments(bytes: Buffer): Generator<Part & { marker: number }> {
  for (let at = findMarker(bytes, 2); at + 1 < bytes.length;) {
    const marker = bytes[at + 1] ?? endOfImage
    const length = isBare(marker) || at + 4 > bytes.length ? 0 : bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    const next = marker === startOfScan ? findScanEnd(bytes, end) : end
    yield { marker, content: bytes.subarray(at + 4, end), whole: bytes.subarray(at, next) }
    if (marker === endOfImage) return
    at = findMarker(bytes, next)
  }
}

/** Decoders skip the bytes before a marker. */
function findMarker(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return at
    if ((at - from) % maxByteSteps !== maxByteSteps - 1) continue
    const next = bytes.indexOf(0xff, at + 1)
    if (next === -1) return bytes.length
    at = next - 1
  }
  return bytes.length
}

/** The runtime's own search is slower over short stretches, of which a file can have millions. */
const maxByteSteps = 16

/** Restart markers belong to the scan. */
function findScanEnd(bytes: Buffer, from: number): number {
  let at = findMarker(bytes, from)
  while (isRestart(bytes[at + 1] ?? endOfImage)) at = findMarker(bytes, at + 2)
  return at
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const isBare = (marker: number) => isRestart(marker) || marker === 1 || marker === 0xd8 || marker === endOfImage

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const pngNames = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'IDAT', 'IEND'])

function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [pngSignature]
  const seen = new Set<string>()
  let orientation = 1
  for (const { name, content, whole } of bounded(listPngChunks(bytes))) {
    if (name === 'eXIf' && !seen.has(name)) orientation = findOrientation(content)
    // A decoder reads EXIF before the pixels, and one profile.
    if (name === 'IDAT' && !seen.has(name) && orientation !== 1) kept.push(toPngChunk('eXIf', toExif(orientation)))
    if (pngNames.has(name) && !(name === 'iCCP' && seen.has(name))) kept.push(whole)
    seen.add(name)
    if (name === 'IEND') break
  }
  return Buffer.concat(kept)
}

function* listPngChunks(bytes: Buffer): Generator<Part & { name: string }> {
  for (let at = pngSignature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    yield { name: toName(bytes, at + 4), content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) }
    at = end
  }
}

function toPngChunk(name: string, content: Buffer): Buffer {
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(name), content])
  size.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, check])
}

const webpNames = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Flags of VP8X for EXIF and XMP. */
const [exifFlag, xmpFlag] = [0x08, 0x04]

function stripWebp(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let exifOrientation: number | undefined
  for (const { name, content, whole } of bounded(listWebpChunks(bytes))) {
    const isMarked = content.subarray(0, exifHeader.length).equals(exifHeader)
    if (name === 'EXIF') exifOrientation ??= findOrientation(content.subarray(isMarked ? exifHeader.length : 0))
    if (webpNames.has(name)) kept.push(whole)
  }
  const orientation = exifOrientation ?? 1
  const hasExif = orientation !== 1
  const body = Buffer.concat([...kept, ...(hasExif ? [toWebpChunk('EXIF', toExif(orientation))] : [])])
  if (toName(body, 0) === 'VP8X' && body.length > 8)
    body[8] = ((body[8] ?? 0) & ~exifFlag & ~xmpFlag) | (hasExif ? exifFlag : 0)
  return toWebpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), body]))
}

function* listWebpChunks(bytes: Buffer): Generator<Part & { name: string }> {
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    yield { name: toName(bytes, at), content: bytes.subarray(at + 8, at + 8 + size), whole: bytes.subarray(at, end) }
    at = end
  }
}

function toWebpChunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), size, content])
}

const orientationTag = 0x0112
const shortType = 3

/** 1 to 8, in the first directory of EXIF; 1 by default. */
function findOrientation(exif: Buffer): number {
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
function toExif(orientation: number): Buffer {
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
